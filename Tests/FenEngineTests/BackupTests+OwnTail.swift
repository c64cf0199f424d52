import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// No number is used twice after a restore, once anybody can be asked.
extension BackupTests {
    @Test("an old backup never gives a number twice: the store is asked before anything is written")
    func ownTailByStore() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        try await table.spend("Bob", "Early", 100)
        let path = table.folder.file("bob.backup")
        try await Self.backUp("Bob", of: table, to: path)
        for number in 1...3 { try await table.spend("Bob", "Late \(number)", 100) }
        let last = try await table.spend("Bob", "Last", 100).reference.seq
        await table.close("Bob")
        try FileManager.default.removeItem(atPath: table.homePath("Bob"))

        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        let back = try await Self.emptyHome("Bob", of: table)
        _ = try await back.restore(path, under: Self.passphrase)
        await back.close()
        let bob = try await table.open("Bob")
        let refused = try await failure { try await table.spend("Bob", "Twice?", 100) }
        #expect(refused.code == "OWN_TAIL_UNKNOWN")
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        #expect(try await table.spend("Bob", "Not twice", 100).reference.seq == last + 1)
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).gate.isEmpty)
        #expect(try await alice.dump(in: table.group) == bob.dump(in: table.group))
        await table.closeAll()
    }

    @Test("where there is no store, another member's device is asked, and then it may be written")
    func ownTailByPeer() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await table.meet("Bob")
        try await table.spend("Bob", "Early", 100)
        let path = table.folder.file("bob.backup")
        try await Self.backUp("Bob", of: table, to: path)
        try await table.spend("Bob", "Late", 100)
        let last = try await table.spend("Bob", "Last", 100).reference.seq
        try await table.settleDown(["Alice", "Bob"])
        await table.close("Bob")
        try FileManager.default.removeItem(atPath: table.homePath("Bob"))

        let back = try await Self.emptyHome("Bob", of: table)
        _ = try await back.restore(path, under: Self.passphrase)
        await back.close()
        let bob = try await table.open("Bob")
        let refused = try await failure { try await table.spend("Bob", "Twice?", 100) }
        #expect(refused.code == "OWN_TAIL_UNKNOWN")
        #expect(refused.hint?.contains("/connect") == true)
        _ = try await bob.connect(to: place, in: table.group)
        #expect(try await table.spend("Bob", "Not twice", 100).reference.seq == last + 1)
        try await table.settleDown(["Alice", "Bob"])
        #expect(try await alice.view(table.group).gate.isEmpty)
        // The next process knows that nothing is lacking, though nobody is there.
        await table.close("Bob")
        await alice.stopListening()
        try await table.spend("Bob", "Alone", 100)
        await table.closeAll()
    }

    @Test("a group that was made in a home with restored words may be written in after a crash")
    func groupBornHere() async throws {
        let table = try await Table.make(withStore: false)
        let words = try await table.open("Alice").phrase()
        let home = table.homePath("Again")
        let again = try await Self.emptyHome("Again", of: table)
        _ = try await again.restoreIdentity(words: words, name: "Alice")
        let id = try await again.createGroup(name: "Anew", currency: table.euro)
        await again.close()
        // As it is after a crash: never marked as closed.
        try markOpen(home)
        let later = try await Self.emptyHome("Again", of: table)
        _ = try await later.postMessage("Hello", in: id)
        await later.close()
        await table.closeAll()
    }

    @Test("where the store is gone and a member's device is there, that device is enough")
    func ownTailByPeerForAStore() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        let path = table.folder.file("bob.backup")
        try await Self.backUp("Bob", of: table, to: path)
        let last = try await table.spend("Bob", "Late", 100).reference.seq
        _ = try await alice.sync(in: table.group)
        await table.close("Bob")
        try FileManager.default.removeItem(atPath: table.homePath("Bob"))
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)

        let back = try await Self.emptyHome("Bob", of: table)
        _ = try await back.restore(path, under: Self.passphrase)
        await back.close()
        let bob = try await table.open("Bob")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await bob.connect(to: place, in: table.group)
        #expect(try await table.spend("Bob", "Not twice", 100).reference.seq == last + 1)
        // What only the store has is still asked of it when it comes back.
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        _ = try await bob.sync(in: table.group)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.dump(in: table.group) == bob.dump(in: table.group))
        await table.closeAll()
    }
}
