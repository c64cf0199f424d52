import FenMoney
import Testing

@Suite("Money units")
struct MoneyUnitTests {
    private func moves(_ unit: MoneyUnit) throws -> [PartyID: Int64] {
        Dictionary(uniqueKeysWithValues: try unit.contributions())
    }

    @Test("one of three paid (B01): no cent vanishes")
    func oneOfThree() throws {
        let unit = expense(100, by: alice, among: [alice, bob, may])
        #expect(try moves(unit) == [alice: 66, bob: -33, may: -33])
    }

    @Test("a settled group stays settled (B02, B05): nothing is left, nothing is suggested")
    func settles() throws {
        let unit = expense(100, by: alice, among: [alice, bob, may])
        let before = try balances([unit])
        let plan = try SettlementPlanner.plan(balances: before.map { ($0.key, $0.value) })
        #expect(plan.transfers.count == 2)
        let after = try balances([unit], settled: plan.transfers)
        #expect(after.values.allSatisfy { $0 == 0 })
        let rest = try SettlementPlanner.plan(balances: after.map { ($0.key, $0.value) })
        #expect(rest == SettlementPlan(transfers: [], provenFewest: true))
    }

    @Test("who settled and left stays at exactly zero (B06)")
    func leaver() throws {
        var units = [1000, 1001, 1, 333].map { expense($0, by: alice, among: [alice, bob, may]) }
        units.append(expense(77, by: may, among: [alice, bob, may]))
        let owed = try balances(units)[may, default: 0]
        let payment = Transfer(from: may, to: alice, amount: Int64(-owed))
        units.append(expense(500, by: bob, among: [alice, bob]))
        let after = try balances(units, settled: [payment])
        #expect(after[may] == 0)
        #expect(after.values.reduce(0, +) == 0)
    }

