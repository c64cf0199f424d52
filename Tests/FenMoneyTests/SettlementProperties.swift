import FenMoney
import Testing

@Suite("Settlement plans, by seed")
struct SettlementProperties {
    @Test("a plan settles everybody, debtor to creditor, above zero, at most n − 1 times")
    func settles() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let balances = named(randomBalances(&numbers, people: 2...40, upTo: 10_000))
            let plan = try SettlementPlanner.plan(balances: balances)
            var sums = Dictionary(uniqueKeysWithValues: balances)
            for transfer in plan.transfers {
                #expect(transfer.amount > 0, seed)
                #expect(sums[transfer.from, default: 0] < 0, seed)
                #expect(sums[transfer.to, default: 0] > 0, seed)
                sums[transfer.from, default: 0] += Int128(transfer.amount)
                sums[transfer.to, default: 0] -= Int128(transfer.amount)
            }
            #expect(sums.values.allSatisfy { $0 == 0 }, seed)
            #expect(plan.transfers.count <= max(0, balances.count { $0.1 != 0 } - 1), seed)
        }
    }

    @Test("the order balances are listed in changes nothing")
    func deterministic() throws {
        try forEachSeed(100) { (numbers, seed) throws in
            let balances = named(randomBalances(&numbers, people: 2...12, upTo: 6))
            let plan = try SettlementPlanner.plan(balances: balances)
            let again = try SettlementPlanner.plan(balances: balances.shuffled(using: &numbers))
            #expect(plan == again, seed)
        }
    }

    @Test("up to eight people the plan has as few payments as trying everything finds")
    func fewest() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let amounts = randomBalances(&numbers, people: 2...8, upTo: 8)
            let plan = try SettlementPlanner.plan(balances: named(amounts))
            #expect(plan.provenFewest, seed)
            #expect(plan.transfers.count == fewestByTrying(amounts.filter { $0 != 0 }), seed)
        }
    }

    /// The first open balance is settled with each of the opposite sign, in all ways.
    private func fewestByTrying(_ amounts: [Int128]) -> Int {
        guard let first = amounts.first else { return 0 }
        var best = Int.max
        for index in amounts.indices.dropFirst() where amounts[index].signum() == -first.signum() {
            var rest = amounts
            rest[index] += first
            rest.removeFirst()
            best = min(best, 1 + fewestByTrying(rest.filter { $0 != 0 }))
        }
        return best
    }

    @Test("groups follow the rule: most groups, then the lexicographically smallest list")
    func tieRule() throws {
        try forEachSeed(150) { (numbers, seed) throws in
            // Positive small and negative odd values make many partitions and few pairs.
            let amounts = randomBalances(&numbers, people: 5...8, upTo: 5)
            let balances = named(amounts)
            let plan = try SettlementPlanner.plan(balances: balances)
            var expected: [Set<PartyID>] = []
            let open = withoutPairs(balances.filter { $0.1 != 0 })
            for group in smallestPartition(open.map(\.1)) {
                expected.append(Set(group.map { open[$0].0 }))
            }
            // Payments of a group connect exactly its people.
            let rest = plan.transfers.suffix(open.count - expected.count)
            var left = Array(rest)
            for group in expected {
                let mine = left.prefix(group.count - 1)
                #expect(Set(mine.flatMap { [$0.from, $0.to] }) == group, seed)
                left.removeFirst(mine.count)
            }
            #expect(left.isEmpty, seed)
        }
    }

    private func withoutPairs(_ balances: [(PartyID, Int128)]) -> [(PartyID, Int128)] {
        for first in balances.indices {
            for second in balances.indices where balances[first].1 == -balances[second].1 {
                // Which of several equal ones goes is the plan's rule: smallest ids first.
                let debtor = balances[first].1 < 0 ? first : second
                let creditor = debtor == first ? second : first
                let debtors = balances.indices.filter { balances[$0].1 == balances[debtor].1 }
                let creditors = balances.indices.filter { balances[$0].1 == balances[creditor].1 }
                let gone = [debtors.first, creditors.first]
                return withoutPairs(
                    balances.indices.filter { !gone.contains($0) }.map { balances[$0] })
            }
        }
        return balances
    }

    /// Every partition into zero-sum groups, the best by the rule as it is written down.
    private func smallestPartition(_ amounts: [Int128]) -> [[Int]] {
        var best: [[Int]]?
        func place(_ index: Int, _ groups: [[Int]]) {
            if index == amounts.count {
                guard groups.allSatisfy({ $0.reduce(0) { $0 + amounts[$1] } == 0 }) else { return }
                guard let current = best else {
                    best = groups
                    return
                }
                if groups.count > current.count
                    || groups.count == current.count && isSmaller(groups, current)
                {
                    best = groups
                }
                return
            }
            for group in groups.indices {
                var next = groups
                next[group].append(index)
                place(index + 1, next)
            }
            place(index + 1, groups + [[index]])
        }
        place(0, [])
        return best ?? []
    }

    private func isSmaller(_ left: [[Int]], _ right: [[Int]]) -> Bool {
        for (mine, other) in zip(left, right) where mine != other {
            return mine.lexicographicallyPrecedes(other)
        }
        return false
    }
}
