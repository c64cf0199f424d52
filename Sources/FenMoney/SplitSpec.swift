import FenEncoding

/// A typed split taken apart, before names and numbers mean anything.
struct SplitSpec {
    /// The word in front that says what the numbers are.
    enum Keyword {
        case equally
        case amounts
        case percent
        case shares
    }

    /// What those get who are not named.
    enum Rest: Equatable {
        case equally
        /// Divided like the amounts that are named: a tip, a service charge.
        case inProportion
        /// Each this number of shares.
        case each(String)
    }

    /// One comma-separated piece: "Alice 10", "Alice +5", "50%".
    struct Item {
        /// Who; nil where people are meant in the order they were listed.
        var name: String?
        /// The number as typed, without a percent sign or "x"; nil for a name alone.
        var number: String?
        /// What stands behind the number: "%", "x" or nothing.
        var unit: String
        /// "+5" or "-5": on top of an equal part.
        var isAdjustment: Bool
    }

    private(set) var keyword: Keyword?
    private(set) var items: [Item] = []
    private(set) var rest: Rest?

    /// Takes the text apart; `codes` are words that may follow a number as its currency.
    init(_ text: String, currencyCode: String) throws(MoneyError) {
        var body = text.trimmingWhitespace
        keyword = Self.takeKeyword(&body)
        if keyword == nil || keyword == .shares, Self.isRatio(body) {
            keyword = .shares
            items = body.split(separator: ":").map { Self.item($0.trimmingWhitespace, "") }
            return
        }
        for piece in Self.pieces(body) where !piece.isEmpty {
            if let rule = Self.rest(piece) {
                guard rest == nil else { throw Self.unreadable(text) }
                rest = rule
            } else if Self.keywords[piece.lowercased()] == .equally, keyword == nil {
                keyword = .equally
            } else {
                items.append(Self.item(piece, currencyCode))
            }
        }
        guard keyword != nil || !items.isEmpty else { throw Self.unreadable(text) }
    }

    /// The refusal of a text that has none of the forms.
    static func unreadable(_ text: String) -> MoneyError {
        MoneyError(
            .badSplit, "\(AmountParser.quote(text)) is no split",
            hint: "a split looks like: equally; Alice 10, Bob 20; Alice 10, rest equally; "
                + "50%,25%,25%; shares Alice 2, Bob 1; equally, Alice +5; "
                + "items Alice 12.50, Bob+May 9, all 14 tip 10%"
        )
    }
}

extension SplitSpec {
    private static let keywords: [String: Keyword] = [
        "equally": .equally, "equal": .equally, "even": .equally, "evenly": .equally,
        "percent": .percent, "percentage": .percent, "percentages": .percent,
        "shares": .shares, "share": .shares, "weights": .shares,
        "amount": .amounts, "amounts": .amounts, "exact": .amounts, "exactly": .amounts,
    ]

    private static func takeKeyword(_ body: inout String) -> Keyword? {
        let word = body.prefix { $0.isLetter }
        guard let keyword = keywords[word.lowercased()] else { return nil }
        let behind = body[word.endIndex...]
        guard
            behind.isEmpty || behind.first?.isWhitespace == true || ",:;".contains(behind.prefix(1))
        else { return nil }
        var rest = behind.trimmingWhitespace
        if let mark = rest.first, ",:;".contains(mark) {
            rest = rest.dropFirst().trimmingWhitespace
        }
        body = rest
        return keyword
    }

    /// "2:1:1": numbers and colons alone.
    private static func isRatio(_ body: String) -> Bool {
        body.contains(":") && body.allSatisfy { AmountText.isDigit($0) || ":. ".contains($0) }
    }

    /// Splits at semicolons, else at commas that are no decimal marks.
    ///
    /// A comma between two digits is a decimal mark, unless the text holds no letter and no other
    /// separator: "50,25,25" are three numbers, "33,33%, 66,67%" are two.
    static func pieces(_ body: String) -> [String] {
        if body.contains(";") { return body.split(separator: ";").map { $0.trimmingWhitespace } }
        let characters = Array(body)
        let commas = characters.indices.filter { characters[$0] == "," }
        let between = Set(
            commas.filter { index in
                index > 0 && index + 1 < characters.count
                    && AmountText.isDigit(characters[index - 1])
                    && AmountText.isDigit(characters[index + 1])
            })
        let isBareList = between.count == commas.count && !characters.contains { $0.isLetter }
        var pieces: [String] = [""]
        for (index, character) in characters.enumerated() {
            if character == ",", isBareList || !between.contains(index) {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces.map { $0.trimmingWhitespace }
    }

    private static func rest(_ piece: String) -> Rest? {
        var words = piece.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if words.first == "the" { words.removeFirst() }
        if words.starts(with: ["everyone", "else"]) {
            words.removeFirst(2)
        } else if let first = words.first, ["rest", "others", "remainder"].contains(first) {
            words.removeFirst()
        } else {
            return nil
        }
        if words.isEmpty { return .equally }
        if words == ["in", "proportion"] || words == ["proportionally"] { return .inProportion }
        guard words.count == 1 else { return nil }
        if keywords[words[0]] == .equally { return .equally }
        return words[0].contains(where: AmountText.isDigit) ? .each(words[0]) : nil
    }

    static func item(_ piece: String, _ currencyCode: String) -> Item {
        var words = piece.split { $0.isWhitespace || $0 == ":" || $0 == "=" }.map(String.init)
        var tail: [String] = []
        // Behind the number: its currency ("10 EUR") or a percent sign ("50 %").
        if words.count > 1, let last = words.last,
            words[words.count - 2].contains(where: AmountText.isDigit),
            last == "%" || last.uppercased() == currencyCode
                || Currency(code: last.uppercased())?.isKnown == true
        {
            tail = [words.removeLast()]
        }
        guard let last = words.last, last.contains(where: AmountText.isDigit),
            let first = last.first, !first.isLetter
        else { return Item(name: piece, number: nil, unit: "", isAdjustment: false) }
        words.removeLast()
        var number = last
        if let sign = words.last, ["+", "-", "−"].contains(sign) {
            number = sign + number
            words.removeLast()
        }
        let isAdjustment = ["+", "-", "−"].contains { number.hasPrefix($0) }
        var unit = ""
        if tail == ["%"] {
            unit = "%"
        } else if let mark = number.last, "%xX×".contains(mark) {
            unit = mark == "%" ? "%" : "x"
            number.removeLast()
        } else if let code = tail.first {
            number += " " + code
        }
        let name = words.isEmpty ? nil : words.joined(separator: " ")
        return Item(name: name, number: number, unit: unit, isAdjustment: isAdjustment)
    }
}
