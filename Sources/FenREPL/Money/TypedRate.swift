internal import FenEncoding
internal import FenEngine
package import FenMoney

/// What a line says of its rate.
package struct TypedRate: Sendable {
    /// Units of the group's currency for one unit.
    package var rate: Rate
    /// What the expense is in the group's currency, in minor units, where both amounts of its
    /// receipt were typed; else it follows from the rate.
    package var settlement: Int64?

    /// A rate, with what both amounts of a receipt say.
    package init(_ rate: Rate, settlement: Int64? = nil) {
        self.rate = rate
        self.settlement = settlement
    }
}

/// Where a rate is typed, for lines that spell out what may have been meant.
enum RatePlace {
    /// In an expense's line.
    case line
    /// Behind these words: `/rate USD`.
    case command(String)

    /// What to type for so many of a currency for one of the other.
    func text(_ number: String, _ code: String, isOwn: Bool) -> String {
        switch self {
        case .line: isOwn ? "rate \(number) \(code)" : "at \(number) \(code)"
        case .command(let words): "\(words) \(number) \(code)"
        }
    }
}

/// A rate that is known to be about right.
struct KnownRate {
    var rate: Rate
    /// Which one it is: `the rate in force`.
    var name: String
}

extension MoneyBuilder {
    /// What a line says of its rate, for an amount; nil where it says nothing.
    func typedRate(
        _ typed: String?, for amount: Amount
    ) throws(UsageError) -> TypedRate? {
        guard let typed else { return nil }
        let rate = try rate(typed, for: amount.currency)
        if let receipt = Rate.receipt(typed: typed, from: amount.currency, to: currency),
            receipt.paid == amount.minorUnits
        {
            return TypedRate(rate, settlement: receipt.became)
        }
        try refuseTooFine(typed, for: amount)
        return TypedRate(rate)
    }

    /// Refuses a receipt whose own amount has more decimals than the group's currency: what it
    /// comes to is never rounded. What one unit is worth may be as fine as it likes.
    private func refuseTooFine(_ typed: String, for amount: Amount) throws(UsageError) {
        let sides = typed.split(separator: "=", omittingEmptySubsequences: false)
            .map { $0.trimmingWhitespace }
        guard sides.count == 2, amount.minorUnits != amount.currency.minorUnitsPerUnit else {
            return
        }
        let isReceipt = sides.contains { side in
            let read = try? AmountParser.parse(side, defaultCurrency: nil)
            return read?.currency == amount.currency && read?.minor == amount.minorUnits
        }
        guard isReceipt else { return }
        for side in sides {
            _ = try UsageError.wrapping { () throws(MoneyError) in
                try AmountParser.parse(side, defaultCurrency: currency)
            }
        }
    }

    /// Reads a typed rate for `other`: `0.915`, `0.915 EUR` (group currency for one unit),
    /// `25.25 CZK` (so many of the other currency for one unit of the group's), or two amounts that
    /// are worth the same. A number alone that was surely meant the other way round is refused.
    func rate(
        _ typed: String, for other: Currency, in place: RatePlace = .line
    ) throws(UsageError) -> Rate {
        guard other != currency else {
            throw UsageError(
                "A rate belongs to an amount in another currency than \(currency.code).",
                hint: "Leave the rate out, or name the currency: + 101 CZK Lunch at 25.25 CZK",
                code: "BAD_RATE"
            )
        }
        let rate = try UsageError.wrapping { () throws(MoneyError) in
            try Rate.parse(typed: typed, from: other, to: currency)
        }
        if Rate.isBareNumber(typed), let known = knownRate(of: other),
            rate.standing(to: known.rate) == .inverted
        {
            throw inverted(typed, other, known, place)
        }
        return rate
    }

    private func inverted(
        _ typed: String, _ other: Currency, _ known: KnownRate, _ place: RatePlace
    ) -> UsageError {
        let (own, other) = (currency.code, other.code)
        let first = place.text(typed, own, isOwn: true)
        let second = place.text(typed, other, isOwn: false)
        return UsageError(
            "“\(typed)” looks like a rate the other way round: \(known.name) is "
                + "\(known.rate.text) \(own) for one \(other).",
            hint: "For \(typed) \(other) to one \(own): \(second). "
                + "For \(typed) \(own) to one \(other): \(first).",
            code: "RATE_DIRECTION"
        )
    }

    /// The rate to compare a typed one with: the group's, else the newest one fetched.
    func knownRate(of other: Currency) -> KnownRate? {
        if let agreed = agreed(other) {
            return KnownRate(rate: agreed.rate, name: "the rate in force")
        }
        guard let fetched = newest ?? fetched, fetched.currency == other else { return nil }
        return KnownRate(rate: fetched.rate, name: "the rate fetched for \(fetched.asked.iso)")
    }

    /// The group's rate for a currency; nil where it agreed on none.
    func agreed(_ other: Currency) -> RateView? {
        rates.last { $0.currency == other }
    }

    /// The rate of a line that says none: the group's, else the one fetched for its day.
    func standingRate(for other: Currency, on day: CalendarDate) throws(UsageError) -> Rate {
        if let agreed = agreed(other) { return agreed.rate }
        if let fetched, fetched.currency == other { return fetched.rate }
        throw UsageError(
            "This group has no rate for \(other.code).",
            hint: "Put it into the line, such as rate 0.915 or at 25.25 \(other.code), or agree on "
                + "one: /rate \(other.code) 0.915. "
                + "/rates fetch \(other.code) on \(day.iso) asks for that day's.",
            code: Self.noRate
        )
    }

    /// The code of the refusal of a currency that has no rate here.
    static let noRate = "NO_RATE"

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
}
