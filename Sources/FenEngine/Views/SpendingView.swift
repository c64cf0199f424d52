package import FenMoney

/// What a group has spent, added up in minor units of its own currency: what came back is taken
/// off, and what does not count in the balances is left out.
package struct SpendingView: Sendable {
    /// What one person paid, and what of everything was theirs.
    package struct Person: Sendable, Equatable {
        /// Who.
        package let party: PartyID
        /// What they paid.
        package var paid: Int128 = 0
        /// Their shares.
        package var share: Int128 = 0
    }

    /// What is filed under one category.
    package struct Category: Sendable, Equatable {
        /// The category; nil for none.
        package let name: String?
        /// How much.
        package var minor: Int128 = 0
        /// In how many expenses.
        package var count = 0
    }

    /// What was spent on one day.
    package struct Day: Sendable, Equatable {
        /// The day.
        package let date: CalendarDate
        /// How much.
        package var minor: Int128 = 0
        /// In how many expenses.
        package var count = 0
    }

    /// What was paid in one currency.
    package struct Paid: Sendable, Equatable {
        /// The currency.
        package let currency: Currency
        /// How much, in minor units of this currency.
        package var amount: Int128 = 0
        /// The same in minor units of the group's currency.
        package var minor: Int128 = 0
        /// In how many expenses.
        package var count = 0
    }

    /// Everybody who paid or took part, by party.
    package var people: [Person] = []
    /// The largest first, equal ones by name.
    package var categories: [Category] = []
    /// The earliest first; days without an expense are left out.
    package var days: [Day] = []
    /// The largest first, equal ones by code.
    package var currencies: [Paid] = []
    /// How much in all.
    package var total: Int128 = 0
    /// How many expenses.
    package var count = 0
}

/// Everything about a group's money, as it was at one moment.
package struct MoneyReport: Sendable {
    /// The group.
    package let group: GroupView
    /// Everybody's balance.
    package let balances: BalancesView
    /// Who pays whom.
    package let plan: SettlementPlan
    /// What was spent.
    package let spending: SpendingView
    /// The expenses and payments that stand, in order.
    package let entries: [EntryView]
}
