import FenEncoding
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// A restore is decided by one commit, and what a crash leaves of it harms nothing.
@Suite("all of a restore or nothing", .serialized)
struct RestoreOnceTests {
    /// Bob's identity in a file, and its code.
    private func moved(_ table: Table) async throws -> (path: String, code: String) {
        _ = try await table.join("Bob")
        let pieces = Pieces()
        let path = table.folder.file("bob.move")
        let code = try await table.open("Bob").moveIdentity(
            to: { await pieces.add($0) }, finish: {})
        try table.write(await pieces.bytes, to: path)
        return (path, code)
    }

    @Test("a restore is one commit, of a backup and of a move, and no checkpoint can fail it")
    func oneCommit() async throws {
        let table = try await Table.make()
        let path = table.folder.file("alice.backup")
        try await BackupTests.backUp("Alice", of: table, to: path)
        let move = try await moved(table)
        for (name, path, secret) in [
            ("One", path, BackupTests.passphrase), ("Two", move.path, move.code),
        ] {
            let engine = try await BackupTests.emptyHome(name, of: table)
            try await engine.setSetting("something", to: "in the log of the database")
            let wal = table.homePath(name) + "/fen.db-wal"
            // Somebody who reads keeps every commit in the log beside the database.
            let reader = try Connection(
                path: table.homePath(name) + "/fen.db", mode: .readOnly)
            try reader.runScript("BEGIN; SELECT count(*) FROM meta")
            await engine.waitForNoReaders()
            let before = try commits(in: wal)
            _ = try await engine.restore(path, under: secret)
            let after = try commits(in: wal)
            #expect(before.salt == after.salt && after.count == before.count + 1)
            try reader.runScript("COMMIT")
            await engine.close()
            #expect(try await table.open(name).groups().count == 1)
        }
        await table.closeAll()
    }

    @Test("killed when it was taken over, the home shows the words, and counts as not closed")
    func killed() async throws {
        let table = try await Table.make()
        let move = try await moved(table)
        let engine = try await BackupTests.emptyHome("Desk", of: table)
        let words = try #require(try await engine.restore(move.path, under: move.code).confirmation)
        // What a kill at this moment leaves.
        try FileManager.default.copyItem(
            atPath: table.homePath("Desk"), toPath: table.homePath("Killed"))
        await engine.close()
        let database = try Database.open(
            HomeFolder(path: table.homePath("Killed")), mode: .readOnly)
        #expect(!database.wasClosedCleanly)
        let again = try await BackupTests.emptyHome("Killed", of: table)
        #expect(try await again.arrivalWords() == ArrivalWords(words: words, isTold: false))
        try await table.open("Bob").confirmMove(words)
        #expect(try await again.forgetArrivalWords())
        #expect(try await again.arrivalWords() == nil)
        #expect(try await !again.forgetArrivalWords())
        await again.close()
        await table.closeAll()
    }

    @Test("what is found wanting before the commit changes nothing")
    func identities() async throws {
        let table = try await Table.make()
        let path = table.folder.file("nobody.backup")
        let nobody = try await BackupTests.emptyHome("Nobody", of: table)
        let pieces = Pieces()
        // Nobody can make such a backup: it has no person in it.
        try await nobody.sealHome(
            as: .backup, under: Passphrase.bytes(BackupTests.passphrase),
            to: { await pieces.add($0) })
        try table.write(await pieces.bytes, to: path)
        await nobody.close()
        let engine = try await BackupTests.emptyHome("Back", of: table)
        let own = try await engine.createIdentity(name: "Fresh")
        let error = try await failure {
            _ = try await engine.restore(path, under: BackupTests.passphrase)
        }
        #expect(error.code == "BACKUP_DAMAGED")
        #expect(try await engine.identity()?.publicKey == own.publicKey)
        await engine.close()
        #expect(try await table.open("Back").identity()?.publicKey == own.publicKey)
        await table.closeAll()
    }

    @Test("a journal that a crash left beside the copy is no journal of the next one")
    func staleJournal() async throws {
        let table = try await Table.make()
        let path = table.folder.file("alice.backup")
        try await BackupTests.backUp("Alice", of: table, to: path)
        let engine = try await BackupTests.emptyHome("Back", of: table)
        let passing = table.homePath("Back") + "/fen.db.passing"
        let journal = try hotJournal(in: table)
        try table.write(journal, to: passing + "-journal")
        _ = try await engine.restore(path, under: BackupTests.passphrase)
        #expect(try await engine.groups().count == 1)
        await engine.close()
        for ending in ["-journal", "-wal", "-shm"] {
            try table.write(journal, to: passing + ending)
        }
        _ = try await table.open("Back")
        let names = try FileManager.default.contentsOfDirectory(atPath: table.homePath("Back"))
        #expect(!names.contains { $0.contains("passing") })
        await table.closeAll()
    }

    /// The journal of a small database that was killed within a transaction.
    private func hotJournal(in table: Table) throws -> [UInt8] {
        let path = table.folder.file("small.db")
        let small = try Connection(path: path, mode: .readWrite)
        try small.runScript(
            """
            PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;
            CREATE TABLE a(b); INSERT INTO a VALUES(1); BEGIN; UPDATE a SET b = 2
            """)
        let journal = try table.read(path + "-journal")
        try small.runScript("ROLLBACK")
        #expect(!journal.isEmpty)
        return journal
    }

    /// The commits in a log, of those that belong to its head's salts.
    private func commits(in path: String) throws -> (salt: [UInt8], count: Int) {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard bytes.count > 32 else { return ([], 0) }
        let salt = Array(bytes[16..<24])
        var count = 0
        for frame in stride(from: 32, to: bytes.count - 23, by: 24 + 4_096)
        where Array(bytes[frame + 8..<frame + 16]) == salt {
            if bytes[frame + 4..<frame + 8].contains(where: { $0 != 0 }) { count += 1 }
        }
        return (salt, count)
    }
}

extension Engine {
    /// A checkpoint does not wait for whoever reads.
    fileprivate func waitForNoReaders() {
        try? database.connection.runScript("PRAGMA busy_timeout = 0")
    }
}
