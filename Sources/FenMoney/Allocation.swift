/// Division of an amount into whole minor units, the same on every device.
///
/// One function serves balances, display and export, so that they can never differ by a cent. It
/// knows nothing of refunds: the caller allocates the amount and then turns the result round.
package enum Allocation {
    /// What each participant owes of a total, in the order of the split's parts.
    ///
    /// Everyone gets `total · weight div sum of weights`. In mode `equal` all that is left over
    /// goes to the participant who paid most (of several the smallest id); where no participant
    /// paid, and in every other mode, it goes out by largest remainder.
    package static func shares(
        of total: Int64,
        split: Split,
        payers: [Payment]
    ) throws(MoneyError) -> [(PartyID, Int64)] {
        guard split.mode == .equal else {
            return try largestRemainder(
                total, weights: split.parts.map { ($0.party, $0.value) })
        }
        guard let taker = mostGenerous(of: payers, among: split.parts) else {
            return try largestRemainder(total, weights: split.parts.map { ($0.party, 1) })
        }
        let each = total / Int64(split.parts.count)
        let rest = total % Int64(split.parts.count)
        var shares = split.parts.map { ($0.party, each) }
        // |each| + |rest| ≤ |total|, so this cannot leave 64 bits.
        shares[taker].1 += rest
        return shares
    }

    /// What each payer's payment is of the settlement amount, by largest remainder.
    package static func payerParts(
        of settlementAmount: Int64,
        payers: [Payment]
    ) throws(MoneyError) -> [(PartyID, Int64)] {
        if payers.count == 1, let payer = payers.first {
            return [(payer.party, settlementAmount)]
        }
        return try largestRemainder(
            settlementAmount, weights: payers.map { ($0.party, $0.amount) })
    }

    /// Divides a total by weights: whole parts first, then one unit each to the largest
    /// remainders, equal ones by smallest id; in the order of the weights.
    ///
    /// A negative total gives the mirror image of the positive one.
    package static func largestRemainder(
        _ total: Int64,
        weights: [(PartyID, Int64)]
    ) throws(MoneyError) -> [(PartyID, Int64)] {
        var sum: Int128 = 0
        for (_, weight) in weights {
            guard weight > 0 else {
                throw MoneyError(.badSplit, "a part of \(weight) is no part of a split")
            }
            sum += Int128(weight)
        }
        guard sum > 0 else {
            throw MoneyError(.badSplit, "an amount cannot be divided among nobody")
        }
        // |total| ≤ 2^63 and weight < 2^63: products stay below 2^126. Fewer than 2^63 weights fit
        // memory, so their sum stays below 2^126 too.
        let magnitude = Int128(total.magnitude)
        var shares: [Int128] = []
        var remainders: [Int128] = []
        shares.reserveCapacity(weights.count)
        remainders.reserveCapacity(weights.count)
        var left = magnitude
        for (_, weight) in weights {
            let product = magnitude * Int128(weight)
            let share = product / sum
            shares.append(share)
            remainders.append(product - share * sum)
            left -= share
        }
        if left > 0 {
            let order = weights.indices.sorted { first, second in
                if remainders[first] != remainders[second] {
                    return remainders[first] > remainders[second]
                }
                return weights[first].0 < weights[second].0
            }
            // The remainders sum to left · sum and each is below sum, so left < weights.count.
            for index in order.prefix(Int(left)) { shares[index] += 1 }
        }
        // A share is at most |total| in magnitude, and negative exactly when total is.
        return weights.indices.map { index in
            (weights[index].0, Int64(total < 0 ? -shares[index] : shares[index]))
        }
    }

    /// The index of the participant who paid most, of several the smallest id; nil for nobody.
    private static func mostGenerous(of payers: [Payment], among parts: [SplitPart]) -> Int? {
        var best: (index: Int, amount: Int64)?
        for payer in payers {
            guard let index = parts.firstIndex(where: { $0.party == payer.party }) else { continue }
            if let current = best {
                if payer.amount < current.amount { continue }
                if payer.amount == current.amount, parts[current.index].party < payer.party {
                    continue
                }
            }
            best = (index, payer.amount)
        }
        return best?.index
    }
}
