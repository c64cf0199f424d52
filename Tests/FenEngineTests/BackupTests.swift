import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Everything of a person in one sealed file, and back.
@Suite("backups")
struct BackupTests {
    static let passphrase = "correct horse battery"

    /// Makes a backup of somebody's home.
    static func backUp(_ name: String, of table: Table, to path: String) async throws {
        let pieces = Pieces()
        try await table.open(name).backUp(under: passphrase) { await pieces.add($0) }
        try table.write(await pieces.bytes, to: path)
    }

    /// An empty home for somebody who comes back.
    static func emptyHome(_ name: String, of table: Table) async throws -> Engine {
        var options = EngineOptions(home: table.homePath(name), clock: table.clock.clock)
        options.costs = .least
        return try await openHome(options)
    }

    @Test("a backup brings back identity, groups, keys, stores, marks and every balance")
    func roundTrip() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...20 { try await table.spend("Bob", "Round \(number)", 100) }
        let alice = try await table.party("Alice")
        try await bob.setVerified(true, alice, in: table.group)
        let path = table.folder.file("bob.backup")
        try await Self.backUp("Bob", of: table, to: path)
        let key = try await table.key("Bob")
        let dump = try await bob.dump(in: table.group)
        await table.close("Bob")
        try FileManager.default.removeItem(atPath: table.homePath("Bob"))

