package import FenMoney
package import FenProtocol

/// What a person types to log an expense.
package struct ExpenseDraft: Sendable {
    /// Amount, payers and split.
    package var money: MoneyUnit
    /// What it was for.
    package var description: String
    /// The day it was spent.
    package var date: CalendarDate
    /// What it is filed under.
    package var category: String?
    /// What else is to be said.
    package var note: String?

    /// An expense of which at least money, description and day are known.
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
    /// Amount, payers and split, all anew.
    package var money: MoneyUnit?
    /// What it was for.
    package var description: String?
    /// The day it was spent.
    package var date: CalendarDate?
    /// What it is filed under.
    package var category: String?
    /// What else is to be said.
    package var note: String?

    /// No change yet.
    package init() {}
}

/// What a person types to record a payment.
package struct SettlementDraft: Sendable {
    /// Who paid.
    package var from: PartyID
    /// Who was paid.
    package var to: PartyID
    /// Minor units of `currency`.
    package var amount: Int64
    /// The currency it was paid in.
    package var currency: Currency
    /// What that is in minor units of the group's currency.
    package var settlementAmount: Int64
    /// The rate between the two; nil where they are one currency.
    package var rate: Rate?
    /// What else is to be said.
    package var note: String?

    /// A payment of which everything but rate and note is known.
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
    /// The event that was written.
    package let id: EventID
    /// Its name for people.
    package let reference: Reference
}

/// Everybody's balance in the group's currency.
package struct BalancesView: Sendable {
    /// Minor units by party, parties ascending; zero rows of gone members left out.
    package let rows: [(party: PartyID, minor: Int128)]
    /// What these totals lack.
    package let partial: PartialMark
    /// Own entries in these totals that nobody else has yet.
    package let unsynced: Int
    /// When a pass last ended well; nil when none has.
    package let lastSync: SyncMark?
    /// This person is not admitted yet, so others see other totals.
    package let isWaiting: Bool
    /// Who settles as one in this person's view.
    package var pairs = Households()
}

/// Everybody's balance in each currency that money was paid in.
package struct OriginalBalancesView: Sendable {
    /// What everybody paid minus their shares in one currency.
    package struct Column: Sendable {
        /// The currency.
        package let currency: Currency
        /// Its minor units by party, ascending, summing to zero; who is at zero is left out.
        package let rows: [(party: PartyID, minor: Int128)]
    }

    /// The group's currency first, the others by code; one without a counted entry is left out.
    package let columns: [Column]
    /// Everybody who has a balance, in whatever currency; ascending.
    package let parties: [PartyID]
    /// The balances in the group's currency, with what they lack.
    package let totals: BalancesView
}

/// One line behind a balance.
package struct WhyLine: Sendable {
    /// The entry it comes from.
    package let entry: EntryView
    /// What the entry adds to the balance, minor units of the group's currency.
    package let delta: Int64
    /// The balance after this line.
    package let running: Int128
}

/// The lines behind a balance, the newest last.
package struct WhyView: Sendable {
    /// The lines.
    package let lines: [WhyLine]
    /// The balance before the first of them; zero where these are all.
    package let before: Int128
    /// Whether there are lines before them.
    package let hasEarlier: Bool

    /// What the lines come to.
    package var sum: Int128 { lines.last?.running ?? before }
}

/// Which entries to list.
package struct EntryQuery: Sendable {
    /// Expenses and refunds are listed.
    package var includesExpenses = true
    /// Recorded payments are listed.
    package var includesSettlements = true
    /// Messages are listed.
    package var includesMessages = false
    /// Words that must all stand in it: in a description, category or note, or a message.
    package var words: [String] = []
    /// Somebody who must have paid for it, or the payment.
    package var payer: PartyID?
    /// Somebody who must take part in it, or have got the payment.
    package var participant: PartyID?
    /// The currency it must be in.
    package var currency: Currency?
    /// What it must be filed under.
    package var category: String?
    /// The first day.
    package var from: CalendarDate?
    /// The last day.
    package var through: CalendarDate?
    /// What its amount must be above, in minor units of the group's currency.
    package var over: Int64?
    /// What its amount must be below, in minor units of the group's currency.
    package var under: Int64?
    /// Only what was deleted or voided.
    package var withdrawnOnly = false
    /// Also what was deleted or voided.
    package var includesWithdrawn = false
    /// Only what the store does not have yet.
    package var unsyncedOnly = false
    /// The newest so many in order; nil for all.
    package var limit: Int?

    /// All expenses and settlements that stand.
    package init() {}

    /// Whether it asks for every expense that stands, beside whatever else.
    package var isOfAllExpenses: Bool {
        includesExpenses && words.isEmpty && payer == nil && participant == nil && currency == nil
            && category == nil && from == nil && through == nil && over == nil && under == nil
            && !withdrawnOnly && !includesWithdrawn && !unsyncedOnly
    }
}
