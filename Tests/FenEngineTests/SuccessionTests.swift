import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Who is the organiser after the organiser, and what came too late.
@Suite("succession", .serialized)
struct SuccessionTests {
    @Test("handing over moves every right, and the former organiser may leave or be removed")
    func handOver() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        _ = try await table.join("May")
        try await table.syncAll(["Bob", "May"])
        let party = try await table.party("Bob")
        #expect(
            try await failure { _ = try await bob.handOver(to: party, in: table.group) }.code
                == "NOT_DEPUTY")
        _ = try await alice.handOver(to: party, in: table.group)
        #expect(
            try await failure {
                _ = try await alice.issueInvite(name: "Zoe", ttl: 600, in: table.group)
            }.code == "ORGANISER_ONLY")
        let told = try await notices(bob) {
            _ = try await bob.sync(in: table.group)
            #expect(try await bob.view(table.group).organiser == party)
        }
        #expect(told.contains { if case .organiserChanged(_, party) = $0 { true } else { false } })
        await table.close("Bob")
        _ = try await alice.leave(table.group)
        let again = try await table.open("Bob")
        #expect(try await again.sync(in: table.group).rotated == 1)
        let zoe = try await table.join("Zoe", organiser: "Bob")
        #expect(try await zoe.view(table.group).organiser == party)
        try await table.spend("Bob", "Stew", 900, among: ["Zoe"])
        try await table.syncAll(["Zoe", "May", "Alice"])
        #expect(try await table.expenses("Zoe") == ["Stew"])
        #expect(try await table.expenses("Alice") == [])
        try await table.expectSame(["Bob", "Zoe", "May"])
        await table.closeAll()
    }

    @Test(
        "the deputy takes over when the organiser's laptop is gone; what it did unseen has no right"
    )
    func takeOver() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        try await table.syncAll(["Bob", "May"])
        #expect(
            try await failure { _ = try await bob.takeOver(in: table.group) }.code
                == "NOT_DEPUTY")
        _ = try await alice.nameDeputy(try await table.party("May"), in: table.group)
        _ = try await alice.nameDeputy(nil, in: table.group)
        try await table.syncAll(["Bob", "May"])
        #expect(
            try await failure { _ = try await may.takeOver(in: table.group) }.code
                == "NOT_DEPUTY", "taken back")
        _ = try await alice.nameDeputy(try await table.party("Bob"), in: table.group)
        try await table.syncAll(["Bob", "May"])
        #expect(try await bob.view(table.group).deputy == table.party("Bob"))

        // Alice's laptop is away, and does something that nobody sees before Bob takes over.
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        _ = try await alice.removeMember(try await table.party("May"), in: table.group)
        try await table.spend("Alice", "Unseen", 400, among: ["Bob"])
        await table.close("Alice")
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        _ = try await bob.takeOver(in: table.group)
        let zoe = try await table.join("Zoe", organiser: "Bob")
        try await table.spend("Bob", "Stew", 900, among: ["Zoe", "May"])
        try await table.syncAll(["May", "Zoe", "Bob"])

        let back = try await table.open("Alice")
        _ = try await back.sync(in: table.group)
        try await table.syncAll(["May", "Zoe", "Bob", "Alice"])
        // Her removal of May did not count; what she spent counts like anybody's, once its key does.
        for name in ["Bob", "May", "Zoe", "Alice"] {
            let view = try await table.open(name).view(table.group)
            #expect(view.organiser == (try await table.party("Bob")), "\(name)")
            #expect(view.member(try await table.party("May"))?.status == .active, "\(name)")
        }
        try await table.expectSame(["Bob", "May", "Zoe"])
        _ = zoe
        await table.closeAll()
    }

    @Test("an expense that came after its author was removed is applied by the organiser, once")
    func late() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        try await table.syncAll(["Bob", "May"])
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        try await table.spend("Bob", "Train", 1_200, among: ["Alice", "May"])
        _ = try await bob.postMessage("Bought tickets", in: table.group)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        let party = try await table.party("Bob")
        _ = try await alice.removeMember(party, in: table.group)
        _ = try await bob.sync(in: table.group)
        let told = try await notices(alice) {
            _ = try await alice.sync(in: table.group)
            #expect(try await alice.view(table.group).lateChanges == [party: 2])
        }
        #expect(told.contains { if case .lateChanges(_, party, 2) = $0 { true } else { false } })
        await table.close("Alice")
        let again = try await table.open("Alice")
        let changes = try await again.lateChanges(in: table.group)
        #expect(changes.map(\.kindName) == ["ExpenseLogged", "MessagePosted"])
        #expect(
            try await failure { _ = try await may.lateChanges(in: table.group) }.code
                == "ORGANISER_ONLY")
        #expect(try await balance(again, party, in: table.group) == nil)
        #expect(
            try await failure {
                _ = try await again.applyLate(changes[1].id, in: table.group)
            }.code == "NOT_MONEY")
        _ = try await again.applyLate(changes[0].id, in: table.group)
        #expect(try await balance(again, party, in: table.group) == 800)
        #expect(
            try await failure {
                _ = try await again.applyLate(changes[0].id, in: table.group)
            }.code == "APPLIED_ALREADY")
        #expect(try await again.lateChanges(in: table.group).map(\.kindName) == ["MessagePosted"])
        try await table.syncAll(["May", "Alice"])
        #expect(try await balance(may, party, in: table.group) == 800)
        try await table.expectSame(["Alice", "May"])
        await table.closeAll()
    }
}