        let back = try await Self.emptyHome("Bob", of: table)
        #expect(try await back.kindOfBackup(path) == .backup)
        let restored = try await back.restore(path, under: Self.passphrase)
        #expect(restored.person.publicKey == key && restored.confirmation == nil)
        #expect(try await back.dump(in: table.group) == dump)
        let members = try await back.view(table.group).members
        #expect(members.first { $0.party == alice }?.trust == .verified)
        await back.close()
        // The next process finds the same, and the store takes what is written.
        let again = try await table.open("Bob")
        try await table.spend("Bob", "After it", 100)
        let organiser = try await table.open("Alice")
        _ = try await organiser.sync(in: table.group)
        #expect(try await organiser.dump(in: table.group) == again.dump(in: table.group))
        let names = try FileManager.default.contentsOfDirectory(atPath: table.homePath("Bob"))
        #expect(!names.contains { $0.hasSuffix("passing") })
        await table.closeAll()
    }

    @Test("what is wrong with a file is said in words of its own, and nothing comes back of it")
    func refusals() async throws {
        let table = try await Table.make()
        let path = table.folder.file("alice.backup")
        try await Self.backUp("Alice", of: table, to: path)
        let whole = try table.read(path)
        func damaged(_ place: Int) -> [UInt8] {
            var bytes = whole
            bytes[place] ^= 1
            return bytes
        }
        // The second piece in the place of the first, which is as long.
        let size = SealedFileHead.pieceSize + 16
        #expect(whole.count > 62 + 2 * size)
        let (first, second) = (62..<62 + size, 62 + size..<62 + 2 * size)
        let swapped = whole[..<62] + whole[second] + whole[first] + whole[(62 + 2 * size)...]
        let cases: [(bytes: [UInt8], code: String)] = [
            (Array("SQLite format 3".utf8) + whole, "NOT_A_BACKUP"), ([], "NOT_A_BACKUP"),
            (Array(whole[..<4]) + [2] + whole[5...], "BACKUP_NEWER"),
            (Array(whole[..<40]), "BACKUP_CUT"), (Array(whole.dropLast()), "BACKUP_CUT"),
            (Array(whole[..<(62 + size)]), "BACKUP_CUT"), (whole + [0], "BACKUP_LONG"),
            (damaged(10), "BACKUP_DAMAGED"), (damaged(20), "BACKUP_DAMAGED"),
            (damaged(40), "BACKUP_DAMAGED"), (damaged(100), "BACKUP_DAMAGED"),
            (damaged(whole.count - 1), "BACKUP_DAMAGED"), (Array(swapped), "BACKUP_DAMAGED"),
        ]
        let back = try await Self.emptyHome("Back", of: table)
        let broken = table.folder.file("broken")
        var sentences: Set<String> = []
        for (bytes, code) in cases {
            try table.write(bytes, to: broken)
            let error = try await failure {
                _ = try await back.restore(broken, under: Self.passphrase)
            }
            #expect(error.code == code)
            sentences.insert(error.message)
            #expect(try await back.identity() == nil)
        }
        let wrong = try await failure { _ = try await back.restore(path, under: "correct horse") }
        #expect(wrong.code == "WRONG_PASSPHRASE" && wrong.status == .trust)
        sentences.insert(wrong.message)
        #expect(sentences.count == 6)
        let missing = try await failure {
            _ = try await back.restore(path + ".none", under: Self.passphrase)
        }
        #expect(missing.code == "FILE_NOT_READ")
        // After all of that the whole one still comes back.
        _ = try await back.restore(path, under: Self.passphrase)
        #expect(try await back.groups().count == 1)
        await back.close()
        await table.closeAll()
    }

    @Test("a head that asks for more than anybody pays is refused before it is paid")
    func hostileHeads() throws {
        for (passes, kibibytes, length) in [
            (3, UInt32.max, 100), (UInt32.max, 64, 100), (0, 64, 100), (3, 64, UInt64.max),
        ] as [(UInt32, UInt32, UInt64)] {
            let head = SealedFileHead(
                kind: .backup, cost: Argon2id.Cost(passes: passes, kibibytes: kibibytes),
                salt: .zero, length: length)
            let error = #expect(throws: FenError.self) { _ = try SealedFileHead(head.bytes) }
            #expect(error?.code == "BACKUP_DAMAGED")
        }
        let right = SealedFileHead(
            kind: .move, cost: Argon2id.Cost(passes: 1, kibibytes: 8), salt: .zero, length: 65_537)
        let read = try SealedFileHead(right.bytes)
        #expect(read.bytes == right.bytes && read.kind == .move)
        #expect(read.pieces == 2 && read.fileSize == 62 + 65_537 + 32)
        for count in 0..<62 {
            #expect(throws: FenError.self) { _ = try SealedFileHead(Array(right.bytes[..<count])) }
        }
    }

    @Test("a practice home, whose keys everybody has, is neither backed up nor restored into")
    func practice() async throws {
        let table = try await Table.make()
        let path = table.folder.file("alice.backup")
        try await Self.backUp("Alice", of: table, to: path)
        var options = EngineOptions(home: table.homePath("Practice"), clock: table.clock.clock)
        options.practice = PracticeSeed(number: 1, member: "Practice")
        let practice = try await openHome(options)
        let into = try await failure {
            _ = try await practice.restore(path, under: Self.passphrase)
        }
        #expect(into.code == "PRACTICE_HOME")
        try await practice.createIdentity(name: "Practice")
        let out = try await failure {
            try await practice.backUp(under: Self.passphrase) { _ in }
        }
        #expect(out.code == "PRACTICE_HOME")
        await practice.close()
        await table.closeAll()
    }

    @Test("a backup never replaces an identity that is in use")
    func inUse() async throws {
        let table = try await Table.make()
        let path = table.folder.file("alice.backup")
        try await Self.backUp("Alice", of: table, to: path)
        let bob = try await table.join("Bob")
        let error = try await failure { _ = try await bob.restore(path, under: Self.passphrase) }
        #expect(error.code == "HOME_IN_USE")
        // An identity that was made silently and never used is nobody's loss.
        let may = try await table.open("May")
        _ = try await may.restore(path, under: Self.passphrase)
        #expect(try await may.identity()?.name == "Alice")
        let weak = try await failure {
            try await bob.backUp(under: "short") { _ in }
        }
        #expect(weak.code == "WEAK_PASSPHRASE")
        await table.closeAll()
    }
}

/// What a backup hands over, put together.
actor Pieces {
    private(set) var bytes: [UInt8] = []

    func add(_ piece: [UInt8]) { bytes += piece }
}
