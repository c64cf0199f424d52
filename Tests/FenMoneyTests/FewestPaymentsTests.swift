import FenMoney
import Testing

/// The plan against two ways of settling that are written here and nowhere else: greedily, and by
/// trying every division.
@Suite("The fewest payments, by seed")
struct FewestPaymentsTests {
    /// How many payments there are where the largest debtor always pays the largest creditor.
    private func greedyCount(_ amounts: [Int128]) -> Int {
        var open = amounts
        var count = 0
        while let most = open.max(), let least = open.min(), most > 0,
            let creditor = open.firstIndex(of: most), let debtor = open.firstIndex(of: least)
        {
            let amount = min(most, -least)
            open[creditor] -= amount
            open[debtor] += amount
            count += 1
        }
        return count
    }

    /// People less the most groups that come to zero: over every subset, which of its people can
    /// be left out so that the rest comes to zero in the most groups.
    private func fewestByDivision(_ amounts: [Int128]) -> Int {
        let open = amounts.filter { $0 != 0 }
        var most = [Int](repeating: 0, count: 1 << open.count)
        for subset in 1..<most.count {
            var sum: Int128 = 0
            for place in open.indices where subset & 1 << place != 0 {
                sum += open[place]
                most[subset] = max(most[subset], most[subset & ~(1 << place)])
            }
            if sum == 0 { most[subset] += 1 }
        }
        return open.count - (most.last ?? 0)
    }

    @Test("never more payments than greedily, whatever the number of people")
    func greedy() throws {
        try forEachSeed(400) { (numbers, seed) throws in
            let most: Int128 = Bool.random(using: &numbers) ? 9 : 100_000
            let amounts = randomBalances(&numbers, people: 2...30, upTo: most)
            let plan = try SettlementPlanner.plan(balances: named(amounts))
            #expect(plan.transfers.count <= greedyCount(amounts), seed)
        }
    }

    @Test("B21 up to ten people as few as any division gives")
    func division() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let most = Int128.random(in: 3...60, using: &numbers)
            let amounts = randomBalances(&numbers, people: 2...10, upTo: most)
            let plan = try SettlementPlanner.plan(balances: named(amounts))
            #expect(plan.provenFewest, seed)
            #expect(plan.transfers.count == fewestByDivision(amounts), seed)
        }
    }

    @Test("V1 V2 V3 V5 the published balances, greedily and at least")
    func vectors() throws {
        let table: [([Int128], Int, Int)] = [
            ([3000, 2000, -3000, -2000], 2, 2), ([400, 300, -200, -200, -300], 4, 3),
            ([500, 400, 100, -300, -300, -400], 5, 4),
            ([700, 600, 400, 400, -100, -500, -700, -800], 7, 5),
        ]
        for (amounts, greedy, fewest) in table {
            #expect(greedyCount(amounts) == greedy)
            #expect(fewestByDivision(amounts) == fewest)
            #expect(
                try SettlementPlanner.plan(balances: named(amounts)).transfers.count == fewest)
        }
    }

    @Test("B08 a sum that is not zero is always reported by how much, and never patched")
    func reported() throws {
        forEachSeed(100) { numbers, seed in
            var amounts = randomBalances(&numbers, people: 2...9, upTo: 1000)
            let off = Int128.random(in: 1...99, using: &numbers)
            amounts[0] += Bool.random(using: &numbers) ? off : -off
            let sum = amounts.reduce(0, +)
            let error = refusal { try SettlementPlanner.plan(balances: named(amounts)) }
            #expect(error?.code == .notZeroSum, seed)
            #expect(error?.message.contains("\(sum) minor units") == true, seed)
        }
    }

    @Test("who settles as one: sums stay, nobody pays inside, and no plan gets longer")
    func households() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let amounts = randomBalances(&numbers, people: 3...10, upTo: 40)
            let balances = named(amounts)
            let people = balances.map(\.0).shuffled(using: &numbers)
            let size = Int.random(in: 2...3, using: &numbers)
            let cut = min(people.count, size + 2)
            let pairs = Households([Array(people[..<size]), Array(people[size..<cut])])
            let merged = try pairs.merged(balances)
            #expect(merged.reduce(0) { $0 + $1.1 } == 0, seed)
            let plan = try SettlementPlanner.plan(balances: merged)
            #expect(
                plan.transfers.count <= fewestByDivision(amounts),
                "\(seed): the payments of the plan of each alone would do")
            var left: [[PartyID]: Int128] = [:]
            for (party, amount) in balances {
                left[pairs.people(with: party), default: 0] += amount
            }
            for transfer in plan.transfers {
                #expect(!pairs.areOne(transfer.from, transfer.to), seed)
                left[pairs.people(with: transfer.from), default: 0] += Int128(transfer.amount)
                left[pairs.people(with: transfer.to), default: 0] -= Int128(transfer.amount)
            }
            #expect(left.values.allSatisfy { $0 == 0 }, seed)
            // A payment names the one with the largest debt, or credit.
            let alone = Dictionary(uniqueKeysWithValues: balances)
            for (party, sum) in merged where sum != 0 {
                for one in pairs.people(with: party) {
                    let (named, other) = (alone[party] ?? 0, alone[one] ?? 0)
                    #expect(sum < 0 ? named <= other : named >= other, seed)
                }
            }
        }
    }

    @Test("households that share somebody are one, and one person is none")
    func joined() {
        let pairs = Households([[bob, alice], [may], [may, may], [person(5), bob]])
        #expect(pairs.all == [[alice, bob, person(5)]])
        #expect(pairs.people(with: may) == [may])
        #expect(pairs.areOne(may, may) && !pairs.areOne(may, alice))
        #expect(Households().isEmpty && Households([[alice]]).isEmpty)
        #expect(
            Households([[alice, bob], [person(4), person(5)], [bob, person(5)]]).all.count == 1)
    }
}
