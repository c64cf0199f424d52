internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension EntryFace {
    /// An entry in the JSON face.
    func json(_ entry: EntryView) -> OutputJSON {
        var fields: [OutputJSON.Field] = []
        func set(_ key: String, _ value: OutputJSON) {
            fields.append(OutputJSON.Field(key: key, value: value))
        }
        set("ref", .string(roster.text(entry.reference)))
        set("id", .string(entry.id.hex))
        set("author", roster.json(entry.author))
        switch entry.content {
        case .expense(let expense):
            set("kind", .string("expense"))
            fields += self.fields(expense)
        case .settlement(let settlement):
            set("kind", .string("settlement"))
            set("from", roster.json(settlement.from))
            set("to", roster.json(settlement.to))
            set("amount", .number(settlement.amount))
            set("currency", .string(settlement.currency.code))
            set("settlement_amount", .number(settlement.settlementAmount))
            set("group_currency", .string(currency.code))
            set("note", .text(settlement.note))
        case .message(let text, let replyTo):
            set("kind", .string("message"))
            set("text", .string(text))
            set("reply_to", .text(replyTo?.hex))
        }
        set("label", .text(entry.label?.rawValue))
        set("counts", .bool(entry.label == nil && !entry.isWithdrawn))
        set("withdrawn", .bool(entry.isWithdrawn))
        set("edited", .bool(entry.isEdited))
        set("synced", .bool(entry.isSynced))
        return .object(fields)
    }

    private func fields(_ expense: ExpenseView) -> [OutputJSON.Field] {
        let money = expense.money
        let pairs: KeyValuePairs<String, OutputJSON> = [
            "description": .string(expense.description),
            "date": .string(expense.date),
            "category": .text(expense.category),
            "note": .text(expense.note),
            "amount": .number(money.amount),
            "currency": .string(money.currency.code),
            "settlement_amount": .number(money.settlementAmount),
            "group_currency": .string(currency.code),
            "rate": .text(money.rate?.text),
            "refund": .bool(money.refund),
            "paid_by": .list(money.paidBy) {
                roster.json($0.party, ["amount": .number($0.amount)])
            },
            "split": .fields([
                "mode": .string(money.split.mode.rawValue),
                "parts": .list(money.split.parts) {
                    roster.json($0.party, ["value": .number($0.value)])
                },
                "typed": .text(money.typed),
            ]),
            "shares": .list(expense.shares) {
                roster.json(
                    $0.party,
                    [
                        "amount": .number($0.amount),
                        "settlement_amount": .number($0.settlementAmount),
                    ]
                )
            },
        ]
        return pairs.map { OutputJSON.Field(key: $0.key, value: $0.value) }
    }
}
