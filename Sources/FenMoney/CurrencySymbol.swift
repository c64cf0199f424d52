/// The signs people write instead of a code, and which currencies each may stand for.
package enum CurrencySymbol {
    /// The currencies that a sign may stand for; empty for a text that is no sign.
    ///
    /// Where one currency is meant nearly always (£, ₩) it stands first and alone counts as known;
    /// "$", "kr" and "¥" stand for several, and are refused unless the group's own is among them.
    package static func candidates(_ sign: String) -> [String] {
        let lowered = sign.lowercased()
        let key = lowered.hasSuffix(".") ? String(lowered.dropLast()) : lowered
        guard let codes = table[key] else { return [] }
        return codes.split(separator: " ").map(String.init)
    }

    /// The currency a sign stands for beside the assumed one; nil for a text that is no sign.
    package static func currency(
        _ sign: String,
        assumed: Currency?
    ) throws(MoneyError) -> Currency? {
        let codes = candidates(sign)
        if let assumed, codes.contains(assumed.code) { return assumed }
        guard let first = codes.first else { return nil }
        if codes.count == 1 || leading.contains(first) { return Currency(code: first) }
        throw MoneyError(
            .ambiguousCurrency, "\"\(sign)\" can be \(codes.prefix(4).joined(separator: ", "))",
            hint: "write the code instead, like 45 \(first)"
        )
    }

    /// Currencies that their sign means even where others use it too.
    private static let leading: Set<String> = ["GBP", "KRW", "INR", "TRY", "CHF"]

    private static let table: [String: String] = [
        "€": "EUR", "euro": "EUR", "euros": "EUR", "yen": "JPY",
        "£": "GBP EGP FKP GIP LBP SHP SSP SYP SDG",
        "$": "USD CAD AUD NZD SGD HKD MXN TWD ARS CLP COP BBD BMD BND BSD BZD DOP FJD GYD JMD KYD "
            + "LRD NAD SBD SRD TTD UYU XCD",
        "us$": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "nz$": "NZD",
        "s$": "SGD", "hk$": "HKD", "nt$": "TWD", "mx$": "MXN", "r$": "BRL",
        "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY",
        "kr": "SEK NOK DKK ISK", "kč": "CZK", "zł": "PLN", "ft": "HUF",
        "fr": "CHF XAF XOF XPF", "sfr": "CHF", "₹": "INR", "rs": "INR PKR LKR NPR MUR SCR",
        "₩": "KRW KPW", "₺": "TRY", "₽": "RUB", "₫": "VND", "đ": "VND", "₪": "ILS", "₴": "UAH",
        "₦": "NGN", "₱": "PHP", "฿": "THB", "₸": "KZT", "₡": "CRC", "₲": "PYG", "₵": "GHS",
        "₭": "LAK", "₮": "MNT", "₾": "GEL", "₼": "AZN", "֏": "AMD", "៛": "KHR", "৳": "BDT",
    ]
}
