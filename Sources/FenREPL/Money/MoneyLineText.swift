package import FenEngine
internal import FenMoney

/// Writes an expense as a line that, typed, gives the same expense: what `/edit REF` puts into the
/// prompt.
package enum MoneyLineText {
    /// The line without its command.
    package static func line(for expense: ExpenseView, roster: Roster) -> String {
        let money = expense.money
        let currency = money.currency
        var words = [
            AmountFormat.plain(money.amount, currency), currency.code,
            quotedDescription(expense.description),
        ]
        words.append("by")
        if money.paidBy.count == 1, let only = money.paidBy.first {
            words.append(name(only.party, roster))
        } else {
            words.append(
                roster.ordered(money.paidBy, by: \.party)
                    .map { name($0.party, roster) + " " + AmountFormat.plain($0.amount, currency) }
                    .joined(separator: ", ")
            )
        }
        words.append(split(money, roster))
        if let rate = money.rate { words.append("rate \(rate.text)") }
        words.append("on \(expense.date)")
        if let category = expense.category, !category.isEmpty {
            words.append("in \(quoted(category))")
        }
        if let note = expense.note, !note.isEmpty { words.append("note \(quoted(note))") }
        return words.joined(separator: " ")
    }

    private static func split(_ money: MoneyUnit, _ roster: Roster) -> String {
        let parts = roster.ordered(money.split.parts, by: \.party)
        switch money.split.mode {
        case .equal:
            return "for " + parts.map { name($0.party, roster) }.joined(separator: ", ")
        case .amount:
            return "split "
                + parts.map {
                    name($0.party, roster) + " " + AmountFormat.plain($0.value, money.currency)
                }
                .joined(separator: ", ")
        case .percent:
            return "split "
                + parts.map { name($0.party, roster) + " " + SplitNumber.text($0.value) + "%" }
                .joined(separator: ", ")
        case .shares:
            return "split shares "
                + parts.map { name($0.party, roster) + " \($0.value)" }.joined(separator: ", ")
        }
    }

    private static let keywords: Set<String> = [
        "by", "for", "split", "on", "in", "at", "rate", "note", "and", "all", "everyone",
        "everybody", "rest", "but", "except", "equally", "equal", "evenly", "shares", "percent",
        "amounts", "exactly", "weights",
    ]

    private static func name(_ party: PartyID, _ roster: Roster) -> String {
        quoted(roster.name(party))
    }

    /// A description is quoted too where its first word could be taken for a currency.
    private static func quotedDescription(_ text: String) -> String {
        let first = text.split(separator: " ").first.map(String.init) ?? ""
        return first.utf8.count == 3 || first.first?.isNumber == true
            ? inQuotes(text) : quoted(text)
    }

    /// The text bare where it reads back the same, else in quotation marks.
    static func quoted(_ text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let isBare = words.allSatisfy { word in
            guard let first = word.first else { return false }
            return !keywords.contains(word.lowercased()) && (first.isLetter || first == "(")
                && !word.contains {
                    $0 == "," || $0 == "\"" || $0 == "\\" || $0 == "“" || $0 == ":"
                }
        }
        return isBare ? text : inQuotes(text)
    }

    private static func inQuotes(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "\"" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return "\"" + escaped + "\""
    }
}
