/// A set of `author_seq` numbers as ascending ranges that do not touch.
package struct NumberSet: Hashable, Sendable {
    /// The ranges, ascending, with at least one number between any two.
    package private(set) var ranges: [ClosedRange<UInt64>]

    /// The numbers of some ranges, in any order, overlapping or not; none by default.
    package init(_ ranges: some Sequence<ClosedRange<UInt64>> = []) {
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

    /// The number behind which so many less one follow; nil where there are not so many.
    package func number(fromEnd count: Int) -> UInt64? {
        var left = UInt64(clamping: count)
        guard left > 0 else { return nil }
        for range in ranges.reversed() {
            let size = range.upperBound - range.lowerBound + 1
            if left <= size { return range.upperBound - left + 1 }
            left -= size
        }
        return nil
    }

    /// Whether a number is in it.
    package func contains(_ number: UInt64) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(number)
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
        var place = 0
        for range in ranges {
            var low = range.lowerBound
            var isOpen = true
            while place < other.ranges.count, other.ranges[place].upperBound < low { place += 1 }
            for hole in other.ranges[place...] {
                if hole.lowerBound > range.upperBound { break }
                if hole.lowerBound > low { result.append(low...(hole.lowerBound - 1)) }
                guard hole.upperBound < range.upperBound else {
                    isOpen = false
                    break
                }
                low = hole.upperBound + 1
            }
            if isOpen { result.append(low...range.upperBound) }
        }
        return result
    }

    /// The numbers of both at once.
    package func intersection(_ other: NumberSet) -> NumberSet {
        subtracting(subtracting(other))
    }

    /// The first numbers, so many ranges and so many numbers at most.
    package func prefix(ranges limit: Int, numbers: UInt64 = .max) -> NumberSet {
        var left = numbers
        var result = NumberSet()
        for range in ranges.prefix(limit) where left > 0 {
            // Said without adding, since a range may be all the numbers there are.
            let more = min(left - 1, range.upperBound - range.lowerBound)
            result.append(range.lowerBound...(range.lowerBound + more))
            left -= more + 1
        }
        return result
    }

    /// The numbers 1 … `last` that are not in it.
    package func missing(through last: UInt64) -> NumberSet {
        last == 0 ? NumberSet() : NumberSet([1...last]).subtracting(self)
    }
}
