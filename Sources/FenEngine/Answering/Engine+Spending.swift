import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Everything about a group's money at this moment.
    package func moneyReport(in id: GroupID) throws(FenError) -> MoneyReport {
        let query = EntryQuery()
        return MoneyReport(
            group: try view(id), balances: try balances(in: id), plan: try plan(in: id),
            spending: try spending(query, in: id), entries: try entries(query, in: id))
    }

    /// What the expenses that a query asks for add up to; its limit does not matter.
    package func spending(
        _ query: EntryQuery, in id: GroupID
    ) throws(FenError) -> SpendingView {
        try answering {
            let group = try group(id)
            let unsynced = query.unsyncedOnly ? try unsyncedEntries(in: group) : []
            var sums = SpendingSums()
            try database.entries.forEach(in: group.number) { record in
                guard (record.flags & EntryFlag.gone != 0) == query.withdrawnOnly else { return }
                let entry = try Entry(record)
                guard entry.label == nil, case .expense(let expense) = entry.body,
                    let money = expense.money,
                    query.lets(
                        entry, isUnsynced: unsynced.contains(entry.id), now: group.context.current)
                else { return }
                try sums.add(expense, money, group.context)
            }
            return sums.view
        }
    }
}

/// Sums by person, category, day and currency.
private struct SpendingSums {
    private var people: [PartyID: SpendingView.Person] = [:]
    private var categories: [String?: SpendingView.Category] = [:]
    private var days: [CalendarDate: SpendingView.Day] = [:]
    private var currencies: [Currency: SpendingView.Paid] = [:]
    private var total: Int128 = 0
    private var count = 0

    /// Adds an expense. An amount has 64 bits, so that no number of them leaves 128.
    mutating func add(
        _ expense: ExpenseState, _ money: MoneyUnit, _ context: GroupContext
    ) throws(MoneyError) {
        let direction: Int128 = money.refund ? -1 : 1
        let minor = direction * Int128(money.settlementAmount)
        total += minor
        count += 1
        for (party, part) in try Allocation.payerParts(
            of: money.settlementAmount, payers: money.paidBy)
        {
            let current = context.current(party)
            people[current, default: .init(party: current)].paid += direction * Int128(part)
        }
        for (party, share) in try money.shares(inGroupCurrency: true) {
            let current = context.current(party)
            people[current, default: .init(party: current)].share += direction * Int128(share)
        }
        let name = expense.category
        categories[name, default: .init(name: name)].minor += minor
        categories[name]?.count += 1
        days[expense.date, default: .init(date: expense.date)].minor += minor
        days[expense.date]?.count += 1
        let currency = money.currency
        currencies[currency, default: .init(currency: currency)].minor += minor
        currencies[currency]?.amount += direction * Int128(money.amount)
        currencies[currency]?.count += 1
    }

    /// The sums in order.
    var view: SpendingView {
        var view = SpendingView()
        view.people = people.values.sorted { $0.party < $1.party }
        view.categories = categories.values.sorted {
            ($1.minor, $0.name ?? "") < ($0.minor, $1.name ?? "")
        }
        view.days = days.values.sorted { $0.date < $1.date }
        view.currencies = currencies.values.sorted {
            ($1.minor, $0.currency.code) < ($0.minor, $1.currency.code)
        }
        view.total = total
        view.count = count
        return view
    }
}
