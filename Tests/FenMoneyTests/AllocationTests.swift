import FenMoney
import Testing

@Suite("Allocation")
struct AllocationTests {
    private func divide(_ total: Int64, _ weights: [Int64]) throws -> [Int64] {
        let weighted = weights.enumerated().map { (person($0.offset + 1), $0.element) }
        return try Allocation.largestRemainder(total, weights: weighted).map(\.1)
    }

    @Test(
        "the published vectors",
        arguments: [
            (100, [1, 1, 1], [34, 33, 33]), (-100, [1, 1, 1], [-34, -33, -33]),
            (1, [1, 1, 1], [1, 0, 0]),
            (7, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]),
            (1001, [1, 1], [501, 500]), (1000, [1, 2, 4], [143, 286, 571]),
            (5, [3333, 3333, 3334], [2, 1, 2]), (1000, [3333, 3333, 3334], [333, 333, 334]),
            (
                940_000, [1, 1, 1, 1, 1, 1, 1],
                [134_286, 134_286, 134_286, 134_286, 134_286, 134_285, 134_285]
            ),
            (
                330_000, [1, 1, 1, 1, 1, 1, 1],
                [47_143, 47_143, 47_143, 47_143, 47_143, 47_143, 47_142]
            ),
            (
                200_000, [1, 1, 1, 1, 1, 1, 1],
                [28_572, 28_572, 28_572, 28_571, 28_571, 28_571, 28_571]
            ),
            (
                9_007_199_254_740_993, [1, 1, 1],
                [3_002_399_751_580_331, 3_002_399_751_580_331, 3_002_399_751_580_331]
            ),
            (Int64.max, [1, 1], [4_611_686_018_427_387_904, 4_611_686_018_427_387_903]),
            (1_000_000_000_000_000, [99_999, 1], [999_990_000_000_000, 10_000_000_000]),
            // B10, B16, B30.
            (10_000, [1, 1, 1], [3334, 3333, 3333]), (1001, [2, 3], [400, 601]),
            (103, [1, 1, 1], [35, 34, 34]), (10, [1, 1, 1, 1], [3, 3, 2, 2]),
        ] as [(Int64, [Int64], [Int64])]
    )
    func vectors(total: Int64, weights: [Int64], expected: [Int64]) throws {
        #expect(try divide(total, weights) == expected)
    }

    @Test("the examples of the Money page")
    func pageExamples() throws {
        #expect(try divide(4147, [2500, 5000, 2500]) == [1037, 2073, 1037])
        let people = [alice, bob, may]
        #expect(try equal(1000, among: people, paid: [(bob, 1000)]) == [333, 334, 333])
        #expect(try equal(1000, among: people, paid: [(person(9), 1000)]) == [334, 333, 333])
        let drinks = expense(2160, by: bob, among: people)
        let dinner = MoneyUnit(
            amount: 4500, currency: money("CHF"), paidBy: [Payment(party: alice, amount: 4500)],
            split: Split(
                mode: .percent,
                parts: [
                    SplitPart(party: alice, value: 5000), SplitPart(party: bob, value: 2500),
                    SplitPart(party: may, value: 2500),
                ]
            ),
            settlementAmount: 4147, rate: try Rate(protocolText: "0.9215")
        )
        #expect(dinner.convertedOtherwise(groupCurrency: eur) == nil)
        #expect(try balances([drinks, dinner]) == [alice: 1354, bob: 403, may: -1757])
    }

    @Test("the ends of 64 bits divide without a trap")
    func extremes() throws {
        for total in [Int64.max, Int64.min, Int64.min + 1, 0] {
            for weights in [[1], [1, 1], [Int64.max, 1], [Int64.max, Int64.max, Int64.max]] {
                let shares = try divide(total, weights as [Int64])
                #expect(shares.reduce(Int128(0)) { $0 + Int128($1) } == Int128(total))
            }
        }
    }

    @Test("nobody, and parts of nothing, are refused")
    func refused() {
        for weights in [[], [0], [1, 0], [1, -1]] as [[Int64]] {
            let error = refusal { try divide(100, weights) }
            #expect(error?.code == .badSplit)
        }
        let error = refusal {
            try Allocation.shares(of: 5, split: Split(mode: .equal, parts: []), payers: [])
        }
        #expect(error?.code == .badSplit)
    }

    private func equal(
        _ total: Int64,
        among people: [PartyID],
        paid: [(PartyID, Int64)]
    ) throws -> [Int64] {
        let payers = paid.map { Payment(party: $0.0, amount: $0.1) }
        return try Allocation.shares(of: total, split: .equally(people), payers: payers).map(\.1)
    }

    @Test("an equal split gives the rest to the participant who paid most")
    func equalRest() throws {
        let people = [alice, bob, may]
        #expect(try equal(101, among: people, paid: [(may, 101)]) == [33, 33, 35])
        #expect(try equal(101, among: people, paid: [(alice, 50), (bob, 51)]) == [33, 35, 33])
        #expect(try equal(101, among: people, paid: [(bob, 50), (may, 50)]) == [33, 35, 33])
        #expect(try equal(101, among: people, paid: [(may, 50), (bob, 50)]) == [33, 35, 33])
        // The one who paid most takes no part: the participant who paid takes the rest.
        #expect(try equal(101, among: people, paid: [(person(9), 90), (may, 11)]) == [33, 33, 35])
        // No participant paid: one each, smallest ids first.
        #expect(try equal(101, among: people, paid: [(person(9), 101)]) == [34, 34, 33])
        #expect(
            try equal(7, among: (1...10).map(person), paid: [(bob, 7)])
                == [0, 7, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("payers get their part of the converted amount by what they paid")
    func payerParts() throws {
        let payers = [Payment(party: alice, amount: 8000), Payment(party: bob, amount: 4000)]
        #expect(try Allocation.payerParts(of: 10_000, payers: payers).map(\.1) == [6667, 3333])
        #expect(try Allocation.payerParts(of: 1, payers: [payers[1]]).map(\.1) == [1])
    }

    private func randomWeights(_ numbers: inout SeededNumbers) -> [(PartyID, Int64)] {
        (1...Int.random(in: 1...12, using: &numbers)).map { index in
            (
                person(index * 7 % 13),
                Int64.random(in: 1...1_000_000, using: &numbers)
                    >> Int64.random(in: 0...19, using: &numbers) | 1
            )
        }
    }

    @Test("shares sum to the total, whatever the weights")
    func sums() throws {
        try forEachSeed(500) { (numbers, seed) throws in
            let weights = randomWeights(&numbers)
            let total = Int64.random(in: Int64.min...Int64.max, using: &numbers) >> 13
            let shares = try Allocation.largestRemainder(total, weights: weights)
            #expect(shares.reduce(0) { $0 + $1.1 } == total, seed)
            let sum = weights.reduce(Int128(0)) { $0 + Int128($1.1) }
            for (share, weight) in zip(shares, weights) {
                let exact = Int128(total) * Int128(weight.1)
                let distance = Int128(share.1) * sum - exact
                #expect(abs(distance) < sum, "\(seed): further than one unit from its exact share")
            }
        }
    }

    @Test("the order people are listed in moves no cent")
    func permutation() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let weights = randomWeights(&numbers)
            let total = Int64.random(in: 0...1_000_000, using: &numbers)
            let shares = try Allocation.largestRemainder(total, weights: weights)
            let shuffled = weights.shuffled(using: &numbers)
            let again = try Allocation.largestRemainder(total, weights: shuffled)
            let first = Dictionary(uniqueKeysWithValues: shares)
            #expect(first == Dictionary(uniqueKeysWithValues: again), seed)
        }
    }

    @Test("a negative total is the mirror image (O7)")
    func mirror() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let weights = randomWeights(&numbers)
            let total = Int64.random(in: 0...1_000_000, using: &numbers)
            let plus = try Allocation.largestRemainder(total, weights: weights)
            let minus = try Allocation.largestRemainder(-total, weights: weights)
            #expect(plus.map(\.1) == minus.map { -$0.1 }, seed)
        }
    }
}
