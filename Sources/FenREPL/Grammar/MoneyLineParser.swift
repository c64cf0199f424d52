internal import FenMoney

/// Reads `AMOUNT [CURRENCY] DESCRIPTION [by WHO] [for WHO] [split SPEC] [on DATE] [in CATEGORY]
/// [note TEXT]`.
///
/// Clauses come in any order after the description. A keyword counts only in small letters and
/// outside quotation marks. `rate 0.915` and `at 25.25 CZK` give the exchange rate.
package struct MoneyLineParser {
    /// What the line is for: an edit may leave everything out.
    package enum Form: Sendable {
        case new
        case edit
    }

    private let form: Form
    private var line = MoneyLine()
    private var seen: Set<String> = []

    private init(form: Form) {
        self.form = form
    }

    /// Takes a line's words apart.
    package static func parse(
        _ tokens: [Token],
        form: Form = .new
    ) throws(UsageError) -> MoneyLine {
        var parser = MoneyLineParser(form: form)
        var rest = tokens[...]
        try parser.readMoney(&rest)
        parser.readDescription(&rest)
        while !rest.isEmpty { try parser.readClause(&rest) }
        if form == .new, parser.line.description == nil {
            throw UsageError(
                "The expense has no description.",
                hint: "Say what it was for: + 21.60 EUR Guinness"
            )
        }
        return parser.line
    }

    private mutating func readMoney(_ rest: inout ArraySlice<Token>) throws(UsageError) {
        guard let first = rest.first else {
            if form == .edit { return }
            throw Self.noAmount
        }
        if WordList.looksLikeNumber(first) {
            rest.removeFirst()
            let hasMark = first.text.unicodeScalars.contains {
                $0.properties.isAlphabetic || $0.properties.generalCategory == .currencySymbol
            }
            var money = MoneyLine.Money(text: first.text)
            try Self.refuseSpacedThousands(first, rest.first)
            if !hasMark, let next = rest.first, Self.isCurrencySign(next) {
                rest.removeFirst()
                money.text += next.text
            } else if !hasMark, let next = rest.first {
                let isLast =
                    rest.dropFirst().first.map { isKeyword($0, in: rest.dropFirst()) } ?? true
                if let code = try Self.currency(next, isLast: isLast && form == .new) {
                    rest.removeFirst()
                    money.currency = code
                }
            }
            line.money = money
        } else if Self.isCurrencySign(first), let next = rest.dropFirst().first,
            WordList.looksLikeNumber(next)
        {
            rest.removeFirst(2)
            line.money = MoneyLine.Money(text: first.text + next.text)
        } else if let code = try Self.currency(first, isLast: false),
            let next = rest.dropFirst().first, WordList.looksLikeNumber(next)
        {
            rest.removeFirst(2)
            line.money = MoneyLine.Money(text: next.text, currency: code)
        } else if form == .new {
            throw Self.noAmount
        }
    }

    private mutating func readDescription(_ rest: inout ArraySlice<Token>) {
        var words: [String] = []
        while let token = rest.first, !isKeyword(token, in: rest) {
            words.append(token.text)
            rest.removeFirst()
        }
        let text = words.joined(separator: " ")
        if !text.isEmpty { line.description = text }
    }

    private mutating func readClause(_ rest: inout ArraySlice<Token>) throws(UsageError) {
        let keyword = rest.removeFirst().text
        var words: [Token] = []
        while let token = rest.first, !isKeyword(token, in: rest) {
            words.append(token)
            rest.removeFirst()
        }
        let name = keyword == "at" ? "rate" : keyword
        guard seen.insert(name).inserted else {
            throw UsageError(
                "“\(keyword)” stands twice in this line.",
                hint: "If one belongs to the description, put the description in quotation marks."
            )
        }
        guard !words.isEmpty else {
            throw UsageError(
                "Nothing follows “\(keyword)”.",
                hint: "If it belongs to the description, put that in quotation marks. "
                    + "/help paid shows the whole form."
            )
        }
        let text = words.map(\.text).joined(separator: " ")
        switch keyword {
        case "by": line.by = WordList.items(words)
        case "for": line.audience = try Self.audience(words)
        case "split": line.split = words
        case "on": line.date = text
        case "in": line.category = text
        case "note": line.note = text
        default: (line.rate, line.rateWord) = (text, keyword)
        }
    }

    /// Whether the first word of `rest` opens a clause.
    private func isKeyword(_ token: Token, in rest: ArraySlice<Token>) -> Bool {
        guard !token.quoted else { return false }
        switch token.text {
        case "by", "for", "split", "on", "in", "note": return true
        case "rate":
            return rest.dropFirst().first.map(WordList.looksLikeNumber) ?? false
                || RateWords.begin(rest.dropFirst())
        case "at": return RateWords.begin(rest.dropFirst())
        default: return false
        }
    }

    private static func audience(_ words: [Token]) throws(UsageError) -> MoneyLine.Audience {
        guard let first = words.first, !first.quoted,
            ["all", "everyone", "everybody"].contains(first.text.lowercased())
        else { return .these(try names(words[...])) }
        guard let second = words.dropFirst().first else { return .all(but: []) }
        guard !second.quoted, ["but", "except"].contains(second.text.lowercased()) else {
            return .these(try names(words[...]))
        }
        return .all(but: try names(words.dropFirst(2)))
    }

    private static func names(_ words: ArraySlice<Token>) throws(UsageError) -> [String] {
        var names: [String] = []
        for item in WordList.items(words) {
            names.append([item.name, item.value].compactMap(\.self).joined(separator: " "))
        }
        guard !names.isEmpty else {
            throw UsageError("Nobody is named.", hint: "Such as: for all but May")
        }
        return names
    }

    /// The currency a word names: three letters, all small or all capitals. Small letters that end
    /// the description are a word (`+ 5 pen`), capitals that name no currency a slip.
    private static func currency(_ token: Token, isLast: Bool) throws(UsageError) -> String? {
        let text = token.text
        guard !token.quoted, text.utf8.count == 3,
            text.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A })
        else { return nil }
        let capitals = text.uppercased()
        guard text == capitals || text == text.lowercased() else { return nil }
        guard let currency = Currency(code: capitals) else { return nil }
        if currency.isKnown {
            return text != capitals && isLast ? nil : capitals
        }
        guard text == capitals else { return nil }
        throw UsageError(
            "\(capitals) is not a currency fen knows.",
            hint: "Nearest: \(Currency.nearest(to: capitals).joined(separator: ", ")). "
                + "If it is the first word of the description, put that in quotation marks."
        )
    }

    /// A currency sign standing alone, as in `5 £`.
    private static func isCurrencySign(_ token: Token) -> Bool {
        guard !token.quoted, !token.text.isEmpty else { return false }
        return token.text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .currencySymbol
        } || ["kr", "Fr", "Fr.", "zł", "Kč"].contains(token.text)
    }

    /// `1 000 Rent` is a thousand for half of Europe and one for the other half: never guessed.
    private static func refuseSpacedThousands(
        _ first: Token, _ next: Token?
    ) throws(UsageError) {
        guard let next, !next.quoted, (1...3).contains(first.text.utf8.count),
            first.text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return }
        let digits = next.text.utf8.prefix { (0x30...0x39).contains($0) }
        guard digits.count == 3,
            next.text.utf8.dropFirst(3).first.map({ $0 == 0x2e || $0 == 0x2c }) ?? true
        else { return }
        throw UsageError(
            "“\(first.text) \(next.text)” could be \(first.text)\(next.text) or \(first.text).",
            hint: "Write \(first.text)\(next.text) in one word, or put a description that begins "
                + "with a number in quotation marks."
        )
    }

    private static var noAmount: UsageError {
        UsageError(
            "An expense starts with its amount.",
            hint: "Such as: + 21.60 EUR Guinness. /help paid shows the whole form."
        )
    }
}
