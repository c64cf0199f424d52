package import FenEngine
internal import FenMoney

/// Writes an expense as a line that, typed, gives the same expense: what `/edit REF` puts into the
/// prompt.
package enum MoneyLineText {
    /// The line without its command.
    package static func line(for expense: ExpenseView, builder: MoneyBuilder) -> String {
        let roster = builder.roster
        let money = expense.money
        let kept = KeptWords(typed: money.typed)
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
        words.append(typedSplit(kept.split, money, builder) ?? split(money, roster))
        if let rate = money.rate {
            // With its currency it can be meant one way round only.
            words.append(
                typedRate(kept.rate, money, builder)
                    ?? "rate \(rate.text) \(builder.currency.code)")
        }
        words.append("on \(expense.date)")
        if let category = expense.category, !category.isEmpty {
            words.append("in \(quoted(category))")
        }
        if let note = expense.note, !note.isEmpty { words.append("note \(quoted(note))") }
        return words.joined(separator: " ")
    }

    /// The words of a split as they were typed, where they give the very same split today: as they
    /// are, or with those named whom they were for. Nil where they do not.
    private static func typedSplit(
        _ words: String?, _ money: MoneyUnit, _ builder: MoneyBuilder
    ) -> String? {
        guard let words, var only = clauses(words), only.split != nil else { return nil }
        // They may be somebody else's, and are no place for further clauses.
        only.split = nil
        guard only == MoneyLine() else { return nil }
        let people = builder.roster.ordered(money.split.parts, by: \.party)
            .map { name($0.party, builder.roster) }.joined(separator: ", ")
        return [words, "for \(people) \(words)"].first { text in
            guard let line = clauses(text) else { return false }
            let amount = Amount(minorUnits: money.amount, currency: money.currency)
            // A new line and an edit of this expense take the words among different people.
            let people = money.split.parts.map(\.party)
            let typed = try? builder.split(line, amount: amount, payers: money.paidBy)
            let edited = try? builder.split(
                line, amount: amount, payers: money.paidBy, keeping: people)
            return typed == money.split && edited == money.split
        }
    }

    /// The words of a rate as they were typed, where they give the very same money.
    private static func typedRate(
        _ words: String?, _ money: MoneyUnit, _ builder: MoneyBuilder
    ) -> String? {
        guard let words, let line = clauses(words) else { return nil }
        var only = line
        (only.rate, only.rateWord) = (nil, nil)
        guard only == MoneyLine() else { return nil }
        let amount = Amount(minorUnits: money.amount, currency: money.currency)
        guard let read = try? builder.typedRate(line.rate, for: amount),
            read.rate == money.rate,
            read.settlement.map({ $0 == money.settlementAmount }) ?? true
        else { return nil }
        return words
    }

    private static func clauses(_ text: String) -> MoneyLine? {
        guard let tokens = try? Tokenizer.tokens(text),
            let line = try? MoneyLineParser.parse(tokens, form: .edit),
            line.description == nil, line.money == nil
        else { return nil }
        return line
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
        "everybody", "rest", "others", "remainder", "but", "except", "equally", "equal", "even",
        "evenly", "shares", "share", "percent", "percentage", "percentages", "amounts", "amount",
        "exactly", "exact", "weights",
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
            return !keywords.contains(word.lowercased()) && !BillWord.opens(word)
                && (first.isLetter || first == "(")
                && !word.contains {
                    $0 == "," || $0 == "\"" || $0 == "\\" || $0 == "“" || $0 == ":"
                }
        }
        return isBare ? text : inQuotes(text)
    }

    /// The text in quotation marks.
    static func inQuotes(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "\"" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return "\"" + escaped + "\""
    }
}
