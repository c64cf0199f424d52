internal import FenEncoding
internal import FenEngine
internal import FenMoney

extension EntryFace {
    /// Everything about an entry, as `/show` prints it.
    func page(_ entry: EntryView) -> [TextBlock] {
        switch entry.content {
        case .expense(let expense): page(entry, expense)
        case .settlement(let settlement): page(entry, settlement)
        case .message: [.line(sentence(entry)), .line(stateLine(entry))]
        }
    }

    private func page(_ entry: EntryView, _ expense: ExpenseView) -> [TextBlock] {
        let money = expense.money
        let words = KeptWords(typed: money.typed)
        var facts = TextTable([.left(), .left()])
        facts.add("amount", amount(entry))
        if let rate = money.rate {
            let sign = money.refund ? "-" : ""
            let converted = sign + AmountFormat.withCode(money.settlementAmount, currency)
            let typed = typedWords(words.rate)
            facts.add("in the group", "\(own: converted) at \(own: rate.text)\(typed)")
        }
        facts.add("date", Phrase(foreign: expense.date))
        facts.add("logged by", roster.shown(entry.author))
        if let category = expense.category { facts.add("category", Phrase(foreign: category)) }
        if let note = expense.note { facts.add("note", Phrase(foreign: note)) }
        facts.add("split", splitWords(money, typed: typedWords(words.split)))
        facts.add("id", "#\(own: String(entry.id.hex.prefix(8)))")
        facts.add("state", stateLine(entry))

        var blocks: [TextBlock] = [
            .line(
                """
                \(roster.shown(entry.reference)) \(foreign: expense.description)\
                \(money.refund ? " (refund)" : "")
                """),
            .table(facts),
        ]
        var parts = TextTable([
            .left(), .right(money.refund ? "got back" : "paid"), .right("share"),
        ])
        let people = Set(money.paidBy.map(\.party) + expense.shares.map(\.party))
        for party in roster.ordered(Array(people), by: { $0 }) {
            let paid = money.paidBy.first { $0.party == party }?.amount
            let share = expense.shares.first { $0.party == party }?.amount
            parts.add(
                roster.shown(party),
                "\(own: paid.map { AmountFormat.plain($0, money.currency) } ?? "-")",
                "\(own: share.map { AmountFormat.plain($0, money.currency) } ?? "-")"
            )
        }
        blocks.append(.table(parts))
        return blocks
    }

    private func page(_ entry: EntryView, _ settlement: SettlementView) -> [TextBlock] {
        var facts = TextTable([.left(), .left()])
        facts.add("from", roster.shown(settlement.from))
        facts.add("to", roster.shown(settlement.to))
        facts.add("amount", amount(entry))
        if settlement.currency != currency {
            facts.add(
                "in the group",
                "\(own: AmountFormat.withCode(settlement.settlementAmount, currency))"
            )
        }
        if let note = settlement.note { facts.add("note", Phrase(foreign: note)) }
        facts.add("recorded by", roster.shown(entry.author))
        facts.add("id", "#\(own: String(entry.id.hex.prefix(8)))")
        facts.add("state", stateLine(entry))
        return [.line("\(roster.shown(entry.reference)) settlement"), .table(facts)]
    }

    private func stateLine(_ entry: EntryView) -> Phrase {
        let states = Self.states(entry)
        guard let label = entry.label else {
            return states.isEmpty ? "counts, synced" : states.joined()
        }
        return "\(states.joined()): \(LabelFace.sentence(label))"
    }

    private func typedWords(_ words: String?) -> Phrase {
        words.map { ", typed as “\(foreign: $0)”" } ?? ""
    }

    /// For whom an expense is, with what each has of it where that is not equal.
    func division(_ money: MoneyUnit) -> Phrase {
        let parts = roster.ordered(money.split.parts, by: \.party)
        return switch money.split.mode {
        case .equal: roster.shown(parts.map(\.party))
        case .amount:
            parts.map { part -> Phrase in
                let amount = AmountFormat.plain(part.value, money.currency)
                return "\(roster.shown(part.party)) \(own: amount)"
            }.joined()
        case .percent, .shares: splitWords(money, typed: "")
        }
    }

    private func splitWords(_ money: MoneyUnit, typed: Phrase) -> Phrase {
        switch money.split.mode {
        case .equal:
            return "equally among \(money.split.parts.count)\(typed)"
        case .amount:
            return "by amounts\(typed)"
        case .percent:
            let parts = roster.ordered(money.split.parts, by: \.party).map { part in
                Phrase("\(roster.shown(part.party)) \(own: SplitNumber.text(part.value))%")
            }
            return "\(parts.joined())\(typed)"
        case .shares:
            let parts = roster.ordered(money.split.parts, by: \.party).map { part in
                Phrase("\(roster.shown(part.party)) \(part.value)")
            }
            return "shares \(parts.joined())\(typed)"
        }
    }
}
