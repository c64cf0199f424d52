package import FenMoney
package import FenProtocol

/// A name for an event that is the same on every screen: author and number.
package struct Reference: Hashable, Sendable {
    package let author: PartyID
    package let seq: UInt64
    /// 0 for the first branch of a fork, 1 for the second (`bob:42'`), and so on.
    package let branch: Int

    package init(author: PartyID, seq: UInt64, branch: Int = 0) {
        self.author = author
        self.seq = seq
        self.branch = branch
    }
}

/// One stored event.
package struct EventView: Sendable {
    package let id: EventID
    package let reference: Reference
    package let lamport: UInt64
    /// The sender's claim, Unix milliseconds.
    package let createdAt: Int64
    package let kindName: String
    /// Nil when the event could not be opened.
    package let payload: Payload?
    /// Why it does not count; nil when it does.
    package let label: RefusalReason?
    /// The store has it, or it came from there.
    package let isSynced: Bool
}

/// What one participant owes of an entry.
package struct ShareView: Sendable, Equatable {
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
        case expense(ExpenseView)
        case settlement(SettlementView)
        case message(text: String, replyTo: EventID?)
    }

    package let id: EventID
    package let reference: Reference
    package let author: PartyID
    package let content: Content
    /// Why it does not count; nil when it does.
    package let label: RefusalReason?
    package let isSynced: Bool
    /// Deleted or voided.
    package let isWithdrawn: Bool
    /// An update changed it.
    package let isEdited: Bool
}

/// An expense's registers.
package struct ExpenseView: Sendable {
    package let money: MoneyUnit
    package let description: String
    package let date: String
    package let category: String?
    package let note: String?
    package let shares: [ShareView]
}

/// A recorded payment between two people.
package struct SettlementView: Sendable {
    package let from: PartyID
    package let to: PartyID
    package let amount: Int64
    package let currency: Currency
    package let settlementAmount: Int64
    package let note: String?
}

/// A line of `/history`.
package enum TimelineItem: Sendable {
    case event(EventView)
    /// Numbers `from...through` of `author` are missing here.
    case hole(author: PartyID, from: UInt64, through: UInt64)
}
