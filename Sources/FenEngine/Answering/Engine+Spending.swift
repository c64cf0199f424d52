import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Everything about a group's money at this moment, as everybody sees it: nobody in it settles
    /// as one with somebody.
    package func moneyReport(in id: GroupID) throws(FenError) -> MoneyReport {
        let query = EntryQuery()
        return MoneyReport(
            group: try view(id), balances: try balances(in: id),
            plan: try plan(in: id, eachAlone: true), spending: try spending(query, in: id),
            entries: try entries(query, in: id))
    }

    /// What the expenses that a query asks for add up to; its limit does not matter.
    package func spending(
        _ query: EntryQuery, in id: GroupID
    ) throws(FenError) -> SpendingView {
        try answering {
            let group = try group(id)
            if query.isOfAllExpenses {
                return SpendingView(try group.projection().tallies(), group.context)
            }
            var sums = Tallies()
            let unsynced = query.unsyncedOnly ? try unsyncedEntries(in: group) : []
            try gather(query, in: group, unsynced) { sums.addSpending($0) }
            return SpendingView(sums, group.context)
        }
    }
}

extension SpendingView {
    /// Sums under the people as they are now, in order.
    init(_ tallies: Tallies, _ context: GroupContext) {
        var people: [PartyID: Person] = [:]
        for (party, sum) in tallies.people {
            let current = context.current(party)
            people[current, default: Person(party: current)].paid += sum.paid
            people[current]?.share += sum.share
        }
        self.people = people.values.filter { $0.paid != 0 || $0.share != 0 }
            .sorted { $0.party < $1.party }
        categories = tallies.categories.filter { $0.value.count != 0 }.map {
            Category(
                name: $0.key.isEmpty ? nil : $0.key, minor: $0.value.minor, count: $0.value.count)
        }
        .sorted { ($1.minor, $0.name ?? "") < ($0.minor, $1.name ?? "") }
        days = tallies.days.filter { $0.value.count != 0 }.map {
            Day(date: $0.key, minor: $0.value.minor, count: $0.value.count)
        }
        .sorted { $0.date < $1.date }
        currencies = tallies.currencies.filter { $0.value.count != 0 }.map {
            Paid(
                currency: $0.key, amount: $0.value.amount, minor: $0.value.minor,
                count: $0.value.count)
        }
        .sorted { ($1.minor, $0.currency.code) < ($0.minor, $1.currency.code) }
        total = categories.reduce(0) { $0 + $1.minor }
        count = categories.reduce(0) { $0 + $1.count }
    }
}
