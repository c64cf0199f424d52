import FenEncoding

extension Rate {
    /// Reads a number as people type it, group-currency units for one unit: "0.915", "0,915",
    /// "17'850", or "1/1.093" for the other way round.
    package static func parse(typed text: String) throws(MoneyError) -> Rate {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        if sides.count == 2 {
            return try quotient(decimal(sides[0], in: text), decimal(sides[1], in: text))
        }
        return try quotient(decimal(text[...], in: text), (1, 0))
    }

    /// Reads a rate from a currency to the group's, written either way round.
    ///
    /// "0.915" and "0.915 EUR" are euros for a dollar; "1.093 USD" is dollars for a euro, as is
    /// "1 EUR = 1.093 USD" or "1.093 USD/EUR"; "101 CZK = 4 EUR" is what two amounts say.
    package static func parse(
        typed text: String,
        from currency: Currency,
        to groupCurrency: Currency
    ) throws(MoneyError) -> Rate {
        guard currency != groupCurrency else {
            throw MoneyError(.badRate, "\(currency) is the group's own currency and has no rate")
        }
        let read = Reading(text: text, currency: currency, groupCurrency: groupCurrency)
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        if sides.count == 2 { return try read.equation(sides[0], sides[1]) }
        guard sides.count == 1 else { throw badForm(text) }
        let words = text.replacing(" per ", with: "/").split(
            separator: "/", omittingEmptySubsequences: false)
        if words.count == 2, let below = words.last, below.contains(where: \.isLetter) {
            return try read.equation("1 " + below, words[0])
        }
        guard text.contains(where: isOfCurrency) else { return try parse(typed: text) }
        let side = try read.side(text[...])
        let one: Decimal = (1, 0)
        return side.isGroup ? try quotient(side.number, one) : try quotient(one, side.number)
    }

    /// A number as digits / 10^scale.
    private typealias Decimal = (digits: Int64, scale: Int)

    /// One side of "1 USD = 0.915 EUR" and the two currencies it can be in.
    private struct Reading {
        let text: String
        let currency: Currency
        let groupCurrency: Currency

        /// Two sides that are worth the same, in either order, one in each currency.
        func equation(_ left: Substring, _ right: Substring) throws(MoneyError) -> Rate {
            let first = try side(left)
            let second = try side(right)
            guard first.isGroup != second.isGroup else { throw Rate.badForm(text) }
            return first.isGroup
                ? try Rate.quotient(first.number, second.number)
                : try Rate.quotient(second.number, first.number)
        }

        /// A number with a currency before or behind it; the currency alone is one of it.
        func side(_ text: Substring) throws(MoneyError) -> (number: Decimal, isGroup: Bool) {
            let sign = text.filter(Rate.isOfCurrency)
            let codes = [sign.uppercased()] + CurrencySymbol.candidates(sign)
            let isGroup = codes.contains(groupCurrency.code)
            guard isGroup != codes.contains(currency.code) else {
                if let other = Currency(code: codes[0]), other.isKnown {
                    throw MoneyError(
                        .badRate, "\(other) has nothing to do with this rate",
                        hint: "it is between \(currency) and \(groupCurrency)")
                }
                throw Rate.badForm(self.text)
            }
            let number = text.filter { !Rate.isOfCurrency($0) }.trimmingWhitespace
            // Only a code stands for one of it.
            guard !number.isEmpty || codes[0] == currency.code || codes[0] == groupCurrency.code
            else { throw Rate.badForm(self.text) }
            let value = number.isEmpty ? (1, 0) : try Rate.decimal(number[...], in: self.text)
            return (value, isGroup)
        }
    }

    private static func isOfCurrency(_ character: Character) -> Bool {
        character.isLetter || character.isCurrencySymbol
    }

    private static func decimal(
        _ text: Substring,
        in whole: String
    ) throws(MoneyError) -> Decimal {
        let number = text.trimmingWhitespace
        guard !number.isEmpty else { throw badForm(whole) }
        let marks = " .,'\u{2019}\u{A0}\u{2009}\u{202F}"
        guard number.allSatisfy({ AmountText.isDigit($0) || marks.contains($0) }) else {
            throw badForm(whole)
        }
        let read = try NumberText(number[...], quoted: AmountParser.quote(whole)).decimal()
        guard read.digits > 0 else {
            throw MoneyError(
                .badRate, "\(AmountParser.quote(whole)) makes a rate of nothing",
                hint: "say what one unit is worth, such as 0.915")
        }
        return read
    }

    /// One number over another: each below 10^12 with at most 12 decimals, so that numerator and
    /// denominator stay below 10^24.
    private static func quotient(_ top: Decimal, _ bottom: Decimal) throws(MoneyError) -> Rate {
        try Rate(
            numerator: Int128(top.digits) * PowersOfTen.int128[bottom.scale],
            denominator: Int128(bottom.digits) * PowersOfTen.int128[top.scale]
        )
    }

    private static func badForm(_ text: String) -> MoneyError {
        MoneyError(
            .badRate, "\(AmountParser.quote(text)) is no rate",
            hint: "rates look like 0.915, or 1 EUR = 1.093 USD"
        )
    }
}
