import FenCrypto
import FenEncoding
import FenMoney
import FenPeer
import FenProtocol
import FenStore
import TestSupport
import Testing

@testable import FenEngine

/// Cases of the ledger that need an event no command writes yet, or never will.
@Suite("Cases: people who left, and money nobody could have typed")
struct LedgerCaseTests {
    @Test("B06 who left with a debt stays until it is settled, then is hidden, and stays at zero")
    func leaver() async throws {
        var random = SeededGenerator(for: "B06")
        let euro = try #require(Currency(code: "EUR"))
        for _ in 0..<4 {
            let table = try await Table.make()
            let alice = try await table.open("Alice")
            let bob = try await table.join("Bob")
            _ = try await table.join("May")
            for number in 0..<4 {
                let two = ["Alice", "May"].shuffled(using: &random)
                try await table.spend(
                    two[0], "Round \(number)", 1 + Int64(random.below(10_000)),
                    among: random.below(2) == 0 ? ["Bob"] : ["Bob", two[1]])
            }
            for name in ["Alice", "May", "Bob", "Alice"] {
                _ = try await table.open(name).sync(in: table.group)
            }
            let bobs = try await table.party("Bob")
            let rows = try await alice.balances(in: table.group).rows
            #expect(rows.reduce(0) { $0 + $1.minor } == 0)
            let owed = Int64(-(rows.first { $0.party == bobs }?.minor ?? 0))
            _ = try await bob.write(
                .memberRemoved(MemberRemoved(member: try await table.key("Bob"))),
                in: table.group)
            _ = try await bob.sync(in: table.group)
            _ = try await alice.sync(in: table.group)
            #expect(try await alice.view(table.group).member(bobs)?.status == .left)
            // The row and the debts stay, in the plan too.
            let row = try await balance(alice, bobs, in: table.group)
            #expect(row == (owed == 0 ? nil : Int128(-owed)))
            let plan = try await alice.plan(in: table.group)
            #expect(plan.transfers.contains { $0.from == bobs } == (owed > 0))
            // A part of it leaves the row; the whole of it hides it.
            for part in [owed / 2, owed - owed / 2] where part > 0 {
                #expect(try await balance(alice, bobs, in: table.group) != nil)
                _ = try await alice.recordSettlement(
                    SettlementDraft(
                        from: bobs, to: try await table.party("Alice"), amount: part,
                        currency: euro, settlementAmount: part), in: table.group)
            }
            for amount in [Int64(1), 100, 333] {
                try await table.spend("Alice", "Later", amount, among: ["May"])
            }
            #expect(try await balance(alice, bobs, in: table.group) == nil)
            #expect(
                try await !alice.plan(in: table.group).transfers.contains {
                    $0.from == bobs || $0.to == bobs
                })
            let after = try await alice.balances(in: table.group).rows
            #expect(after.reduce(0) { $0 + $1.minor } == 0)
            await table.closeAll()
        }
    }

    @Test("B35 amounts beyond every limit that a device sends are kept out, and the ledger opens")
    func beyond() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Tea", 1_000, among: ["Bob"])
        let before = try await alice.balances(in: table.group).rows
        let bobs = try await table.key("Bob")
        for amount in [
            String(repeating: "9", count: 46), "9223372036854775808", "9007199254740993",
            "1000000000000001", "0", "-5", "1.5", "1e9", "\"12\"",
        ] {
            let payload = """
                {"amount":\(amount),"currency":"EUR","date":"2026-07-01","description":"Planet",\
                "kind":"ExpenseLogged","paid_by":[{"amount":\(amount),"member":"\(bobs.hex)"}],\
                "settlement_amount":\(amount),"split":{"mode":"equal",\
                "parts":[{"member":"\(bobs.hex)","value":1}]}}
                """
            let line = try await bob.lineOfTomorrow(payload, in: table.group)
            _ = try await bob.takePeerLines(
                [line], in: table.group, from: try #require(try await table.key("Alice").x25519))
            let taken = try await alice.takePeerLines(
                [line], in: table.group, from: try #require(bobs.x25519))
            #expect(taken.stored.values.reduce(0) { $0 + $1.count } == 1, "\(amount)")
            let after = try await alice.balances(in: table.group).rows
            #expect(after.elementsEqual(before) { $0 == $1 }, "\(amount)")
        }
        let events = try await alice.timeline(.last(50), in: table.group)
        let corrupt = events.filter { item in
            if case .event(let event) = item { event.label == .corrupt } else { false }
        }
        #expect(corrupt.count == 9)
        // It opens again, goes on, and is exported.
        await table.close("Alice")
        let again = try await table.open("Alice")
        try await table.spend("Alice", "Cake", 500, among: ["Bob"])
        #expect(try await again.balances(in: table.group).rows.reduce(0) { $0 + $1.minor } == 0)
        #expect(try await again.audit(in: table.group).isClean)
        await table.closeAll()
    }

    @Test("B08 balances that do not come to zero are reported as a defect, and never patched")
    func unbalanced() async throws {
        var random = SeededGenerator(for: "B08")
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        try await table.spend("Alice", "Tea", 1_001, among: ["Bob"])
        let before = try await alice.balances(in: table.group).rows
        for name in ["Alice", "Bob"] {
            let off = Int128(random.below(2) == 0 ? 1 + random.below(9) : -1 - random.below(9))
            try await alice.misplace(off, of: try await table.party(name), in: table.group)
            for _ in 0..<2 {
                let refused = try await failure { _ = try await alice.balances(in: table.group) }
                #expect(refused.code == "UNBALANCED" && refused.status == .defect)
                #expect(refused.hint?.contains("/rebuild") == true)
                let planned = try await failure { _ = try await alice.plan(in: table.group) }
                #expect(planned.code == "UNBALANCED")
            }
            _ = try await alice.rebuild(in: table.group)
            let after = try await alice.balances(in: table.group).rows
            #expect(after.elementsEqual(before) { $0 == $1 })
        }
        await table.closeAll()
    }
}

extension Engine {
    /// What a defect would do: money in a balance that no entry has moved.
    fileprivate func misplace(_ minor: Int128, of party: PartyID, in id: GroupID) throws {
        try change(id) { group in
            try database.balances.add(minor, to: party.raw, in: group.number)
        }
    }
}
