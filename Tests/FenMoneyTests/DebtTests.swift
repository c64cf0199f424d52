import FenMoney
import Testing

@Suite("What one owes another")
struct DebtTests {
    private func between(_ one: PartyID, _ two: PartyID, _ unit: MoneyUnit) throws -> Int64 {
        try unit.debts().reduce(0) { $0 + $1.owed(to: one, by: two) }
    }

    @Test("two of three paid: the third owes each their part, the payers are even")
    func twoPaid() throws {
        var unit = expense(3000, by: bob, among: [alice, bob, may])
        unit.paidBy = [Payment(party: bob, amount: 1500), Payment(party: may, amount: 1500)]
        #expect(try between(alice, bob, unit) == -500)
        #expect(try between(alice, may, unit) == -500)
        #expect(try between(bob, may, unit) == 0)
        unit.refund = true
        #expect(try between(alice, bob, unit) == 500)
    }

    @Test("one paid: everybody owes their whole share to them")
    func onePaid() throws {
        let unit = expense(1000, by: bob, among: [alice, bob, may])
        #expect(try between(bob, alice, unit) == 333)
        #expect(try between(bob, may, unit) == 333)
        #expect(try between(alice, may, unit) == 0)
        #expect(try between(bob, bob, unit) == 0)
    }

    @Test("over random expenses: no debt below zero, antisymmetric, sums to the balance")
    func properties() throws {
        try forEachSeed(400) { (numbers, seed) throws in
            let people = (1...Int.random(in: 1...7, using: &numbers)).map(person)
            let unit = random(people, &numbers)
            let moves = try balances([unit])
            #expect(
                try unit.debts().allSatisfy { unit.refund ? $0.amount < 0 : $0.amount > 0 }, seed)
            for one in people {
                var sum: Int128 = 0
                for two in people {
                    let owed = try between(one, two, unit)
                    #expect(owed == -(try between(two, one, unit)), seed)
                    sum += Int128(owed)
                }
                #expect(sum == moves[one, default: 0], seed)
            }
        }
    }

    /// An expense or refund of any mode with one or more payers, in any currency.
    private func random(_ people: [PartyID], _ numbers: inout SeededNumbers) -> MoneyUnit {
        let payers = some(of: people, &numbers).map {
            Payment(party: $0, amount: Int64.random(in: 1...9999, using: &numbers))
        }
        let amount = payers.reduce(0) { $0 + $1.amount }
        let sharers = some(of: people, &numbers)
        var split = Split.equally(sharers)
        if Bool.random(using: &numbers) {
            split = Split(
                mode: .shares,
                parts: sharers.map {
                    SplitPart(party: $0, value: Int64.random(in: 1...50, using: &numbers))
                })
        }
        return MoneyUnit(
            amount: amount, currency: eur, paidBy: payers, split: split,
            settlementAmount: Int64.random(in: 1...20_000, using: &numbers),
            refund: Bool.random(using: &numbers))
    }

    /// One or more of these, in their order.
    private func some(of people: [PartyID], _ numbers: inout SeededNumbers) -> [PartyID] {
        let chosen = people.filter { _ in Bool.random(using: &numbers) }
        return chosen.isEmpty ? [people[0]] : chosen
    }
}
