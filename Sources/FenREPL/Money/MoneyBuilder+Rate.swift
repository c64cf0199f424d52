internal import FenEngine
package import FenMoney

extension MoneyBuilder {
    /// Reads a typed rate for `other`: `0.915`, `0.915 EUR` (group currency for one unit) or
    /// `25.25 CZK` (so many of the other currency for one unit of the group's).
    package func rate(_ typed: String?, for other: Currency) throws(UsageError) -> Rate? {
        guard let typed else { return nil }
        guard other != currency else {
            throw UsageError(
                "A rate belongs to an amount in another currency than \(currency.code).",
                hint: "Leave the rate out, or name the currency: + 101 CZK Lunch at 25.25 CZK",
                code: "BAD_RATE"
            )
        }
        return try UsageError.wrapping { () throws(MoneyError) in
            try Rate.parse(typed: typed, from: other, to: currency)
        }
    }

    /// Refuses `Dinner at 0.95`: a number behind `at` is a rate only with its currency.
    func refuseRateWithoutCurrency(
        _ description: String, _ other: Currency
    ) throws(UsageError) {
        let words = description.split(separator: " ")
        guard words.count > 1, words[words.count - 2] == "at", let number = words.last,
            WordList.looksLikeNumber(Token(String(number)))
        else { return }
        throw UsageError(
            "“at \(number)” does not say of which currency.",
            hint: "at \(number) \(other.code) is so many for one \(currency.code); rate \(number) "
                + "is so many \(currency.code) for one \(other.code).",
            code: "BAD_RATE"
        )
    }

    /// The code of the refusal of a currency that has no rate here.
    static let noRate = "NO_RATE"

    /// The group's agreed rate.
    func agreedRate(for other: Currency) throws(UsageError) -> Rate {
        if let agreed = rates.last(where: { $0.currency == other }) { return agreed.rate }
        throw UsageError(
            "This group has no rate for \(other.code).",
            hint: "Put it into the line, such as rate 0.915 or at 25.25 \(other.code), or agree on "
                + "one: /rate \(other.code) 0.915.",
            code: Self.noRate
        )
    }
}
