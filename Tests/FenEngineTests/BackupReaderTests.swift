import FenEncoding
import Foundation
import Testing

/// A backup as somebody else reads it, who has only the page that describes it.
@Suite("a backup and another reader", .enabled(if: ReaderTools.found, "\(ReaderTools.whySkipped)"))
struct BackupReaderTests {
    private struct Found: Decodable {
        struct Group: Decodable {
            let id: String
            let events: Int
            let keys: Int
        }
        let key: String
        let groups: [Group]
    }

    @Test("Python and libsodium find the identity and the groups in it")
    func reader() async throws {
        let table = try await Table.make()
        for number in 1...9 { try await table.spend("Alice", "Round \(number)", 100) }
        let path = table.folder.file("alice.backup")
        try await BackupTests.backUp("Alice", of: table, to: path)
        let output = try ReaderTools.run("open_backup.py", [path, BackupTests.passphrase])
        let found = try JSONDecoder().decode(Found.self, from: Data(output))
        #expect(found.key == (try await table.key("Alice").hex))
        #expect(found.groups.map(\.id) == [table.group.hex])
        #expect(found.groups.map(\.events) == [10])
        #expect(found.groups.map(\.keys) == [1])
        await table.closeAll()
    }
}
