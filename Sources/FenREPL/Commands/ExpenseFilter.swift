internal import FenEngine
internal import FenMoney

/// Reads which expenses are meant, for `/expenses`, which lists them, and `/stats`, which adds them up.
enum ExpenseFilter {
    /// The words of both, as help pages show them.
    static let usage = [
        "[WORDS] [by, for NAME] [in CATEGORY]", "[from, to DATE] [over, under AMOUNT] [unsynced]",
    ]
    /// The words that begin a part.
    static let keywords = ["by", "for", "in", "from", "to", "over", "under", "unsynced"]
    /// Words that choose what is listed beside or among what counts: they mean nothing to a sum.
    private static let listWords = ["deleted", "void", "all", "last", "settlements"]

    /// The entries that words ask for.
    static func query(
        _ words: [Token],
        in group: GroupView,
        today: CalendarDate,
        isSum: Bool = false
    ) throws(UsageError) -> EntryQuery {
        var query = EntryQuery()
        query.limit = 20
        var rest = words[...]
        while let token = rest.popFirst() {
            let word = token.quoted ? "" : token.text.lowercased()
            if isSum, listWords.contains(word) {
                throw UsageError(
                    "/stats adds up all expenses that count, so “\(token.text)” means nothing to it.",
                    hint: "/expenses \(token.text) lists them; in quotation marks it is a word to "
                        + "look for.")
            }
            switch word {
            case "deleted", "void": query.withdrawnOnly = true
            case "unsynced": query.unsyncedOnly = true
            case "all": query.limit = nil
            case "settlements": query.includesExpenses = false
            case "last": query.limit = try ListLimit.number(rest.popFirst())
            case "by", "for", "in", "from", "to", "over", "under":
                guard let value = rest.popFirst()?.text else {
                    throw UsageError(
                        "Nothing follows “\(word)”.",
                        hint: "/help expenses shows the forms."
                    )
                }
                var text = value
                if ["over", "under"].contains(word), let next = rest.first, !next.quoted,
                    Currency(code: next.text.uppercased())?.isKnown == true
                {
                    rest.removeFirst()
                    text += " " + next.text
                }
                try set(word, text, in: &query, group, today: today)
            default: query.words.append(token.text)
            }
        }
        return query
    }

    private static func set(
        _ word: String,
        _ value: String,
        in query: inout EntryQuery,
        _ group: GroupView,
        today: CalendarDate
    ) throws(UsageError) {
        switch word {
        case "by": query.payer = try Roster(group).find(value).party
        case "for": query.participant = try Roster(group).find(value).party
        case "in":
            if let currency = Currency(code: value), currency.isKnown {
                query.currency = currency
            } else {
                query.category = value
            }
        case "over", "under":
            let (amount, currency) = try UsageError.wrapping { () throws(MoneyError) in
                try AmountParser.parse(value, defaultCurrency: group.currency)
            }
            guard currency == group.currency else {
                throw UsageError(
                    "“\(word)” is an amount in the group's currency.",
                    hint: "Such as: \(word) 100")
            }
            if word == "over" { query.over = amount } else { query.under = amount }
        default:
            let date = try UsageError.wrapping { () throws(MoneyError) in
                try DateParser.parse(typed: value, today: today)
            }
            if word == "from" { query.from = date } else { query.through = date }
        }
    }
}
