/// A currency by its three letters.
///
/// Any three letters A–Z make a currency, because what other devices wrote is never refused; how
/// many decimals it has comes from the pinned ISO 4217 table, two where the table is silent.
package struct Currency: Hashable, Sendable {
    /// The three letters A–Z.
    package let code: String

    /// How many decimals amounts in this currency have.
    package let digits: Int

    /// Makes a currency of three letters A–Z; nil for anything else.
    package init?(code: some StringProtocol) {
        let text = String(code)
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
            return nil
        }
        self.code = text
        digits = ISO4217.digits[text] ?? ISO4217.digitsElsewhere
    }

    /// Which ISO 4217 edition the table in this program is.
    package static let isoEdition = ISO4217.edition

    /// Whether the table lists the code as a current currency that amounts can be in.
    package var isKnown: Bool { ISO4217.digits[code] != nil }

    /// How many minor units make one unit: 10 to the power of `digits`.
    package var minorUnitsPerUnit: Int64 { PowersOfTen.int64[digits] }

    /// Currencies compare as their codes do.
    package static func == (left: Currency, right: Currency) -> Bool { left.code == right.code }

    /// Feeds the code to a hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Currency: CustomStringConvertible {
    /// The three letters.
    package var description: String { code }
}

extension Currency {
    /// Reads a code as people type it, in either case.
    ///
    /// A code the table does not have is refused with the nearest ones.
    package static func parse(typed text: some StringProtocol) throws(MoneyError) -> Currency {
        let code = text.uppercased()
        guard let currency = Currency(code: code) else {
            throw MoneyError(
                .unknownCurrency, "\"\(text)\" is no currency code",
                hint: "a code has three letters, like EUR, CHF or USD"
            )
        }
        if currency.isKnown { return currency }
        let nearest = nearest(to: code).joined(separator: ", ")
        if ISO4217.withoutDecimals.contains(code) {
            throw MoneyError(
                .unknownCurrency, "\(code) is no money to pay with",
                hint: "the nearest codes are \(nearest)"
            )
        }
        if ISO4217.withdrawn.contains(code) || ISO4217.replacedByEuro.contains(code) {
            throw MoneyError(
                .unknownCurrency, "\(code) is no longer in use",
                hint: "the nearest codes are \(nearest)"
            )
        }
        throw MoneyError(
            .unknownCurrency, "no currency has the code \(code)",
            hint: "the nearest codes are \(nearest)"
        )
    }

    /// The current codes most like the text, the likeliest first, at most five.
    package static func nearest(to text: String) -> [String] {
        let typed = Array(text.uppercased().utf8)
        var found: [(rank: Int, code: String)] = []
        for code in ISO4217.digits.keys {
            var rank = 8 * EditDistance.between(typed, Array(code.utf8))
            if typed.first != code.utf8.first { rank += 3 }
            if !ISO4217.common.contains(code) { rank += 2 }
            found.append((rank, code))
        }
        found.sort { ($0.rank, $0.code) < ($1.rank, $1.code) }
        var codes = found.prefix(5).map(\.code)
        if ISO4217.replacedByEuro.contains(text.uppercased()) {
            codes.removeAll { $0 == "EUR" }
            codes = ["EUR"] + codes.prefix(4)
        }
        return codes
    }
}
