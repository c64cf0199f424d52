import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol

extension Engine {
    /// Logs an expense.
    package func logExpense(
        _ draft: ExpenseDraft, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering { try expense(draft) }
        return try await write(payload, in: id)
    }

    /// The event of an expense; `imported` names the row of the file it comes from.
    func expense(_ draft: ExpenseDraft, imported: String? = nil) throws(FenError) -> Payload {
        .expenseLogged(
            ExpenseLogged(
                money: draft.money,
                description: try Names.text(
                    draft.description, ProtocolLimits.description, what: "description"),
                date: draft.date,
                category: try optionalText(
                    draft.category, ProtocolLimits.category, what: "category"),
                note: try optionalText(draft.note, ProtocolLimits.note, what: "note"),
                imported: imported))
    }

    /// Changes registers of an expense.
    package func updateExpense(
        _ expense: EventID, _ change: ExpenseChange, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering {
            Payload.expenseUpdated(
                ExpenseUpdated(
                    expense: expense, money: change.money,
                    description: try change.description.map { text throws(FenError) in
                        try Names.text(text, ProtocolLimits.description, what: "description")
                    },
                    date: change.date,
                    category: try change.category.map { text throws(FenError) in
                        try Names.text(text, ProtocolLimits.category, what: "category")
                    },
                    note: try change.note.map { text throws(FenError) in
                        try Names.text(text, ProtocolLimits.note, what: "note")
                    }))
        }
        return try await write(payload, in: id)
    }

    /// Deletes an expense; `restoreExpense` takes it back.
    package func deleteExpense(
        _ expense: EventID, in id: GroupID
    ) async throws(FenError) -> Written {
        try await write(.expenseDeleted(ExpenseDeleted(expense: expense)), in: id)
    }

    /// Brings a deleted expense back.
    package func restoreExpense(
        _ expense: EventID, in id: GroupID
    ) async throws(FenError) -> Written {
        try await write(.expenseRestored(ExpenseRestored(expense: expense)), in: id)
    }

    /// Records a payment between two people. The gate decides whether it may be.
    package func recordSettlement(
        _ draft: SettlementDraft, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering { try settlement(draft) }
        return try await write(payload, in: id)
    }

    /// The event of a payment.
    func settlement(_ draft: SettlementDraft) throws(FenError) -> Payload {
        .settlementRecorded(
            SettlementRecorded(
                from: draft.from, to: draft.to, amount: draft.amount,
                currency: draft.currency, settlementAmount: draft.settlementAmount,
                rate: draft.rate,
                note: try optionalText(draft.note, ProtocolLimits.note, what: "note")))
    }

    /// Takes a settlement back.
    package func voidSettlement(
        _ settlement: EventID, in id: GroupID
    ) async throws(FenError) -> Written {
        try await write(.settlementVoided(SettlementVoided(settlement: settlement)), in: id)
    }

    /// Proposes a rate for expenses in another currency.
    package func setRate(
        _ currency: Currency, _ rate: Rate, source: String, date: CalendarDate, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering {
            Payload.rateSet(
                RateSet(
                    currency: currency, rate: rate,
                    source: try Names.text(source, ProtocolLimits.source, what: "source"),
                    date: date))
        }
        return try await write(payload, in: id)
    }

    private func optionalText(
        _ text: String?, _ limit: ClosedRange<Int>, what: String
    ) throws(FenError) -> String? {
        guard let text, !text.trimmingWhitespace.isEmpty else { return nil }
        return try Names.text(text, limit, what: what)
    }
}
