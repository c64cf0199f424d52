import FenEncoding

/// Amounts as people type them: `21.60`, `21,60`, `1'234.50`, `1.234,50`, `€21.60`, `21.60eur`.
///
/// Nothing is rounded and nothing is guessed: what can be read two ways is refused with both
/// readings written out.
package enum AmountParser {
    /// Which amounts a place takes.
    package enum Range: Sendable {
        /// 1 … 10^15 minor units: what is typed as an expense or a payment.
        case payable
        /// −10^15 … 10^15: cells of imported files, adjustments.
        case signed
    }

    /// Reads an amount; the currency is the one written with it, else the assumed one.
    package static func parse(
        _ text: String,
        defaultCurrency: Currency?,
        range: Range = .payable
    ) throws(MoneyError) -> (minor: Int64, currency: Currency) {
        let parts = try AmountText(text)
        let currency = try currency(of: parts, assumed: defaultCurrency, in: text)
        let number = try NumberText(parts.number, quoted: quote(text))
        let magnitude = try number.minorUnits(of: currency)
        let minor = parts.isNegative ? -magnitude : magnitude
        if range == .payable, minor <= 0 {
            throw MoneyError(
                .amountOutOfRange, "\(quote(text)) is not above zero",
                hint: minor < 0
                    ? "money that came back is a refund: /refund"
                    : "type what was paid, such as 21.60"
            )
        }
        return (minor, currency)
    }

    /// The text in quotes, cut when it is long, for messages.
    static func quote(_ text: some StringProtocol) -> String {
        text.count > 40 ? "\"\(text.prefix(37))...\"" : "\"\(text)\""
    }

    private static func currency(
        of parts: AmountText,
        assumed: Currency?,
        in text: String
    ) throws(MoneyError) -> Currency {
        // A code first, so that it says which dollar the sign of "$21.60 CAD" is.
        let units = [parts.before, parts.after].filter { !$0.isEmpty }
        let isCode = { (unit: String) in CurrencySymbol.candidates(unit).isEmpty }
        var found: Currency?
        for unit in units.filter(isCode) + units.filter({ !isCode($0) }) {
            let next = try self.unit(unit, assumed: found ?? assumed, in: text)
            if let found, found != next {
                throw MoneyError(
                    .notAnAmount, "\(quote(text)) names two currencies, \(found) and \(next)")
            }
            found = next
        }
        if let currency = found ?? assumed { return currency }
        throw MoneyError(
            .missingCurrency, "\(quote(text)) says no currency",
            hint: "write it behind the amount, like 21.60 EUR"
        )
    }

    private static func unit(
        _ unit: String,
        assumed: Currency?,
        in text: String
    ) throws(MoneyError) -> Currency {
        if let currency = try CurrencySymbol.currency(unit, assumed: assumed) { return currency }
        if let assumed, unit.uppercased() == assumed.code { return assumed }
        guard Currency(code: unit.uppercased()) != nil else {
            throw MoneyError(
                .notAnAmount, "\(quote(text)) is no amount",
                hint: "amounts look like 21.60, 21,60 or 21.60 EUR"
            )
        }
        return try Currency.parse(typed: unit)
    }
}

/// A typed amount taken apart: sign, number, and what stands before and behind it.
struct AmountText {
    private(set) var isNegative = false
    private(set) var before = ""
    private(set) var number: Substring = ""
    private(set) var after = ""

    init(_ text: String) throws(MoneyError) {
        guard let firstDigit = text.firstIndex(where: Self.isDigit),
            let lastDigit = text.lastIndex(where: Self.isDigit)
        else {
            throw MoneyError(
                .notAnAmount, "\(AmountParser.quote(text)) is no amount",
                hint: "amounts look like 21.60, 21,60 or 21.60 EUR"
            )
        }
        var start = firstDigit
        if start > text.startIndex {
            // ".50": the mark belongs to the number, unless it ends an abbreviation ("Fr. 20").
            let previous = text.index(before: start)
            let opens = previous == text.startIndex || !text[text.index(before: previous)].isLetter
            if text[previous] == "." || text[previous] == ",", opens { start = previous }
        }
        let end = text.index(after: lastDigit)
        number = text[start..<end]
        before = text[..<start].trimmingWhitespace
        after = text[end...].trimmingWhitespace
        // The Swiss "45.-" says that there are no centimes.
        for dash in [".-", ".–", ".—"] where after.hasPrefix(dash) {
            after = after.dropFirst(2).trimmingWhitespace
        }
        takeSign()
    }

    private mutating func takeSign() {
        for (sign, negative) in [("-", true), ("−", true), ("+", false)] {
            if before.hasPrefix(sign) {
                before = before.dropFirst().trimmingWhitespace
            } else if before.hasSuffix(sign) {
                before = before.dropLast().trimmingWhitespace
            } else {
                continue
            }
            isNegative = negative
            return
        }
    }

    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
