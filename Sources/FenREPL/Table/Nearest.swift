/// Finds what somebody meant.
package enum Nearest {
    /// The words most like `typed`, the likeliest first, at most three; none that are unlike it.
    package static func words(to typed: String, among words: some Sequence<String>) -> [String] {
        let wanted = Array(typed.lowercased())
        let limit = max(1, (wanted.count + 1) / 3)
        var found: [(distance: Int, word: String)] = []
        for word in words {
            let candidate = Array(word.lowercased())
            var distance = editDistance(wanted, candidate)
            if wanted.count > 2, candidate.starts(with: wanted) { distance = min(distance, 1) }
            if distance <= limit { found.append((distance, word)) }
        }
        found.sort { ($0.distance, $0.word) < ($1.distance, $1.word) }
        return found.prefix(3).map(\.word)
    }

    /// Letters to change, add, drop or swap with their neighbour to get from one to the other.
    package static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let change = last[j] + (first[i] == second[j] ? 0 : 1)
                var least = min(change, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[second.count]
    }
}
