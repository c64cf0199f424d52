import FenEncoding
import FenMoney
import Testing

@Suite("Settlement plans")
struct SettlementTests {
    private func plan(_ amounts: [Int128]) throws -> SettlementPlan {
        let balances = amounts.enumerated().map { (person($0.offset + 1), $0.element) }
        return try SettlementPlanner.plan(balances: balances)
    }

    /// Transfers as "3>1 400", by the numbers of the people.
    private func text(_ plan: SettlementPlan) -> [String] {
        let number = { (party: PartyID) in party.raw.bytes[7] }
        return plan.transfers.map { "\(number($0.from))>\(number($0.to)) \($0.amount)" }
    }

    @Test(
        "the published vectors need so many payments",
        arguments: [
            ([3000, 2000, -3000, -2000], 2), ([400, 300, -200, -200, -300], 3),
            ([500, 400, 100, -300, -300, -400], 4),
            ([700, 600, 400, 400, -100, -500, -700, -800], 5),
            // B21, B23 (one debt of four, a ring), B24.
            ([4, -4], 1), ([0, 0, 0], 0), ([4000, 4000, -8000], 2), ([], 0),
        ] as [([Int128], Int)]
    )
    func vectors(amounts: [Int128], payments: Int) throws {
        let plan = try plan(amounts)
        #expect(plan.transfers.count == payments)
        #expect(plan.provenFewest)
    }

    @Test("equal opposites pair off first, then groups, in a fixed order")
    func order() throws {
        #expect(text(try plan([400, 300, -200, -200, -300])) == ["5>2 300", "3>1 200", "4>1 200"])
        #expect(text(try plan([5, 5, -5, -5])) == ["3>1 5", "4>2 5"])
        #expect(text(try plan([-5, 5, -5, 5])) == ["1>2 5", "3>4 5"])
        // Largest debtor to largest creditor inside a group.
        #expect(text(try plan([10, 3, -6, -7])) == ["4>1 7", "3>1 3", "3>2 3"])
    }

    @Test("of several best partitions the lexicographically smallest list of groups is taken")
    func tieRule() throws {
        // {1,3,5} {2,4,6} and {1,3,6} {2,4,5} and others all make two groups: the list that
        // begins with 1,3,4 is the smallest.
        #expect(
            text(try plan([5, 5, -2, -3, -2, -3])) == ["4>1 3", "3>1 2", "6>2 3", "5>2 2"])
        // A group of two would come first, but equal opposites are gone already; of {1,2,5} and
        // {1,3,4} the first is smaller.
        #expect(
            text(try plan([6, -2, -1, -5, -4, 6])).first == "5>1 4")
    }

    @Test("one creditor for a whole crowd is provably fewest beyond the search")
    func crowd() throws {
        let debts = (1...40).map { Int128($0) }
        let plan = try plan([debts.reduce(0, +)] + debts.map { -$0 })
        #expect(plan.transfers.count == 40)
        #expect(plan.provenFewest)
    }

    @Test("beyond twenty people the plan is greedy and says that it may not be the fewest")
    func beyond() throws {
        // Eleven creditors of 2k and eleven debtors of other sizes, no equal opposites.
        let credits = (1...11).map { Int128(2 * $0 * 100) }
        var debts = (1...10).map { Int128(-(2 * $0 + 1) * 90) }
        debts.append(-(credits.reduce(0, +) + debts.reduce(0, +)))
        let plan = try plan(credits + debts)
        #expect(!plan.provenFewest)
        #expect(plan.transfers.count <= 21)
        #expect(plan.transfers.allSatisfy { $0.amount > 0 })
    }

    @Test("balances that do not cancel out are reported, not patched (B08)")
    func notZeroSum() {
        let error = refusal { try plan([-3, -50_735, 50_735]) }
        #expect(error?.code == .notZeroSum)
        #expect(error?.message == "the balances sum to -3 minor units instead of 0")
        let twice = refusal {
            try SettlementPlanner.plan(balances: [(alice, 5), (alice, -5)])
        }
        #expect(twice?.code == .notZeroSum)
    }

    @Test("sums and payments that do not fit are named errors, never a trap")
    func extremes() throws {
        let most = Int128.max
        let beyond: Int128 = 1 << 63
        let hostile: [[Int128]] = [
            [most, most, -most, -most], [Int128.min, most, 1], [most, -most], [beyond, -beyond],
            [Int128.min, Int128.min],
        ]
        for amounts in hostile {
            let error = refusal { try plan(amounts) }
            #expect(error?.code == .overflow)
        }
        // Beyond 64 bits in sum, each payment within.
        let large = Int128(Int64.max)
        let sums: [Int128] = [large, large - 1, large - 2, 4 - large, 6 - large, -7 - large]
        let wide = try plan(sums)
        #expect(wide.provenFewest)
        let pair = try plan([large, -large])
        #expect(pair.transfers.map(\.amount) == [Int64.max])
    }

    @Test("twenty people in general position, and with many zero-sum groups")
    func twenty() throws {
        var numbers = SeededNumbers(seed: 20)
        var amounts = (0..<19).map { _ in
            Int128.random(in: -1_000_000_000...1_000_000_000, using: &numbers)
        }
        amounts.append(-amounts.reduce(0, +))
        let general = try plan(amounts)
        #expect(general.provenFewest)
        #expect(general.transfers.count == 19)
        // Six groups of three and one of two that pairs off: 6 · 2 + 1 payments.
        var crafted: [Int128] = []
        for index in 1...6 {
            let size = Int128(1) << Int128(3 * index)
            crafted += [3 * size, -size, -2 * size]
        }
        crafted += [1, -1]
        let plan = try plan(crafted.shuffled(using: &numbers))
        #expect(plan.transfers.count == 13)
        #expect(plan.provenFewest)
    }
}
