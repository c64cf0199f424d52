/// The partition of balances into the most zero-sum groups.
///
/// A group of k people whose balances cancel out, and of whom no smaller group does, needs k − 1
/// payments; so the most groups give the fewest payments. Of several such partitions the one is
/// taken whose list of groups, each ascending by id, groups ascending by first id, is
/// lexicographically smallest: every device shows the same plan.
enum ZeroSumPartition {
    /// The groups, for at most `SettlementPlanner.exactLimit` balances that sum to zero, given
    /// ascending by party.
    static func groups(of balances: [SettlementPlanner.Balance]) -> [[SettlementPlanner.Balance]] {
        if balances.isEmpty { return [] }
        let amounts = balances.map(\.amount)
        let owed = amounts.reduce(0) { $0 + max($1, 0) }
        // Every sum of some balances lies between -owed and owed.
        let masks =
            owed <= Int128(Int64.max)
            ? Search(amounts.map { Int64($0) }).groups()
            : Search(amounts).groups()
        return masks.map { mask in
            balances.indices.filter { mask >> $0 & 1 == 1 }.map { balances[$0] }
        }
    }

    /// The search over one integer width; sets of people are bit masks, bit i is the i-th by id.
    private struct Search<Value: FixedWidthInteger & SignedInteger> {
        private let values: [Value]

        /// For every set without the last person, how many disjoint zero-sum groups it holds;
        /// empty when there is no such group at all.
        private let most: [UInt8]

        init(_ values: [Value]) {
            self.values = values
            most = Self.mostGroups(values.dropLast())
        }

        /// The last person is left out of the table: of a zero-sum set with them, what remains
        /// beside the groups of the others is one more group, and theirs. That halves the table.
        private static func mostGroups(_ values: ArraySlice<Value>) -> [UInt8] {
            let size = 1 << values.count
            var found = false
            let sums = [Value](unsafeUninitializedCapacity: size) { sums, count in
                sums[0] = 0
                for (bit, value) in values.enumerated() {
                    let half = 1 << bit
                    for mask in 0..<half {
                        let sum = sums[mask] &+ value
                        sums[half | mask] = sum
                        if sum == 0 { found = true }
                    }
                }
                count = size
            }
            if !found { return [] }
            return [UInt8](unsafeUninitializedCapacity: size) { most, count in
                most[0] = 0
                for mask in 1..<size {
                    var best: UInt8 = 0
                    var rest = mask
                    while rest != 0 {
                        let others = rest & (rest &- 1)
                        best = max(best, most[mask ^ rest ^ others])
                        rest = others
                    }
                    most[mask] = best &+ (sums[mask] == 0 ? 1 : 0)
                }
                count = size
            }
        }

        /// How many groups a zero-sum set can be divided into.
        private func count(_ mask: Int) -> Int {
            if mask == 0 { return 0 }
            if most.isEmpty { return 1 }
            let last = 1 << (values.count - 1)
            return mask & last == 0 ? Int(most[mask]) : 1 + Int(most[mask ^ last])
        }

        /// The groups of everybody, as masks, in order.
        func groups() -> [Int] {
            var groups: [Int] = []
            var left = 1 << values.count - 1
            while left != 0 {
                let group = count(left) == 1 ? left : firstGroup(of: left)
                groups.append(group)
                left ^= group
            }
            return groups
        }

        /// The lexicographically smallest group with the first person of a set that leaves the
        /// others as many groups as possible.
        private func firstGroup(of mask: Int) -> Int {
            let first = mask & -mask
            let wanted = count(mask) - 1
            return extend(first, values[first.trailingZeroBitCount], mask ^ first, mask, wanted)
                ?? mask
        }

        /// Tries the group itself, then each longer one in lexicographic order.
        private func extend(
            _ group: Int,
            _ sum: Value,
            _ candidates: Int,
            _ mask: Int,
            _ wanted: Int
        ) -> Int? {
            if sum == 0 { return count(mask ^ group) == wanted ? group : nil }
            var rest = candidates
            while rest != 0 {
                let next = rest & -rest
                rest ^= next
                let longer = sum &+ values[next.trailingZeroBitCount]
                if let found = extend(group | next, longer, rest, mask, wanted) { return found }
            }
            return nil
        }
    }
}
