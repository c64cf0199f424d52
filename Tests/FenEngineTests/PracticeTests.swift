import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import Testing

@testable import FenEngine

@Suite("Practice homes")
struct PracticeTests {
    @Test("the stream of a seed is the published one")
    func stream() {
        let seed = PracticeSeed(number: 7117, member: "Alice")
        #expect(Hex.encode(seed.entropy(opening: 1).fill(16)) == "420fd256d3103b8aa5284fea3e7b9c83")
        #expect(Hex.encode(seed.entropy(opening: 2).fill(16)) == "84e2e32f0d60ba91b03dc8eab70bc40c")
    }

    @Test("nobody in a real group sees anything of a practice home", arguments: [true, false])
    func realGroup(isStoreReachable: Bool) async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 3_600, in: table.group)
        _ = try await alice.sync(in: table.group)
        var options = EngineOptions(home: table.homePath("practice"))
        options.clock = table.clock.clock
        options.practice = PracticeSeed(number: 1, member: "Bob")
        let bob = try await Engine.open(options)
        try await bob.createIdentity(name: "Bob")
        let preview = try await bob.previewInvite(invite.link)
        // Another folder stands for a store that the founder's log has not reached.
        let folder = isStoreReachable ? table.storePath : table.folder.file("elsewhere")
        try await FolderBackend(root: folder).prepare()
        var code: String?
        do throws(FenError) {
            _ = try await bob.join(preview, folder: folder)
        } catch {
            code = error.code
        }
        #expect(code == (isStoreReachable ? "PRACTICE_HOME" : nil))
        #expect(try await bob.groupIDs().isEmpty == isStoreReachable)
        if !isStoreReachable { _ = try await bob.sync(in: table.group) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let me = try #require(try await bob.identity()).publicKey
        #expect(!files.contains { $0.contains(me.hex) })
        await bob.close()
    }
}
