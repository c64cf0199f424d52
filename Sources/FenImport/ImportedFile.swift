package import FenMoney

/// The formats that are read.
package enum ImportKind: String, CaseIterable, Sendable {
    /// A group's or a friend's table from Splitwise.
    case splitwise
    /// A group from Spliit, as JSON or as a table.
    case spliit
    /// Bills from IHateMoney, as JSON or as a table.
    case ihatemoney
    /// A project from Cospend: tables one below the other.
    case cospend
    /// Our own plain export, a record a line.
    case jsonl

    /// The program's own name.
    package var name: String {
        switch self {
        case .splitwise: "Splitwise"
        case .spliit: "Spliit"
        case .ihatemoney: "IHateMoney"
        case .cospend: "Cospend"
        case .jsonl: "fen"
        }
    }
}

/// What a file says, before anybody in it is somebody of the group.
package struct ImportedFile: Equatable, Sendable {
    /// The program it is from.
    package let kind: ImportKind
    /// Everybody in it by the names it uses, in its order.
    package var people: [String]
    /// The expenses and payments that move something, in its order.
    package var rows: [ImportedRow]
    /// What a person should know before saying yes, a sentence each.
    package var remarks: [String] = []
}

/// Somebody's part of an amount.
package struct ImportedPart: Hashable, Sendable {
    /// Whose, by the file's name for them.
    package var name: String
    /// Minor units, or what the split's mode says.
    package var value: Int64

    /// A part of its two halves.
    package init(_ name: String, _ value: Int64) {
        self.name = name
        self.value = value
    }
}

/// Exactly who paid and who owes what of a row; both sum to the same.
package struct ImportedExact: Equatable, Sendable {
    /// The currency of the parts.
    package var currency: Currency
    /// What each paid.
    package var paid: [ImportedPart]
    /// What each owes.
    package var owed: [ImportedPart]
}

/// What a row is in the currency in which the file keeps its balances.
package struct ImportedConversion: Equatable, Sendable {
    /// The file's own currency.
    package var currency: Currency
    /// Minor units of it.
    package var amount: Int64
    /// The rate the file gives.
    package var rate: Rate
}

/// An expense, a refund or a payment of a file.
package struct ImportedRow: Equatable, Sendable {
    /// What a row can be.
    package enum Kind: Equatable, Sendable {
        /// Money that was spent.
        case expense
        /// Money that came back.
        case refund
        /// A payment from the one who paid to the one it is for.
        case payment
    }

    /// Where it stands in the file.
    package var row: Int
    /// What it is.
    package var kind: Kind
    /// What tells it from other rows of the same program: an id, or all it says. Rows with equal
    /// text are true twins.
    package var source: String
    /// Whether `source` is an id, so that there are no twins.
    package var hasID = false
    /// The day.
    package var date: CalendarDate
    /// What it was for; empty for a payment of which only the two people are known.
    package var description: String
    /// What it is filed under.
    package var category: String?
    /// What else was written about it.
    package var note: String?
    /// Minor units of `currency`, above zero.
    package var amount: Int64
    /// The currency it was paid in.
    package var currency: Currency
    /// Who paid how much, summing to `amount`.
    package var paid: [ImportedPart]
    /// How it is divided.
    package var mode: SplitMode
    /// Among whom.
    package var parts: [ImportedPart]
    /// The words of the split, where the file keeps them.
    package var typed: String?
    /// What it is in the file's own currency, where that is another.
    package var conversion: ImportedConversion?
    /// What it must come to for each person, to the minor unit; nil where the file leaves the odd
    /// ones to whoever divides.
    package var exact: ImportedExact?
}
