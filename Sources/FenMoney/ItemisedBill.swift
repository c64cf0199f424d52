import FenEncoding

/// A bill taken apart by what stands on it, before names mean anything:
/// `items Alice 12.50, Bob+May 9.40, all 14 tax 5 tip 10%`.
struct ItemisedBill {
    /// For whom something on the bill was.
    enum Who: Equatable {
        /// Everybody the expense is for.
        case all
        /// The people named, in the order typed.
        case these([String])
    }

    /// What is added to the items.
    enum Extra: String, CaseIterable {
        case tax
        case tip
    }

    /// A line of the bill.
    struct Item {
        /// For whom it was.
        var who: Who
        /// Its amount as typed.
        var amount: String
    }

    /// The lines.
    private(set) var items: [Item] = []
    /// Tax and tip as typed, a percentage with its sign.
    private(set) var extras: [Extra: String] = [:]

    /// The most lines of a bill that are read.
    static let mostItems = 1_000

    /// Takes a text apart; nil for a split that does not begin with `items`.
    init?(_ text: String, currencyCode: String) throws(MoneyError) {
        let body = text.trimmingWhitespace
        guard BillWord.opens(body) else { return nil }
        let rest = body.drop { $0.isLetter }
        for piece in SplitSpec.pieces(String(rest.dropFirst())) where !piece.isEmpty {
            try read(piece, currencyCode)
        }
        guard !items.isEmpty else { throw Self.noItems }
        guard items.count <= Self.mostItems else {
            throw MoneyError(
                .badSplit, "\(items.count) items are too many for one expense",
                hint: "the most is \(Self.mostItems)")
        }
    }

    private static let noItems = MoneyError(
        .badSplit, "there is no item",
        hint: "items look like: items Alice 12.50, Bob+May 9.40, all 14 tax 5 tip 10%"
    )

    /// Reads what stands between two commas: an item, tax or tip behind it.
    private mutating func read(_ piece: String, _ currencyCode: String) throws(MoneyError) {
        var words: [Substring] = []
        var extra: Extra?
        for word in piece.split(whereSeparator: \.isWhitespace) {
            guard let next = Extra(rawValue: word.lowercased()) else {
                words.append(word)
                continue
            }
            try close(words, as: extra, currencyCode)
            (words, extra) = ([], next)
        }
        try close(words, as: extra, currencyCode)
    }

    private mutating func close(
        _ words: [Substring], as extra: Extra?, _ currencyCode: String
    ) throws(MoneyError) {
        let text = words.joined(separator: " ")
        guard let extra else {
            if !text.isEmpty { items.append(try item(text, currencyCode)) }
            return
        }
        guard !text.isEmpty else {
            throw MoneyError(
                .badSplit, "nothing follows \"\(extra.rawValue)\"",
                hint: "write \(extra.rawValue) 5 or \(extra.rawValue) 10%")
        }
        guard extras.updateValue(text, forKey: extra) == nil else {
            throw MoneyError(.badSplit, "\"\(extra.rawValue)\" stands twice")
        }
    }

    private func item(_ text: String, _ currencyCode: String) throws(MoneyError) -> Item {
        guard extras.isEmpty else {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(text)) stands behind tax or tip",
                hint: "the items come first, tax and tip last")
        }
        let read = SplitSpec.item(text, currencyCode)
        guard let amount = read.number, read.unit.isEmpty, !read.isAdjustment else {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(text)) is no item",
                hint: "an item is for whom and an amount: Alice 12.50, Alice+Bob 9.40, all 14")
        }
        guard let who = read.name else {
            throw MoneyError(
                .badSplit, "the item \(AmountParser.quote(text)) does not say for whom",
                hint: "write a name before it, several joined by +, or all")
        }
        let names = who.split(separator: "+", omittingEmptySubsequences: false)
            .map { $0.trimmingWhitespace }
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw MoneyError(
                .badSplit, "a name is missing in \(AmountParser.quote(text))",
                hint: "several people are joined by +, like Alice+Bob 9.40")
        }
        let isAll = { (name: String) in
            ["all", "everyone", "everybody"].contains(name.lowercased())
        }
        if names.count == 1, isAll(names[0]) { return Item(who: .all, amount: amount) }
        if names.contains(where: isAll) {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(who)) names everybody and others too",
                hint: "write all alone, or the names")
        }
        return Item(who: .these(names), amount: amount)
    }
}
