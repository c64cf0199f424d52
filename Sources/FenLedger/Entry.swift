package import FenCrypto
package import FenMoney
package import FenProtocol

/// One of the seven registers of an expense, or a settlement's only one.
package enum Register: UInt8, Sendable, CaseIterable {
    /// What it was for.
    case description = 1
    /// When it was.
    case date = 2
    /// The word to group it by.
    case category = 3
    /// More about it.
    case note = 4
    /// The attachment.
    case blob = 5
    /// The money unit, whole.
    case money = 6
    /// Whether it is deleted, or a settlement voided.
    case deleted = 7
}

/// Who set a register last, where that is not the event that created the entry.
package struct RegisterEdit: Hashable, Sendable {
    /// The register.
    package let register: Register
    /// The event that set it.
    package let event: EventID
    /// Who wrote that event.
    package let author: MemberID
}

/// An expense: what its seven registers hold.
package struct ExpenseState: Equatable, Sendable {
    /// What it was for.
    package var description: String
    /// When it was.
    package var date: CalendarDate
    /// A word to group it by.
    package var category: String?
    /// More about it.
    package var note: String?
    /// The attachment.
    package var blob: Hash32?
    /// The money unit in force; nil while the only ones wait for unknown members.
    package var money: MoneyUnit?
    /// The last money unit in order, where it waits for an unknown member.
    package var waitingMoney: MoneyUnit?
    /// Whether it is deleted.
    package var isDeleted = false
    /// The attachments that are known to have been uploaded, ascending.
    package var uploaded: [Hash32] = []
    /// The row it was imported from.
    package var imported: String?
    /// The excluded event it applies.
    package var onBehalfOf: EventID?
}

/// A settlement.
package struct SettlementState: Equatable, Sendable {
    /// What was recorded.
    package var record: SettlementRecorded
    /// Whether it has been voided.
    package var isVoided = false
}

/// An expense, settlement or message as all events about it leave it.
package struct Entry: Equatable, Sendable {
    /// What kind of entry it is; indirect, so that handing an entry on costs little.
    package indirect enum Body: Equatable, Sendable {
        /// An expense.
        case expense(ExpenseState)
        /// A settlement.
        case settlement(SettlementState)
        /// A message.
        case message(MessagePosted)
    }

    /// The event that created it.
    package let id: EventID
    /// That event's lamport.
    package let lamport: UInt64
    /// Who created it.
    package let author: MemberID
    /// The number of that event.
    package let seq: UInt64
    /// When the author's device said it was; shown, never projected.
    package let createdAt: UInt64
    /// Why it does not count, or `UNKNOWN_MEMBER` when it stands and its first money unit waits.
    package var label: RefusalReason?
    /// Who set what last, of what was changed since.
    package var edits: [RegisterEdit] = []
    /// What it is.
    package var body: Body

    /// Its place in the canonical order.
    package var order: EventOrder { EventOrder(lamport: lamport, id: id) }

    /// Whether the event that created it counts, with or without its money.
    package var stands: Bool { label == nil || label == .unknownMember }

    /// Whether its money is not, or not wholly, in the balances since a money unit waits for an
    /// unknown member.
    package var isWaiting: Bool {
        guard stands else { return false }
        return switch body {
        case .expense(let expense): expense.waitingMoney != nil && !expense.isDeleted
        case .settlement(let settlement): label == .unknownMember && !settlement.isVoided
        case .message: false
        }
    }

    /// Whether it has been deleted or voided.
    package var isGone: Bool {
        switch body {
        case .expense(let expense): expense.isDeleted
        case .settlement(let settlement): settlement.isVoided
        case .message: false
        }
    }

    /// What it moves in the balances, under the ids as written, summing to zero; empty while it
    /// does not count, waits, or is deleted or voided.
    package var contribution: [(PartyID, Int64)] {
        guard stands else { return [] }
        switch body {
        case .expense(let expense):
            guard !expense.isDeleted, let money = expense.money else { return [] }
            // What is refused here the schema has refused before.
            return (try? money.contributions()) ?? []
        case .settlement(let settlement):
            guard label == nil, !settlement.isVoided else { return [] }
            let amount = settlement.record.settlementAmount
            return [(settlement.record.from, amount), (settlement.record.to, -amount)]
        case .message: return []
        }
    }
    /// Who owes whom because of it, under the ids as written; a payment is owed back whole. Over
    /// all others the debts of a party sum to its ``contribution``.
    package var debts: [Debt] {
        guard stands else { return [] }
        switch body {
        case .expense(let expense):
            guard !expense.isDeleted, let money = expense.money else { return [] }
            return (try? money.debts()) ?? []
        case .settlement(let settlement):
            guard label == nil, !settlement.isVoided else { return [] }
            let record = settlement.record
            return [
                Debt(debtor: record.to, creditor: record.from, amount: record.settlementAmount)
            ]
        case .message: return []
        }
    }
}
