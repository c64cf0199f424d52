import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// An identity that goes to another device.
@Suite("moving an identity")
struct MoveIdentityTests {
    /// Moves somebody's identity into a file; the code.
    private func move(_ name: String, of table: Table, to path: String) async throws -> String {
        let pieces = Pieces()
        let code = try await table.open(name).moveIdentity(
            to: { await pieces.add($0) }, finish: {})
        try table.write(await pieces.bytes, to: path)
        return code
    }

    @Test("the new device writes on, the old one only reads and says so, and cannot come back")
    func moved() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let last = try await table.spend("Bob", "Here", 100).reference.seq
        let path = table.folder.file("bob.move")
        let code = try await move("Bob", of: table, to: path)
        #expect(code.split(separator: " ").count == 6)
        let old = try await table.open("Bob")
        for write in [
            { () async throws in _ = try await table.spend("Bob", "Still?", 100) },
            { _ = try await old.postMessage("Still?", in: table.group) },
            { _ = try await old.sync(in: table.group) },
            { try await old.renameSelf("Robert") },
            { _ = try await old.listen(on: "127.0.0.1:0") },
            { _ = try await old.createGroup(name: "New", currency: table.euro) },
            { try await old.setSetting("plain", to: "on") },
            { try await old.backUp(under: BackupTests.passphrase) { _ in } },
        ] {
            let error = try await failure(write)
            #expect(error.code == "IDENTITY_MOVED")
        }
        #expect(try await old.balances(in: table.group).rows.isEmpty == false)
        // Also in the next process.
        await table.close("Bob")
        let reopened = try await table.open("Bob")
        let error = try await failure { _ = try await reopened.sync(in: table.group) }
        #expect(error.code == "IDENTITY_MOVED")

        let new = try await BackupTests.emptyHome("Desk", of: table)
        #expect(try await new.kindOfBackup(path) == .move)
        let wrong = try await failure {
            _ = try await new.restore(path, under: "abandon ability able about above absent")
        }
        #expect(wrong.code == "WRONG_CODE")
        let typed = code.uppercased().replacing(" ", with: "-")
        let restored = try await new.restore(path, under: typed)
        let words = try #require(restored.confirmation)
        await new.close()
        _ = try await table.open("Desk")
        #expect(try await table.spend("Desk", "There", 100).reference.seq == last + 1)

        let other = try await failure { try await reopened.confirmMove("zoo zoo zoo") }
        #expect(other.code == "WRONG_CODE")
        #expect(try await !reopened.isMoveConfirmed())
        try await reopened.confirmMove(words)
        #expect(try await reopened.isMoveConfirmed())
        let late = try await failure { try await reopened.undoMove() }
        #expect(late.code == "MOVE_CONFIRMED")
        await table.closeAll()
    }

    @Test("a move that never arrived is undone, and the own log is asked for before writing")
    func undone() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let last = try await table.spend("Bob", "Here", 100).reference.seq
        let path = table.folder.file("bob.move")
        let code = try await move("Bob", of: table, to: path)
        let old = try await table.open("Bob")
        // It did arrive, somebody wrote there, and yet it is undone here.
        let new = try await BackupTests.emptyHome("Desk", of: table)
        _ = try await new.restore(path, under: code)
        await new.close()
        _ = try await table.open("Desk")
        #expect(try await table.spend("Desk", "There", 100).reference.seq == last + 1)
        await table.close("Desk")
        try await old.undoMove()
        #expect(try await table.spend("Bob", "Here again", 100).reference.seq == last + 2)
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).gate.isEmpty)
        let none = try await failure { try await old.undoMove() }
        #expect(none.code == "NOT_MOVED")
        await table.closeAll()
    }

    @Test("of two moves at once one is made, and it alone opens for writing again")
    func twoAtOnce() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        for _ in 0..<5 {
            _ = try await alice.listen(on: "127.0.0.1:0")
            let stop = FenError("FILE", "No room.")
            let codes = await withTaskGroup(of: String.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do throws(FenError) {
                            return try await alice.moveIdentity(
                                to: { _ in }, finish: { throw stop })
                        } catch {
                            return error.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.sorted() == ["FILE", "IDENTITY_MOVING"])
            try await table.spend("Alice", "Still here", 100)
        }
        await table.closeAll()
    }

    @Test("where the file cannot be written nothing has moved")
    func failed() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let full = FenError("FILE", "No room.")
        for (part, end) in [(full, nil), (nil, full)] as [(FenError?, FenError?)] {
            let error = try await failure {
                _ = try await alice.moveIdentity(
                    to: { _ in if let part { throw part } },
                    finish: { if let end { throw end } })
            }
            #expect(error == full)
            try await table.spend("Alice", "Still here", 100)
        }
        await table.closeAll()
    }
}
