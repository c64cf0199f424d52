/// Turns balances into few payments.
package enum SettlementPlanner {
    /// Up to how many people, after pairing, the fewest payments are searched for.
    package static let exactLimit = 20

    /// A party and what is still to settle.
    typealias Balance = (party: PartyID, amount: Int128)

    /// The plan for balances in any order; zero balances take no part.
    ///
    /// Equal opposite balances pair off first: some plan with the fewest payments always has such
    /// a pair, because two groups that hold the halves can be joined without it. Of the rest, up
    /// to twenty people, the partition into the most zero-sum groups is settled group by group; a
    /// larger rest is settled greedily as a whole.
    package static func plan(
        balances: [(PartyID, Int128)]
    ) throws(MoneyError) -> SettlementPlan {
        let open = try checked(balances)
        let (pairs, rest) = pairOff(open)
        var transfers: [Transfer] = []
        for pair in pairs {
            transfers.append(try transfer(pair.debtor, pair.creditor, pair.amount))
        }
        let isExact = rest.count <= exactLimit
        let groups = isExact ? ZeroSumPartition.groups(of: rest) : [rest]
        for group in groups { transfers += try greedy(group) }
        // Every debtor pays at least once and every creditor is paid at least once.
        let debtors = open.count { $0.amount < 0 }
        let isLeast = transfers.count == max(debtors, open.count - debtors)
        return SettlementPlan(transfers: transfers, provenFewest: isExact || isLeast)
    }

    /// Largest debtor pays largest creditor, ties by smallest id, until nobody is left.
    ///
    /// The balances sum to zero; each payment settles at least one party and the last settles two.
    static func greedy(_ balances: [Balance]) throws(MoneyError) -> [Transfer] {
        let bySize = { (left: Balance, right: Balance) in
            left.amount == right.amount ? left.party < right.party : left.amount > right.amount
        }
        var creditors = balances.filter { $0.amount > 0 }.sorted(by: bySize)
        var debtors = balances.filter { $0.amount < 0 }.map { ($0.party, -$0.amount) as Balance }
        debtors.sort(by: bySize)
        // Largest last, so that taking it is cheap.
        creditors.reverse()
        debtors.reverse()
        var transfers: [Transfer] = []
        while var creditor = creditors.popLast(), var debtor = debtors.popLast() {
            let amount = min(creditor.amount, debtor.amount)
            transfers.append(try transfer(debtor.party, creditor.party, amount))
            creditor.amount -= amount
            debtor.amount -= amount
            if creditor.amount > 0 { insert(creditor, into: &creditors, bySize) }
            if debtor.amount > 0 { insert(debtor, into: &debtors, bySize) }
        }
        return transfers
    }

    /// Puts a balance back into a list that is sorted smallest first.
    private static func insert(
        _ balance: Balance,
        into list: inout [Balance],
        _ isBefore: (Balance, Balance) -> Bool
    ) {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(balance, list[middle]) { low = middle + 1 } else { high = middle }
        }
        list.insert(balance, at: low)
    }

    /// The balances that are not zero, ascending by party; refuses doubled parties and balances
    /// that do not cancel out.
    private static func checked(
        _ balances: [(PartyID, Int128)]
    ) throws(MoneyError) -> [Balance] {
        let sorted = balances.map { $0 as Balance }.sorted { $0.party < $1.party }
        if zip(sorted, sorted.dropFirst()).contains(where: { $0.party == $1.party }) {
            throw MoneyError(.notZeroSum, "one party has two balances")
        }
        // Half of the sum of magnitudes bounds every sum of some balances, so that none overflows
        // later; the magnitude of the smallest 128-bit number would not fit.
        var owed: Int128 = 0
        var owing: Int128 = 0
        for (_, amount) in sorted {
            let (up, upOverflows) = owed.addingReportingOverflow(max(amount, 0))
            let (down, downOverflows) = owing.subtractingReportingOverflow(min(amount, 0))
            guard !upOverflows, !downOverflows else {
                throw MoneyError(
                    .overflow, "a balance of \(amount) minor units makes sums too large to settle")
            }
            owed = up
            owing = down
        }
        guard owed == owing else {
            throw MoneyError(
                .notZeroSum, "the balances sum to \(owed - owing) minor units instead of 0",
                hint: "this is a defect of fen: please report it with /diagnostics"
            )
        }
        return sorted.filter { $0.amount != 0 }
    }

    private static func transfer(
        _ from: PartyID,
        _ to: PartyID,
        _ amount: Int128
    ) throws(MoneyError) -> Transfer {
        guard let amount = Int64(exactly: amount) else {
            throw MoneyError(.overflow, "a payment of \(amount) minor units is too large")
        }
        return Transfer(from: from, to: to, amount: amount)
    }
}

extension SettlementPlanner {
    private typealias Pair = (debtor: PartyID, creditor: PartyID, amount: Int128)

    /// Takes out equal opposite balances: of several with one amount the first debtor pairs with
    /// the first creditor by id, the second with the second.
    private static func pairOff(_ balances: [Balance]) -> (pairs: [Pair], rest: [Balance]) {
        var creditors: [Int128: [PartyID]] = [:]
        for (party, amount) in balances.reversed() where amount > 0 {
            creditors[amount, default: []].append(party)
        }
        var pairs: [Pair] = []
        var paired: Set<PartyID> = []
        for (party, amount) in balances where amount < 0 {
            guard let creditor = creditors[-amount]?.popLast() else { continue }
            pairs.append((party, creditor, -amount))
            paired.insert(party)
            paired.insert(creditor)
        }
        return (pairs, balances.filter { !paired.contains($0.party) })
    }
}
