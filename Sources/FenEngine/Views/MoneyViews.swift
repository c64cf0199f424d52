package import FenMoney
package import FenProtocol

/// What a person types to log an expense.
package struct ExpenseDraft: Sendable {
    package var money: MoneyUnit
    package var description: String
    package var date: CalendarDate
    package var category: String?
    package var note: String?

    package init(
        money: MoneyUnit,
        description: String,
        date: CalendarDate,
        category: String? = nil,
        note: String? = nil
    ) {
        self.money = money
        self.description = description
        self.date = date
        self.category = category
        self.note = note
    }
}

/// What changes about an expense; nil leaves a register as it is, `""` clears a text.
package struct ExpenseChange: Sendable {
    package var money: MoneyUnit?
    package var description: String?
    package var date: CalendarDate?
    package var category: String?
    package var note: String?

    package init() {}
}

/// What a person types to record a payment.
package struct SettlementDraft: Sendable {
    package var from: PartyID
    package var to: PartyID
    package var amount: Int64
    package var currency: Currency
    package var settlementAmount: Int64
    package var rate: Rate?
    package var note: String?

    package init(
        from: PartyID,
        to: PartyID,
        amount: Int64,
        currency: Currency,
        settlementAmount: Int64,
        rate: Rate? = nil,
        note: String? = nil
    ) {
        self.from = from
        self.to = to
        self.amount = amount
        self.currency = currency
        self.settlementAmount = settlementAmount
        self.rate = rate
        self.note = note
    }
}

/// What a writing command answers.
package struct Written: Sendable, Equatable {
    package let id: EventID
    package let reference: Reference
}

/// Everybody's balance in the group's currency.
package struct BalancesView: Sendable {
    /// Minor units by party, parties ascending; zero rows of gone members left out.
    package let rows: [(party: PartyID, minor: Int128)]
    package let partial: PartialMark
    /// Own entries in these totals that nobody else has yet.
    package let unsynced: Int
    package let lastSync: SyncMark?
    /// This person is not admitted yet, so others see other totals.
    package let isWaiting: Bool
}

/// One line behind a balance.
package struct WhyLine: Sendable {
    package let entry: EntryView
    /// What the entry adds to the balance, minor units of the group's currency.
    package let delta: Int64
    /// The balance after this line.
    package let running: Int128
}

/// Which entries to list.
package struct EntryQuery: Sendable {
    package var includesExpenses = true
    package var includesSettlements = true
    package var includesMessages = false
    package var text: String?
    package var party: PartyID?
    package var currency: Currency?
    package var category: String?
    package var from: CalendarDate?
    package var through: CalendarDate?
    package var withdrawnOnly = false
    package var unsyncedOnly = false
    /// The newest so many in order; nil for all.
    package var limit: Int?

    package init() {}
}
