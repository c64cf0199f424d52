import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// What everybody paid minus their shares in each currency that money was paid in.
    package func originalBalances(in id: GroupID) throws(FenError) -> OriginalBalancesView {
        try answering {
            let group = try group(id)
            let sums = try originalSums(of: group)
            for (currency, balances) in sums where balances.total != 0 {
                throw Self.unbalanced("The balances of this group in \(currency.code)")
            }
            let own = group.context.currency
            let columns = sums.map { currency, balances in
                OriginalBalancesView.Column(
                    currency: currency,
                    rows: balances.current(in: group.context).map { ($0.party, $0.amount) })
            }
            let totals = try balances(in: id)
            return OriginalBalancesView(
                columns: columns.sorted {
                    ($0.currency != own ? 1 : 0, $0.currency.code)
                        < ($1.currency != own ? 1 : 0, $1.currency.code)
                },
                parties: Set(totals.rows.map(\.party)).union(
                    columns.flatMap { $0.rows.map(\.party) }
                ).sorted(), totals: totals)
        }
    }

    /// The sums by currency, under the ids as events name them.
    private func originalSums(of group: LocalGroup) throws -> [Currency: Balances] {
        var sums: [Currency: Balances] = [:]
        let tallies = try group.projection().tallies()
        for (holding, amount) in tallies.holdings {
            sums[holding.currency, default: Balances()].add(amount, to: holding.party)
        }
        // What was taken back has left zeros; what was paid and is even is shown.
        return sums.filter { currency, balances in
            tallies.currencies[currency]?.count ?? 0 > 0
                || balances.sums.contains { $0.value != 0 }
        }
    }
}
