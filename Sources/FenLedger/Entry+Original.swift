package import FenMoney
import FenProtocol

extension Entry {
    /// What it moves in the currency it was paid in, under the ids as written, summing to zero; nil
    /// while it does not count, waits, or is deleted or voided, and for a message.
    package var original: (currency: Currency, moves: [(PartyID, Int64)])? {
        guard stands else { return nil }
        switch body {
        case .expense(let expense):
            guard !expense.isDeleted, let money = expense.money,
                // What is refused here the schema has refused before.
                let moves = try? money.contributions(inGroupCurrency: false)
            else { return nil }
            return (money.currency, moves)
        case .settlement(let settlement):
            guard label == nil, !settlement.isVoided else { return nil }
            let record = settlement.record
            return (record.currency, [(record.from, record.amount), (record.to, -record.amount)])
        case .message: return nil
        }
    }
}
