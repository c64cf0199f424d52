import FenProtocol
import TestSupport
import Testing

/// They agree with plain sets.
@Suite("Sets of numbers") struct NumberSetTests {
    @Test("union, difference and intersection agree with sets") func sets() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let (one, other) = (some(&random), some(&random))
            let (a, b) = (numbers(one), numbers(other))
            #expect(numbers(one.union(other)) == a.union(b))
            #expect(numbers(one.subtracting(other)) == a.subtracting(b))
            #expect(numbers(one.intersection(other)) == a.intersection(b))
            #expect(one.count == UInt64(a.count))
            #expect((1...60).allSatisfy { one.contains($0) == a.contains($0) })
            let first = one.prefix(ranges: 2, numbers: 5)
            #expect(first.ranges.count <= 2 && first.count <= 5)
            #expect(numbers(first).isSubset(of: a))
        }
    }

    private func some(_ random: inout SeededGenerator) -> NumberSet {
        NumberSet(
            (0..<random.below(6)).map { _ in
                let low = UInt64(1 + random.below(50))
                return low...(low + UInt64(random.below(8)))
            })
    }

    private func numbers(_ ranges: NumberSet) -> Set<UInt64> {
        Set(ranges.ranges.flatMap { [UInt64]($0) })
    }
}
