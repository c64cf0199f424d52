internal import FenMoney

/// Finds what somebody meant.
package enum Nearest {
    /// The words most like `typed`, the likeliest first, at most three; none that are unlike it.
    package static func words(to typed: String, among words: some Sequence<String>) -> [String] {
        let wanted = Array(typed.lowercased())
        let limit = max(1, (wanted.count + 1) / 3)
        var found: [(distance: Int, word: String)] = []
        for word in words {
            let candidate = Array(word.lowercased())
            var distance = EditDistance.between(wanted, candidate)
            if wanted.count > 2, candidate.starts(with: wanted) { distance = min(distance, 1) }
            if distance <= limit { found.append((distance, word)) }
        }
        found.sort { ($0.distance, $0.word) < ($1.distance, $1.word) }
        return found.prefix(3).map(\.word)
    }
}