    @Test("someone who paid for others only (B24)")
    func lesson() throws {
        let dinner = expense(6000, by: alice, among: [alice, bob, may])
        let boat = expense(12_000, by: bob, among: [bob, may])
        let sums = try balances([dinner, boat])
        #expect(sums == [alice: 4000, bob: 4000, may: -8000])
        let plan = try SettlementPlanner.plan(balances: sums.map { ($0.key, $0.value) })
        #expect(
            plan.transfers == [
                Transfer(from: may, to: alice, amount: 4000),
                Transfer(from: may, to: bob, amount: 4000),
            ])
    }

    @Test("percent, untouched (B14), and weights kept as typed (B16, B20)")
    func modes() throws {
        let parts = [(alice, 2500), (bob, 2500), (may, 5000)] as [(PartyID, Int64)]
        let split = Split(
            mode: .percent, parts: parts.map { SplitPart(party: $0.0, value: $0.1) })
        var unit = expense(2000, by: alice, among: [alice])
        unit.split = split
        try unit.validate(groupCurrency: eur)
        #expect(try unit.shares(inGroupCurrency: false).map(\.1) == [500, 500, 1000])
        unit.split.mode = .shares
        unit.split.parts = [SplitPart(party: alice, value: 2), SplitPart(party: bob, value: 3)]
        unit.amount = 1001
        unit.settlementAmount = 1001
        unit.paidBy = [Payment(party: alice, amount: 1001)]
        try unit.validate(groupCurrency: eur)
        #expect(try unit.shares(inGroupCurrency: false).map(\.1) == [400, 601])
    }

    @Test("percent are summed as integers (O1)")
    func percentSums() throws {
        for values in [[1429, 1429, 1429, 1429, 1429, 1429, 1426], [2872, 3548, 3580]] {
            var unit = expense(10_000, by: alice, among: [alice])
            unit.split = Split(
                mode: .percent,
                parts: values.enumerated().map {
                    SplitPart(party: person($0.offset + 1), value: Int64($0.element))
                })
            try unit.validate(groupCurrency: eur)
        }
    }

    @Test("a refund of the same split nets everyone to zero, to the cent (O7)")
    func refund() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let unit = randomUnit(&numbers)
            var back = unit
            back.refund = true
            let sums = try balances([unit, back])
            #expect(sums.values.allSatisfy { $0 == 0 }, seed)
        }
    }

    private func randomUnit(_ numbers: inout SeededNumbers) -> MoneyUnit {
        let people = (1...8).map(person).shuffled(using: &numbers)
        let payers = people.prefix(Int.random(in: 1...3, using: &numbers)).sorted()
        let paid = payers.map {
            Payment(party: $0, amount: Int64.random(in: 1...1_000, using: &numbers))
        }
        let amount = paid.reduce(0) { $0 + $1.amount }
        let takers = people.suffix(Int.random(in: 1...7, using: &numbers)).sorted()
        let isEqual = Bool.random(using: &numbers)
        let parts = takers.map { taker in
            SplitPart(
                party: taker, value: isEqual ? 1 : Int64.random(in: 1...100, using: &numbers))
        }
        return MoneyUnit(
            amount: amount, currency: money("USD"), paidBy: paid,
            split: Split(mode: isEqual ? .equal : .shares, parts: parts),
            settlementAmount: Int64.random(in: 1...100_000, using: &numbers),
            rate: try? Rate(protocolText: "0.9")
        )
    }

    @Test("contributions sum to zero and come ascending, once a party")
    func zeroSum() throws {
        try forEachSeed(500) { (numbers, seed) throws in
            var unit = randomUnit(&numbers)
            unit.refund = Bool.random(using: &numbers)
            try unit.validate(groupCurrency: eur)
            let moves = try unit.contributions()
            #expect(moves.reduce(0) { $0 + $1.1 } == 0, seed)
            #expect(zip(moves, moves.dropFirst()).allSatisfy { $0.0 < $1.0 }, seed)
        }
    }

    @Test("a unit that is off is refused by what is wrong")
    func refused() throws {
        let good = expense(1000, by: alice, among: [alice, bob])
        try good.validate(groupCurrency: eur)
        let faults: [(MoneyError.Code, (inout MoneyUnit) -> Void)] = [
            (.amountOutOfRange, { $0.amount = 0 }),
            (.amountOutOfRange, { $0.amount = MoneyLimits.largestAmount + 1 }),
            (.amountOutOfRange, { $0.settlementAmount = 0 }),
            (.amountOutOfRange, { $0.settlementAmount = .min }),
            (.amountOutOfRange, { $0.paidBy[0].amount = -1 }),
            (.splitMisses, { $0.paidBy[0].amount = 999 }),
            (.badMoneyUnit, { $0.paidBy = [] }),
            (.badMoneyUnit, { $0.paidBy += $0.paidBy }),
            (.badMoneyUnit, { $0.split.parts.reverse() }),
            (.badMoneyUnit, { $0.split.parts = [] }),
            (.badMoneyUnit, { $0.split = .equally((1...129).map(person)) }),
            (.amountOutOfRange, { $0.split.parts[0].value = 2 }),
            (.splitMisses, { $0.split.mode = .amount }),
            (.splitMisses, { $0.split.mode = .percent }),
            (
                .amountOutOfRange,
                {
                    $0.split = Split(
                        mode: .shares,
                        parts: [
                            SplitPart(party: alice, value: 1_000_001)
                        ])
                }
            ),
            (.badMoneyUnit, { $0.rate = try? Rate(protocolText: "1") }),
            (.badMoneyUnit, { $0.settlementAmount = 999 }),
            (.badMoneyUnit, { $0.currency = money("USD") }),
        ]
        for (index, (code, fault)) in faults.enumerated() {
            var unit = good
            fault(&unit)
            let error = refusal { try unit.validate(groupCurrency: eur) }
            #expect(error?.code == code, "fault \(index)")
        }
    }

    @Test("an unchecked unit from elsewhere is an error, never a trap")
    func hostile() {
        for amount in [Int64.min, -1, 0, Int64.max] {
            var unit = expense(5, by: alice, among: [alice, bob])
            unit.settlementAmount = amount
            unit.refund = true
            let error = refusal { try unit.contributions() }
            #expect(error?.code == .amountOutOfRange)
        }
        var unit = expense(5, by: alice, among: [alice, bob])
        unit.split = Split(mode: .shares, parts: [SplitPart(party: alice, value: -3)])
        let error = refusal { try unit.contributions() }
        #expect(error?.code == .badSplit)
    }

    @Test("a settlement amount other than the rate's is told, not refused")
    func convertedOtherwise() throws {
        var unit = expense(1999, by: alice, among: [alice, bob])
        unit.currency = money("USD")
        unit.rate = try Rate(protocolText: "0.87")
        unit.settlementAmount = 1739
        #expect(unit.convertedOtherwise(groupCurrency: eur) == nil)
        unit.settlementAmount = 1740
        try unit.validate(groupCurrency: eur)
        #expect(unit.convertedOtherwise(groupCurrency: eur) == 1739)
    }
}
