/// How unlike two words are.
package enum EditDistance {
    /// Letters to change, add, drop or swap with their neighbour to get from one to the other.
    package static func between<Letter: Equatable>(
        _ first: [Letter], _ second: [Letter]
    ) -> Int {
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
