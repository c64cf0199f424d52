package import FenMoney
package import FenProtocol

/// A name for an event that is the same on every screen: author and number.
package struct Reference: Hashable, Sendable {
    /// Whose log it is in.
    package let author: PartyID
    /// Its number in that log.
    package let seq: UInt64
    /// 0 for the first branch of a fork, 1 for the second (`bob:42'`), and so on.
    package let branch: Int

    /// Names an event; where its author wrote no other of that number, by the branch 0.
    package init(author: PartyID, seq: UInt64, branch: Int = 0) {
        self.author = author
        self.seq = seq
        self.branch = branch
    }
}

/// One stored event.
package struct EventView: Sendable {
    /// The hash that names it in the log.
    package let id: EventID
    /// Its name for people.
    package let reference: Reference
    /// Its logical time, which orders it before its author does.
    package let lamport: UInt64
    /// The sender's claim, Unix milliseconds.
    package let createdAt: Int64
    /// The kind as it stands on the wire; empty when the event could not be opened.
    package let kindName: String
    /// Nil when the event could not be opened.
    package let payload: Payload?
    /// Why it does not count; nil when it does.
    package let label: RefusalReason?
    /// The store has it, or it came from there.
    package let isSynced: Bool
    /// Why the claimed time cannot be right, if it cannot.
    package var clock: ClockDoubt?
}

/// What one participant owes of an entry.
package struct ShareView: Sendable, Equatable {
    /// Who owes it.
    package let party: PartyID
    /// Minor units of the entry's own currency.
    package let amount: Int64
    /// Minor units of the group's currency.
    package let settlementAmount: Int64
}

/// An expense, a settlement or a message as it now stands.
package struct EntryView: Sendable {
    /// What kind of entry it is.
    package enum Content: Sendable {
        /// Money that was spent, or came back.
        case expense(ExpenseView)
        /// A payment between two people.
        case settlement(SettlementView)
        /// A message, with the one it answers.
        case message(text: String, replyTo: EventID?)
    }

    /// The event that created it.
    package let id: EventID
    /// The name of that event for people.
    package let reference: Reference
    /// Who created it.
    package let author: PartyID
    /// What it says now.
    package let content: Content
    /// Why it does not count; nil when it does.
    package let label: RefusalReason?
    /// The store has the event that created it, or it came from there.
    package let isSynced: Bool
    /// Deleted or voided.
    package let isWithdrawn: Bool
    /// An update changed it.
    package let isEdited: Bool
}

/// An expense's registers.
package struct ExpenseView: Sendable {
    /// Amount, payers and split, which change only together.
    package let money: MoneyUnit
    /// What it was for.
    package let description: String
    /// The day it was spent, as `2026-11-03`.
    package let date: String
    /// What it is filed under; nil for nothing.
    package let category: String?
    /// What else was written about it; nil for nothing.
    package let note: String?
    /// What each participant owes of it.
    package let shares: [ShareView]
}

extension ExpenseView {
    /// An expense that is not saved yet, as it will be shown.
    package init(
        unsaved money: MoneyUnit, description: String, date: CalendarDate
    ) throws(MoneyError) {
        let own = try money.shares(inGroupCurrency: false)
        let group = try money.shares(inGroupCurrency: true)
        self.init(
            money: money, description: description, date: date.iso, category: nil, note: nil,
            shares: zip(own, group).map {
                ShareView(party: $0.0, amount: $0.1, settlementAmount: $1.1)
            })
    }
}

/// A recorded payment between two people.
package struct SettlementView: Sendable {
    /// Who paid.
    package let from: PartyID
    /// Who was paid.
    package let to: PartyID
    /// Minor units of `currency`, as they were handed over.
    package let amount: Int64
    /// The currency it was paid in.
    package let currency: Currency
    /// What that is in minor units of the group's currency.
    package let settlementAmount: Int64
    /// What was written about it; nil for nothing.
    package let note: String?
}

/// A line of `/history`.
package enum TimelineItem: Sendable {
    /// An event that is here.
    case event(EventView)
    /// Numbers `from...through` of `author` are missing here.
    case hole(author: PartyID, from: UInt64, through: UInt64)
}
