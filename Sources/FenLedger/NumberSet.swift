/// A set of `author_seq` numbers as ascending ranges that do not touch.
package struct NumberSet: Hashable, Sendable {
    /// The ranges, ascending, with at least one number between any two.
    package private(set) var ranges: [ClosedRange<UInt64>]

    /// The empty set.
    package init() {
        ranges = []
    }

    /// The numbers of some ranges, in any order, overlapping or not.
    package init(_ ranges: some Sequence<ClosedRange<UInt64>>) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            append(range)
        }
    }

    /// Whether there is no number in it.
    package var isEmpty: Bool { ranges.isEmpty }

    /// How many numbers there are.
    package var count: UInt64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
    }

    /// The largest number.
    package var last: UInt64? { ranges.last?.upperBound }

    /// Whether a number is in it.
    package func contains(_ number: UInt64) -> Bool {
        ranges.contains { $0.contains(number) }
    }

    /// Adds a range that begins at or above the begin of every range already there.
    package mutating func append(_ range: ClosedRange<UInt64>) {
        // Said without adding, since a range may end at the largest number there is.
        guard let last = ranges.last,
            range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound
        else {
            ranges.append(range)
            return
        }
        let upper = max(last.upperBound, range.upperBound)
        ranges[ranges.count - 1] = last.lowerBound...upper
    }

    /// The numbers of both.
    package func union(_ other: NumberSet) -> NumberSet {
        NumberSet(ranges + other.ranges)
    }

    /// The numbers that are not in the other.
    package func subtracting(_ other: NumberSet) -> NumberSet {
        var result = NumberSet()
        for range in ranges {
            var low = range.lowerBound
            for hole in other.ranges where hole.upperBound >= low {
                if hole.lowerBound > range.upperBound { break }
                if hole.lowerBound > low { result.append(low...(hole.lowerBound - 1)) }
                // Numbers stay below 2^53, and `everyNumber` is never the minuend.
                low = hole.upperBound == .max ? .max : hole.upperBound + 1
            }
            if low <= range.upperBound { result.append(low...range.upperBound) }
        }
        return result
    }

    /// The numbers 1 … `last` that are not in it.
    package func missing(through last: UInt64) -> NumberSet {
        last == 0 ? NumberSet() : NumberSet([1...last]).subtracting(self)
    }
}
