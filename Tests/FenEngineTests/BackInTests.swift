import FenLedger
import FenMoney
import FenProtocol
import Testing

@testable import FenEngine

/// Back in with a member's help: what becomes of the group.
@Suite("back in", .serialized)
struct BackInTests {
    /// Alice's group with Bob and May; Bob has paid for something.
    private func three() async throws -> (table: Table, old: PartyID) {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        _ = try await table.join("May")
        try await table.syncAll(["Bob", "May"])
        try await table.spend("Bob", "Stew", 900, among: ["Alice", "May"])
        try await table.spend("Alice", "Tea", 300, among: ["Bob", "May"])
        try await table.syncAll(["Bob", "May", "Alice"])
        return (table, try await table.party("Bob"))
    }

    @Test("the organiser helps: the new key has the old one's money and rights at once")
    func organiserHelps() async throws {
        let (table, old) = try await three()
        let alice = try await table.open("Alice")
        let before = try await balance(alice, old, in: table.group)
        await table.close("Bob")
        let (report, taken) = try await table.helpBack(
            "New", as: "Bob", old: old, helper: "Alice")
        #expect(report.groups.map(\.deed) == [.rekeyed] && taken.groups == [table.group])
        let new = try await table.party("New")
        let bob = try await table.open("New")
        #expect(try await bob.view(table.group).myStatus == .active)
        #expect(try await table.expenses("New") == ["Stew", "Tea"])
        try await table.syncAll(["May", "New", "Alice"])
        for name in ["Alice", "May", "New"] {
            let engine = try await table.open(name)
            #expect(try await balance(engine, new, in: table.group) == before, "\(name)")
            #expect(try await balance(engine, old, in: table.group) == nil, "\(name)")
            let view = try await engine.view(table.group)
            #expect(view.member(old)?.successor == new && view.member(old)?.status == .removed)
            #expect(view.member(new)?.name == "Bob" && view.member(new)?.needsTag == false)
        }
        // What the old key logged is the new one's to change.
        var query = EntryQuery()
        query.includesSettlements = false
        let stew = try #require(
            try await bob.entries(query, in: table.group).first { $0.author == old })
        _ = try await bob.deleteExpense(stew.id, in: table.group)
        try await table.spend("New", "Soup", 200, among: ["May"])
        try await table.syncAll(["May", "New", "Alice"])
        #expect(try await table.expenses("May") == ["Soup", "Tea"])
        try await table.expectSame(["Alice", "May", "New"])
        await table.closeAll()
    }

    @Test("the old device reads nothing new, is told why, and what it writes counts no more")
    func oldDevice() async throws {
        let (table, old) = try await three()
        // It is away, and writes once more before it hears anything.
        let away = try await table.open("Bob")
        try await table.use(ForgetfulBackend(), for: "Bob")
        try await table.spend("Bob", "Unseen", 100, among: ["Alice"])
        try await table.helpBack("New", as: "Bob", old: old, helper: "Alice")
        try await table.spend("Alice", "Secret", 700, among: ["New"])
        await table.close("Bob")
        _ = away
        let again = try await table.open("Bob")
        let told = try await notices(again) {
            _ = try await again.sync(in: table.group)
            let view = try await again.view(table.group)
            #expect(view.isOut)
            #expect(view.replaced?.successor == (try await table.party("New")))
            #expect(try await !table.expenses("Bob").contains("Secret"))
            let refused = try await failure {
                _ = try await again.postMessage("It is me", in: table.group)
            }
            #expect(refused.code == "REKEYED")
            #expect(try await again.heldEpochs(in: table.group) == [0])
        }
        #expect(told.contains { if case .outOfGroup = $0 { true } else { false } })
        await table.close("Bob")
        try await table.syncAll(["Alice", "New", "May"])
        let alice = try await table.open("Alice")
        let late = try await alice.lateChanges(in: table.group)
        #expect(late.allSatisfy { $0.label == .afterRemoval })
        #expect(try await !table.expenses("May").contains("Unseen"))
        #expect(try await table.expenses("New").contains("Secret"))
        try await table.expectSame(["Alice", "May", "New"])
        await table.closeAll()
    }

    @Test("another member helps: the new device reads and waits, the organiser gives the new key")
    func memberHelps() async throws {
        let (table, old) = try await three()
        let (report, _) = try await table.helpBack("New", as: "Bob", old: old, helper: "May")
        #expect(report.groups.map(\.deed) == [.vouched])
        let new = try await table.party("New")
        let bob = try await table.open("New")
        #expect(try await table.expenses("New") == ["Stew", "Tea"])
        #expect(try await bob.view(table.group).myStatus == .pending)
        let waiting = try await failure { try await table.spend("New", "Early", 100) }
        #expect(waiting.code == "KEY_WAITING")
        let may = try await table.open("May")
        let denied = try await failure {
            _ = try await may.rekey(old, to: nil, in: table.group)
        }
        #expect(denied.code == "ORGANISER_ONLY")

        // The old device is alive: it is told, once, by whom.
        let alive = try await table.open("Bob")
        let alarm = try await notices(alive) {
            _ = try await alive.sync(in: table.group)
            _ = try await alive.sync(in: table.group)
        }
        let vouches = alarm.compactMap { notice -> VouchView? in
            if case .vouched(_, let vouch) = notice { vouch } else { nil }
        }
        #expect(vouches.map(\.member) == [old] && vouches[0].successor == new)
        #expect(vouches[0].vouchers == [try await table.party("May")])
        await table.close("Bob")

        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).vouches.map(\.successor) == [new])
        let nobody = try await failure {
            _ = try await alice.rekey(
                try await table.party("May"), to: nil, in: table.group)
        }
        #expect(nobody.code == "NO_VOUCH")
        let given = try await alice.rekey(old, to: nil, in: table.group)
        #expect(given.view.vouchers == [try await table.party("May")])
        #expect(given.rotation.epoch == 1)
        _ = try await bob.sync(in: table.group)
        #expect(try await bob.view(table.group).myStatus == .active)
        try await table.spend("New", "Soup", 200, among: ["May"])
        try await table.syncAll(["May", "Alice", "New"])
        #expect(try await alice.view(table.group).vouches.isEmpty)
        #expect(try await table.expenses("Alice") == ["Soup", "Stew", "Tea"])
        try await table.expectSame(["Alice", "May", "New"])
        await table.closeAll()
    }

    @Test("a key that changed between the vouching and the organiser's word reaches the new device")
    func rotatedMeanwhile() async throws {
        let (table, old) = try await three()
        try await table.helpBack("New", as: "Bob", old: old, helper: "May")
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        _ = try await alice.rotateKey(in: table.group)
        _ = try await alice.rotateKey(in: table.group)
        _ = try await alice.rekey(old, to: nil, in: table.group)
        try await table.spend("Alice", "Late", 100, among: ["New"])
        try await table.syncAll(["New", "May", "New"])
        #expect(try await table.open("New").view(table.group).myStatus == .active)
        #expect(try await table.expenses("New").contains("Late"))
        try await table.expectSame(["Alice", "May", "New"])
        await table.closeAll()
    }

    @Test("the organiser's laptop is lost: the deputy takes over and gives the new key")
    func deputyHelps() async throws {
        let (table, _) = try await three()
        let alice = try await table.open("Alice")
        let old = try await table.party("Alice")
        _ = try await alice.nameDeputy(try await table.party("May"), in: table.group)
        try await table.syncAll(["May", "Bob"])
        await table.close("Alice")
        let (id, code) = try await table.ask("New", as: "Alice", helper: "May")
        let may = try await table.open("May")
        let candidate = try #require(
            try await may.helping(id).candidates.first { $0.party == old })
        #expect(candidate.isNamed && candidate.groups[0].wasOrganiser)
        #expect(candidate.groups[0].isDeputy)
        _ = try await may.takeOver(in: table.group)
        try await may.tryCode(code, of: id)
        let report = try await may.handOver(to: old, for: id)
        #expect(report.groups.map(\.deed) == [.rekeyed])
        let new = try await table.open("New")
        _ = try await new.takeBack(report.link)
        _ = try await new.takeOfferedGroups(folder: table.storePath)
        #expect(try await new.view(table.group).myStatus == .active)
        #expect(try await new.view(table.group).organiser == (try await table.party("May")))
        try await table.spend("New", "Soup", 200, among: ["May"])
        try await table.syncAll(["May", "Bob", "New"])
        #expect(try await table.expenses("Bob") == ["Soup", "Stew", "Tea"])
        try await table.expectSame(["May", "Bob", "New"])
        await table.closeAll()
    }

    @Test("without a store whoever is vouched for waits at a member's device, as a joiner does")
    func withoutStore() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let address = try #require(await alice.listening.first?.address)
        _ = try await table.meet("Bob")
        let old = try await table.party("Bob")
        try await table.spend("Bob", "Stew", 900, among: ["Alice"])
        _ = try await table.meet("May")
        try await table.settleDown(["Alice", "Bob", "May"])
        await table.close("Bob")
        try await table.helpBack("New", as: "Bob", old: old, helper: "May")
        #expect(try await eventually { try await !alice.view(table.group).vouches.isEmpty })
        let new = try await table.open("New")
        _ = try await new.connect(to: address, in: table.group)
        #expect(try await new.view(table.group).myStatus == .pending)
        #expect(try await eventually { try await table.expenses("New") == ["Stew"] })
        let given = try await alice.rekey(old, to: nil, in: table.group)
        #expect(given.rotation.publication == .delivered)
        #expect(try await eventually { try await new.view(table.group).myStatus == .active })
        try await table.spend("New", "Soup", 200, among: ["Alice"])
        #expect(try await eventually { try await table.expenses("Alice") == ["Soup", "Stew"] })
        // The old key is turned away.
        let bob = try await table.open("Bob")
        let refused = try await failure {
            _ = try await bob.connect(to: address, in: table.group)
        }
        #expect(refused.message.contains("removed"))
        #expect(try await table.expenses("Bob") == ["Stew"])
        await table.closeAll()
    }
}
