/// Numbers of an author's log as ranges, in words and JSON.
enum NumberRanges {
    /// The mark between the first and the last number of a range.
    enum Mark: String {
        /// In sentences and lists.
        case dash = "–"
        /// In drawings, where columns are narrow.
        case hyphen = "-"
    }

    /// A typed range: `4-6`, `4–6`, or `4` alone; nil for anything else.
    static func read(_ typed: String) -> ClosedRange<UInt64>? {
        let ends = typed.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
            .map { UInt64($0) }
        guard (1...2).contains(ends.count), let low = ends.first ?? nil,
            let high = ends.last ?? nil,
            low >= 1, low <= high
        else { return nil }
        return low...high
    }

    /// A range in words: `4–6`, or `4` where that is all.
    static func words(_ range: ClosedRange<UInt64>, _ mark: Mark = .dash) -> String {
        range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound)\(mark.rawValue)\(range.upperBound)"
    }

    /// Ranges in a row: `4–6, 9`; of more than `most` the rest is only mentioned.
    static func words(
        _ ranges: [ClosedRange<UInt64>], _ mark: Mark = .dash, most: Int = .max
    ) -> String {
        let shown = ranges.prefix(most).map { words($0, mark) }.joined(separator: ", ")
        return ranges.count > most ? shown + " and more" : shown
    }

    /// A range as `[from, through]`.
    static func json(_ range: ClosedRange<UInt64>) -> OutputJSON {
        .array([.number(range.lowerBound), .number(range.upperBound)])
    }
}
