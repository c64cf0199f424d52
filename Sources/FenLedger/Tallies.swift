package import FenMoney
import FenProtocol

/// What a group's expenses and payments add up to by person, category, day, currency and pair of
/// people, under the ids as events name them.
///
/// It is kept beside the balances, so that no list of sums has to look at every entry. As with
/// these, claims and rekeyings replace people when sums are read. Sums of the group's currency are
/// in its minor units; what came back is taken off, and what is in no balance is in no sum.
package struct Tallies: Equatable, Sendable {
    /// What one person paid, and what of everything was theirs.
    package struct Person: Equatable, Sendable {
        /// What they paid.
        package var paid: Int128 = 0
        /// Their shares.
        package var share: Int128 = 0
    }

    /// What some of the expenses come to.
    package struct Sum: Equatable, Sendable {
        /// How much in the group's currency.
        package var minor: Int128 = 0
        /// How much in the currency that the sum is of; zero where it is of none.
        package var amount: Int128 = 0
        /// How many expenses there are.
        package var count = 0
    }

    /// Somebody and a currency.
    package struct Holding: Hashable, Comparable, Sendable {
        /// Who.
        package let party: PartyID
        /// In which currency.
        package let currency: Currency

        /// By person, then by currency.
        package static func < (left: Holding, right: Holding) -> Bool {
            (left.party, left.currency.code) < (right.party, right.currency.code)
        }
    }

    /// Two people, the smaller id first.
    package struct Pair: Hashable, Comparable, Sendable {
        /// Who is owed where the sum is positive.
        package let first: PartyID
        /// Who owes then.
        package let second: PartyID

        /// By the first, then by the second.
        package static func < (left: Pair, right: Pair) -> Bool {
            (left.first, left.second) < (right.first, right.second)
        }
    }

    /// What everybody paid and had to bear of the expenses.
    package internal(set) var people: [PartyID: Person] = [:]
    /// The expenses by category; under the empty text those without.
    package internal(set) var categories: [String: Sum] = [:]
    /// The expenses by day.
    package internal(set) var days: [CalendarDate: Sum] = [:]
    /// The expenses by the currency they were paid in.
    package internal(set) var currencies: [Currency: Sum] = [:]
    /// What everybody is owed (+) or owes (-) in each currency that was paid in, settlements
    /// among it: of one currency they sum to zero.
    package internal(set) var holdings: [Holding: Int128] = [:]
    /// What people owe each other entry by entry: over all others they sum to a balance.
    package internal(set) var debts: [Pair: Int128] = [:]

    /// Sums of nothing.
    package init() {}

    /// Whether there is no sum in it, not even one that has come to nothing.
    package var isEmpty: Bool { self == Tallies() }

    /// Adds what an entry comes to.
    package mutating func add(_ entry: Entry) { count(entry, sign: 1) }

    /// Takes back what an entry came to.
    package mutating func subtract(_ entry: Entry) { count(entry, sign: -1) }

    /// Adds what an expense comes to for everybody, its category, day and currency, and nothing of
    /// who owes whom.
    package mutating func addSpending(_ entry: Entry) {
        guard entry.stands, case .expense(let expense) = entry.body, !expense.isDeleted,
            let money = expense.money
        else { return }
        _ = try? countSpending(expense, money, sign: money.refund ? -1 : 1, of: 1)
    }

    /// The same without the sums that have come to nothing.
    package var pruned: Tallies {
        var kept = self
        kept.people = people.filter { $0.value != Person() }
        kept.categories = categories.filter { $0.value != Sum() }
        kept.days = days.filter { $0.value != Sum() }
        kept.currencies = currencies.filter { $0.value != Sum() }
        kept.holdings = holdings.filter { $0.value != 0 }
        kept.debts = debts.filter { $0.value != 0 }
        return kept
    }

    /// Adds other sums.
    package mutating func add(_ other: Tallies) {
        for (party, person) in other.people {
            people[party, default: Person()].paid += person.paid
            people[party]?.share += person.share
        }
        for (name, sum) in other.categories { categories[name, default: Sum()].add(sum) }
        for (day, sum) in other.days { days[day, default: Sum()].add(sum) }
        for (currency, sum) in other.currencies { currencies[currency, default: Sum()].add(sum) }
        for (holding, amount) in other.holdings { holdings[holding, default: 0] += amount }
        for (pair, amount) in other.debts { debts[pair, default: 0] += amount }
    }

    private mutating func count(_ entry: Entry, sign: Int) {
        guard entry.stands else { return }
        switch entry.body {
        case .expense(let expense):
            // What is refused in counting the schema has refused before.
            if !expense.isDeleted, let money = expense.money {
                try? count(expense, money, sign: money.refund ? -sign : sign, of: sign)
            }
        case .settlement(let settlement):
            guard entry.label == nil, !settlement.isVoided else { return }
            let record = settlement.record
            let amount = Int128(sign) * Int128(record.amount)
            hold(record.from, record.currency, amount)
            hold(record.to, record.currency, -amount)
            owe(record.from, by: record.to, Int128(sign) * Int128(record.settlementAmount))
        case .message: break
        }
    }

    /// An expense, forwards or backwards; `unit` counts it whichever way the money went. No amount
    /// has more than 64 bits, so that no number of them leaves 128.
    private mutating func countSpending(
        _ expense: ExpenseState, _ money: MoneyUnit, sign: Int, of unit: Int
    ) throws(MoneyError) -> (gains: [(PartyID, Int64)], losses: [(PartyID, Int64)]) {
        let sign = Int128(sign)
        let gains = try Allocation.payerParts(of: money.settlementAmount, payers: money.paidBy)
        let losses = try money.shares(inGroupCurrency: true)
        for (party, gain) in gains { people[party, default: Person()].paid += sign * Int128(gain) }
        for (party, loss) in losses {
            people[party, default: Person()].share += sign * Int128(loss)
        }
        let minor = sign * Int128(money.settlementAmount)
        let sum = Sum(minor: minor, count: unit)
        categories[expense.category ?? "", default: Sum()].add(sum)
        days[expense.date, default: Sum()].add(sum)
        currencies[money.currency, default: Sum()]
            .add(Sum(minor: minor, amount: sign * Int128(money.amount), count: unit))
        return (gains, losses)
    }

    private mutating func count(
        _ expense: ExpenseState, _ money: MoneyUnit, sign: Int, of unit: Int
    ) throws(MoneyError) {
        let (gains, losses) = try countSpending(expense, money, sign: sign, of: unit)
        let sign = Int128(sign)
        for (party, amount) in try money.contributions(inGroupCurrency: false) {
            hold(party, money.currency, Int128(unit) * Int128(amount))
        }
        if gains.count == 1, let payer = gains.first?.0 {
            for (party, loss) in losses { owe(payer, by: party, sign * Int128(loss)) }
        } else {
            let unit = Int128(unit)
            for debt in try money.debts() {
                owe(debt.creditor, by: debt.debtor, unit * Int128(debt.amount))
            }
        }
    }

    private mutating func hold(_ party: PartyID, _ currency: Currency, _ amount: Int128) {
        holdings[Holding(party: party, currency: currency), default: 0] += amount
    }

    private mutating func owe(_ creditor: PartyID, by debtor: PartyID, _ amount: Int128) {
        guard creditor != debtor else { return }
        if creditor < debtor {
            debts[Pair(first: creditor, second: debtor), default: 0] += amount
        } else {
            debts[Pair(first: debtor, second: creditor), default: 0] -= amount
        }
    }
}

extension Tallies.Sum {
    /// Adds another sum.
    mutating func add(_ other: Self) {
        minor += other.minor
        amount += other.amount
        count += other.count
    }
}
