package import FenEngine
package import FenMoney

/// Shows expenses, settlements and messages: a row of a list, a sentence, a page, JSON.
package struct EntryFace: Sendable {
    /// The group's people.
    package let roster: Roster
    /// The group's currency.
    package let currency: Currency

    /// A face for a group's entries.
    package init(_ group: GroupView) {
        self.init(roster: Roster(group), currency: group.currency)
    }

    /// A face of these parts.
    package init(roster: Roster, currency: Currency) {
        self.roster = roster
        self.currency = currency
    }

    /// A list of entries with a row each; foreign text stands last.
    package func table(_ entries: [EntryView]) -> TextTable {
        var table = TextTable([.left(), .left(), .right(), .left(), .left(), .left()])
        for entry in entries {
            table.add(
                roster.shown(entry.reference),
                Phrase(foreign: date(entry)),
                amount(entry),
                who(entry),
                Self.states(entry).joined(),
                what(entry)
            )
        }
        return table
    }

    /// An entry in one sentence: `bob:1 Guinness, 21.60 EUR, paid by Bob for Alice and Bob`.
    package func sentence(_ entry: EntryView) -> Phrase {
        let reference = roster.shown(entry.reference)
        switch entry.content {
        case .expense(let expense):
            return "\(reference) \(sentence(expense))"
        case .settlement(let settlement):
            return """
                \(reference) \(roster.shown(settlement.from)) paid \(roster.shown(settlement.to)) \
                \(amount(entry))
                """
        case .message(let text, _):
            return "\(reference) \(roster.shown(entry.author)): \(Phrase(message: text))"
        }
    }

    /// An expense in one sentence: `Guinness, 21.60 EUR, paid by Bob for Alice and Bob`.
    func sentence(_ expense: ExpenseView) -> Phrase {
        let verb: Phrase = expense.money.refund ? "refunded to" : "paid by"
        let payers = self.payers(expense.money)
        let others = roster.shown(expense.shares.map(\.party))
        return """
            \(foreign: expense.description), \(amount(expense.money)), \(verb) \(payers) for \
            \(others)
            """
    }

    /// Who paid, each with their part where there are several.
    func payers(_ money: MoneyUnit) -> Phrase {
        let payments = roster.ordered(money.paidBy, by: \.party)
        guard payments.count > 1 else { return roster.shown(payments.map(\.party)) }
        return payments.map { payment -> Phrase in
            let part = AmountFormat.plain(payment.amount, money.currency)
            return "\(roster.shown(payment.party)) \(own: part)"
        }.joined()
    }

    /// The day of an expense where it is not today, as a sentence's end, with the weekday that a
    /// word such as `mon` was taken for.
    func dayUnlessToday(_ expense: ExpenseView, today: CalendarDate) -> Phrase {
        guard let date = CalendarDate(iso: expense.date), date != today else { return "" }
        let day = UsageError.capitalised("\(date.weekday)")
        return ", on \(own: day), \(own: date.iso)"
    }

    /// A word of care about a day that is seldom meant.
    func careAboutDay(_ expense: ExpenseView, today: CalendarDate) -> Phrase? {
        guard let date = CalendarDate(iso: expense.date),
            Self.isSeldomMeant(date, today: today)
        else { return nil }
        return date > today
            ? "Careful: that day is still to come. /edit changes it."
            : "Careful: that day is over a year ago. /edit changes it."
    }

    /// Whether a day is still to come, or over a year ago.
    static func isSeldomMeant(_ date: CalendarDate, today: CalendarDate) -> Bool {
        date > today || today.adding(days: -366).map { date < $0 } ?? false
    }

    /// The amount of an entry with its currency; empty for a message.
    package func amount(_ entry: EntryView) -> Phrase {
        switch entry.content {
        case .expense(let expense):
            return amount(expense.money)
        case .settlement(let settlement):
            return "\(own: AmountFormat.withCode(settlement.amount, settlement.currency))"
        case .message:
            return ""
        }
    }

    /// The amount of an expense, with what it is in the group's currency where that is another one.
    func amount(_ money: MoneyUnit) -> Phrase {
        let sign = money.refund ? "-" : ""
        let text = sign + AmountFormat.withCode(money.amount, money.currency)
        guard money.currency != currency else { return "\(own: text)" }
        let converted = AmountFormat.withCode(money.settlementAmount, currency)
        return "\(own: text) (\(own: sign + converted))"
    }

    /// The states of an entry in words, none when it counts and everybody can have it.
    package static func states(_ entry: EntryView) -> [Phrase] {
        var words: [Phrase] = []
        if entry.isWithdrawn {
            if case .settlement = entry.content {
                words.append("void")
            } else {
                words.append("deleted")
            }
        }
        if let label = entry.label { words.append(LabelFace.short(label)) }
        if entry.isEdited { words.append("edited") }
        if !entry.isSynced { words.append("unsynced") }
        return words
    }

    private func date(_ entry: EntryView) -> String {
        if case .expense(let expense) = entry.content { expense.date } else { "" }
    }

    private func who(_ entry: EntryView) -> Phrase {
        switch entry.content {
        case .expense(let expense):
            expense.money.paidBy.count == 1
                ? roster.shown(expense.money.paidBy[0].party)
                : "\(expense.money.paidBy.count) people"
        case .settlement(let settlement):
            "\(roster.shown(settlement.from)) -> \(roster.shown(settlement.to))"
        case .message:
            roster.shown(entry.author)
        }
    }

    private func what(_ entry: EntryView) -> Phrase {
        switch entry.content {
        case .expense(let expense):
            let category: Phrase = expense.category.map { " [\(foreign: $0)]" } ?? ""
            return "\(foreign: expense.description)\(category)"
        case .settlement(let settlement):
            return settlement.note.map { "settlement: \(foreign: $0)" } ?? "settlement"
        case .message(let text, _):
            return Phrase(foreign: text)
        }
    }
}

extension EntryFace {
    /// What everybody has of an expense, on one line each.
    package func shares(_ expense: ExpenseView) -> TextTable {
        var table = TextTable([.left(), .right()], indent: "  ")
        let sign = expense.money.refund ? "-" : ""
        for share in roster.ordered(expense.shares, by: \.party) {
            let amount = AmountFormat.withCode(share.amount, expense.money.currency)
            table.add(roster.shown(share.party), "\(own: sign + amount)")
        }
        return table
    }
}
