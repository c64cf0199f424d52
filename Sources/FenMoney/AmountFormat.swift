/// Minor units as text: always every decimal of the currency, a point as decimal mark.
package enum AmountFormat {
    /// "21.60", "-10.80", "1500" for a currency without decimals.
    ///
    /// Thousands are not grouped unless a mark is given; what this writes without one is always
    /// read back as the same amount.
    package static func plain(
        _ minorUnits: some FixedWidthInteger & SignedInteger,
        _ currency: Currency,
        grouping mark: Character? = nil
    ) -> String {
        let text = unsigned(minorUnits.magnitude.description, currency.digits, mark)
        return minorUnits < 0 ? "-" + text : text
    }

    /// "+10.80", "-10.80", "0.00": the sign written out, as balances are shown.
    package static func signed(
        _ minorUnits: some FixedWidthInteger & SignedInteger,
        _ currency: Currency,
        grouping mark: Character? = nil
    ) -> String {
        let text = plain(minorUnits, currency, grouping: mark)
        return minorUnits > 0 ? "+" + text : text
    }

    /// "21.60 EUR": the amount with its code behind it.
    package static func withCode(
        _ minorUnits: some FixedWidthInteger & SignedInteger,
        _ currency: Currency
    ) -> String {
        plain(minorUnits, currency) + " " + currency.code
    }

    private static func unsigned(_ digits: String, _ decimals: Int, _ mark: Character?) -> String {
        let missing = decimals + 1 - digits.utf8.count
        let padded = missing > 0 ? String(repeating: "0", count: missing) + digits : digits
        let whole = padded.dropLast(decimals)
        var text = ""
        for (index, digit) in whole.enumerated() {
            if let mark, index > 0, (whole.count - index) % 3 == 0 { text.append(mark) }
            text.append(digit)
        }
        if decimals > 0 {
            text.append(".")
            text.append(contentsOf: padded.suffix(decimals))
        }
        return text
    }
}

/// An amount of money: minor units of a currency.
package struct Amount: Hashable, Sendable {
    /// How many of the currency's smallest units.
    package var minorUnits: Int64

    /// The currency.
    package var currency: Currency

    /// Makes an amount of minor units.
    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }
}

extension Amount: CustomStringConvertible {
    /// "21.60 EUR".
    package var description: String { AmountFormat.withCode(minorUnits, currency) }
}
