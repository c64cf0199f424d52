extension Rate {
    /// Both amounts of a receipt, `101 CZK = 4 EUR` in either order, in minor units; nil for a text
    /// that is anything else.
    package static func receipt(
        typed text: String,
        from currency: Currency,
        to groupCurrency: Currency
    ) -> (paid: Int64, became: Int64)? {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        var amounts: [Currency: Int64] = [:]
        for side in sides {
            guard let read = try? AmountParser.parse(String(side), defaultCurrency: nil) else {
                return nil
            }
            amounts[read.currency] = read.minor
        }
        guard let paid = amounts[currency], let became = amounts[groupCurrency] else { return nil }
        return (paid, became)
    }

    /// Reads a number as programs write it, `0.915`, `5.5e-05`: as text, digit by digit. One of more
    /// than twelve digits becomes the nearest rate, half up.
    package init(written text: some StringProtocol) throws(MoneyError) {
        let fault = MoneyError(
            .badRate, "\(AmountParser.quote(text)) is no rate",
            hint: "a rate is a number above zero, such as 0.915")
        let lowered = text.lowercased()
        let halves = lowered.split(separator: "e", omittingEmptySubsequences: false)
        let sides = (halves.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), (1...2).contains(sides.count),
            let whole = sides.first, !whole.isEmpty, sides.count == 1 || !sides[1].isEmpty
        else { throw fault }
        let fraction = sides.count == 2 ? sides[1] : ""
        let digits = whole + fraction
        guard digits.utf8.count <= 40, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw fault
        }
        var exponent = 0
        if halves.count == 2 {
            let signless = halves[1].hasPrefix("+") ? halves[1].dropFirst() : halves[1]
            guard let power = Int(signless), (-40...40).contains(power) else { throw fault }
            exponent = power
        }
        // Of the significant digits eighteen are more than enough for the twelve of a rate.
        let significant = digits.drop { $0 == "0" }
        let kept = significant.prefix(18)
        guard let number = Int64(kept), number > 0 else { throw fault }
        let power = exponent - fraction.utf8.count + significant.utf8.count - kept.utf8.count
        // Below 10^18 each way: within the 10^25 that the fraction takes, for powers up to 7; a
        // rate itself is below 10^12.
        guard (-24...7).contains(power) else { throw Self.outOfReach }
        try self.init(
            numerator: Int128(number) * PowersOfTen.int128[max(power, 0)],
            denominator: PowersOfTen.int128[max(-power, 0)])
    }
}
