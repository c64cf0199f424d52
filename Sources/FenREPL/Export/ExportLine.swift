internal import FenEngine
internal import FenMoney

/// What a row of a table and a transaction of a journal say of a record.
struct ExportLine {
    /// What kind of record it is.
    enum Kind: String {
        case expense
        case refund
        case settlement
    }

    /// What it is.
    let kind: Kind
    /// The day as `2026-11-03`; a settlement's is the one on which it was recorded,
    /// unless it was imported with a day.
    let date: String
    /// Minor units of `currency`; below zero for a refund.
    let amount: Int64
    /// The currency it was paid in.
    let currency: Currency
    /// Minor units of the group's currency; below zero for a refund.
    let settlementAmount: Int64
    /// The rate between the two, where they differ.
    let rate: Rate?
    /// What it is filed under; empty for nothing.
    let category: String
    /// What else was written about it; empty for nothing.
    let note: String
    private let title: String?
    private let from: PartyID?
    private let to: PartyID?

    /// What a record says; nil for a message, which moves nothing.
    init?(_ record: RecordView, localTime: (Int64) -> LocalTime) {
        switch record.entry.content {
        case .expense(let expense):
            let sign: Int64 = expense.money.refund ? -1 : 1
            kind = expense.money.refund ? .refund : .expense
            date = expense.date
            amount = sign * expense.money.amount
            currency = expense.money.currency
            settlementAmount = sign * expense.money.settlementAmount
            rate = expense.money.rate
            category = expense.category ?? ""
            note = expense.note ?? ""
            title = expense.description
            (from, to) = (nil, nil)
        case .settlement(let settlement):
            kind = .settlement
            date = (record.date ?? localTime(record.createdAt).date)?.iso ?? "1970-01-01"
            amount = settlement.amount
            currency = settlement.currency
            settlementAmount = settlement.settlementAmount
            rate = record.rate
            category = ""
            note = settlement.note ?? ""
            title = nil
            (from, to) = (settlement.from, settlement.to)
        case .message: return nil
        }
    }

    /// What it was for, or who paid whom.
    func description(_ roster: Roster) -> String {
        guard let from, let to else { return title ?? "" }
        return "\(roster.name(from)) paid \(roster.name(to))"
    }

    /// The refusal where somebody came into the group while it was being written.
    static let changed = FenError(
        "CHANGED_MEANWHILE", "The group has changed while it was being written.",
        hint: "Type the command again.")
}
