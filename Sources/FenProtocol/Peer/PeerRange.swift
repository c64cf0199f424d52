/// Numbers of one author's log, from one to another, both included.
package typealias PeerRange = ClosedRange<UInt64>

/// A set of numbers as ascending ranges that do not touch.
package struct PeerRanges: Equatable, Sendable {
    /// The ranges, ascending, with at least one number between any two.
    package private(set) var ranges: [PeerRange]

    /// The numbers of some ranges, in any order, overlapping or not.
    package init(_ ranges: some Sequence<PeerRange> = []) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last,
                range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound
            {
                let upper = max(last.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = last.lowerBound...upper
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Whether there is no number in it.
    package var isEmpty: Bool { ranges.isEmpty }

    /// How many numbers there are.
    package var count: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) } }

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

    /// The numbers of both.
    package func union(_ other: PeerRanges) -> PeerRanges { PeerRanges(ranges + other.ranges) }

    /// The numbers that are not in the other.
    package func subtracting(_ other: PeerRanges) -> PeerRanges {
        var result: [PeerRange] = []
        var place = 0
        for range in ranges {
            var low = range.lowerBound
            var isOpen = true
            while place < other.ranges.count, other.ranges[place].upperBound < low { place += 1 }
            var index = place
            while index < other.ranges.count, other.ranges[index].lowerBound <= range.upperBound {
                let hole = other.ranges[index]
                if hole.lowerBound > low { result.append(low...(hole.lowerBound - 1)) }
                guard hole.upperBound < range.upperBound else {
                    isOpen = false
                    break
                }
                low = hole.upperBound + 1
                index += 1
            }
            if isOpen { result.append(low...range.upperBound) }
        }
        return PeerRanges(result)
    }

    /// The numbers of both at once.
    package func intersection(_ other: PeerRanges) -> PeerRanges {
        subtracting(subtracting(other))
    }

    /// The first numbers, so many ranges and so many numbers at most.
    package func prefix(ranges limit: Int, numbers: UInt64 = .max) -> PeerRanges {
        var left = numbers
        var result: [PeerRange] = []
        for range in ranges.prefix(limit) where left > 0 {
            let size = min(left, range.upperBound - range.lowerBound + 1)
            result.append(range.lowerBound...(range.lowerBound + size - 1))
            left -= size
        }
        return PeerRanges(result)
    }
}
