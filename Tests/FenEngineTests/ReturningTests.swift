import FenCrypto
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Coming back after leaving or a removal.
@Suite("back again", .serialized)
struct ReturningTests {
    @Test(
        "whoever has gone comes back by a fresh invite; what they wrote between does not count",
        arguments: [false, true])
    func back(wasRemoved: Bool) async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        try await table.spend("Bob", "Before", 900, among: ["Alice", "May"])
        try await table.syncAll(["Alice", "Bob", "May"])
        let party = try await table.party("Bob")
        if wasRemoved {
            // Something of his comes too late.
            let away = table.storePath + ".away"
            try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
            try await table.spend("Bob", "Between", 700, among: ["Alice"])
            try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
            _ = try await alice.removeMember(party, in: table.group)
        } else {
            _ = try await bob.leave(table.group)
        }
        try await table.syncAll(["Bob", "Alice", "May"])
        try await table.spend("Alice", "Without", 300, among: ["May"])
        try await table.syncAll(["Bob", "May"])
        #expect(try await table.expenses("Bob").contains("Without") == false)

        let link = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group).link
        _ = try await bob.join(try await bob.previewInvite(link), folder: table.storePath)
        #expect(try await bob.view(table.group).isReturning)
        let report = try await alice.sync(in: table.group)
        #expect(report.admitted == [party])
        _ = try await bob.sync(in: table.group)
        let view = try await bob.view(table.group)
        #expect(view.myStatus == .active && !view.isReturning)
        try await table.spend("Bob", "After", 600, among: ["Alice"])
        try await table.syncAll(["Bob", "Alice", "May"])
        for name in ["Alice", "Bob", "May"] {
            // What he wrote between stands on his own screen, and does not count there either.
            let own = wasRemoved && name == "Bob" ? ["After", "Before", "Between", "Without"] : nil
            #expect(
                try await table.expenses(name) == own ?? ["After", "Before", "Without"], "\(name)")
            let person = try await table.open(name).view(table.group)
            #expect(person.gate.isEmpty, "\(name)")
            #expect(person.members.count { $0.party == party } == 1)
        }
        try await table.expectSame(["Alice", "Bob", "May"])
        _ = may
        // Once more: leaving and coming back again.
        _ = try await bob.leave(table.group)
        _ = try await alice.sync(in: table.group)
        let again = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group).link
        _ = try await bob.join(try await bob.previewInvite(again), folder: table.storePath)
        #expect(try await alice.sync(in: table.group).admitted == [party])
        try await table.syncAll(["Bob", "May", "Alice"])
        try await table.expectSame(["Alice", "Bob", "May"])
        await table.closeAll()
    }

    @Test("a flood of somebody who has gone is bounded, and nobody else's is touched")
    func flood() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        try await table.syncAll(["Bob", "Alice"])
        let key = try #require(try await bob.heldKeys(in: table.group).first)
        let signer = try await bob.requireSigner()
        var tip = try #require(try await bob.tips(of: signer.publicKey, in: table.group).last)
        let party = try await table.party("Bob")
        _ = try await alice.removeMember(party, in: table.group)
        var lines = try table.read(try await table.logPath("Bob"))
        for number in 1...1_200 {
            let event = try EventSeal.seal(
                payload: .messagePosted(MessagePosted(text: "\(number)")),
                draft: EventDraft(
                    seq: tip.seq + 1, lamport: 500 + tip.seq, createdAt: 0, prev: tip.id),
                key: key, signer: signer, entropy: .system)
            tip = event.head
            lines += EventLine.encode(event)
        }
        try table.write(lines, to: try await table.logPath("Bob"))
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).lateChanges == [party: 1_000])
        #expect(try await alice.sync(in: table.group).pulled == 0)
        #expect(try await alice.view(table.group).gate.isEmpty)
        try await table.spend("Alice", "Stew", 100)
        await table.closeAll()
    }
}
