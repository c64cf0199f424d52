import FenEncoding
import FenMoney
import FenProtocol

extension ProjectionDump {
    /// Appends a line of section 9; nothing for an entry that does not stand.
    package static func appendEntry(_ entry: Entry, to bytes: inout [UInt8]) {
        guard entry.stands else { return }
        line(&bytes) { writer in
            switch entry.body {
            case .expense(let expense): self.expense(expense, of: entry, &writer)
            case .settlement(let settlement): self.settlement(settlement, of: entry, &writer)
            case .message(let message):
                writer.field("author", hex: entry.author)
                writer.field("id", hex: entry.id)
                writer.field("line", "message")
                if let target = message.replyTo { writer.field("reply_to", hex: target) }
                writer.field("text", message.text)
            }
        }
    }

    private static func expense(
        _ expense: ExpenseState,
        of entry: Entry,
        _ writer: inout JSONWriter
    ) {
        let money = expense.money
        if let money { writer.field("amount", money.amount) }
        writer.field("author", hex: entry.author)
        if let blob = expense.blob { writer.field("blob", hex: blob) }
        if let category = expense.category { writer.field("category", category) }
        if let money { writer.field("currency", money.currency.code) }
        writer.field("date", expense.date.iso)
        writer.field("deleted", expense.isDeleted)
        writer.field("description", expense.description)
        writer.field("id", hex: entry.id)
        if let imported = expense.imported { writer.field("imported", imported) }
        writer.field("line", "expense")
        if let note = expense.note { writer.field("note", note) }
        if let target = expense.onBehalfOf { writer.field("on_behalf_of", hex: target) }
        if let money { unit(money, &writer) }
        if !expense.uploaded.isEmpty {
            writer.key("uploaded")
            writer.beginArray()
            for blob in expense.uploaded { writer.hex(blob) }
            writer.endArray()
        }
        writer.field("waiting", entry.isWaiting)
    }

    /// Writes the fields of a money unit from `paid_by` on.
    private static func unit(_ money: MoneyUnit, _ writer: inout JSONWriter) {
        writer.key("paid_by")
        writer.beginArray()
        for payment in money.paidBy {
            writer.beginObject()
            writer.field("amount", payment.amount)
            writer.field("member", hex: payment.party)
            writer.endObject()
        }
        writer.endArray()
        if let rate = money.rate { writer.field("rate", rate.text) }
        if money.refund { writer.field("refund", true) }
        writer.field("settlement_amount", money.settlementAmount)
        writer.key("split")
        writer.beginObject()
        writer.field("mode", money.split.mode.rawValue)
        writer.key("parts")
        writer.beginArray()
        for part in money.split.parts {
            writer.beginObject()
            writer.field("member", hex: part.party)
            writer.field("value", part.value)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        if let typed = money.typed { writer.field("typed", typed) }
    }

    private static func settlement(
        _ settlement: SettlementState,
        of entry: Entry,
        _ writer: inout JSONWriter
    ) {
        let record = settlement.record
        writer.field("amount", record.amount)
        writer.field("author", hex: entry.author)
        writer.field("currency", record.currency.code)
        writer.field("from", hex: record.from)
        writer.field("id", hex: entry.id)
        writer.field("line", "settlement")
        if let note = ExpenseState.text(record.note) { writer.field("note", note) }
        if let target = record.onBehalfOf { writer.field("on_behalf_of", hex: target) }
        if let rate = record.rate { writer.field("rate", rate.text) }
        writer.field("settlement_amount", record.settlementAmount)
        writer.field("to", hex: record.to)
        writer.field("voided", settlement.isVoided)
        writer.field("waiting", entry.isWaiting)
    }
}
