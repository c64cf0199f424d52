internal import FenEngine
internal import FenMoney

extension MoneyBuilder {
    /// What is said behind an expense about its rate: which one was used and where it comes from,
    /// whether it is far from the one in force, and what twelve digits could not give.
    func rateRemarks(_ money: MoneyUnit, typed: String?) -> [Phrase] {
        guard let rate = money.rate else { return [] }
        let code = money.currency.code
        var remarks: [Phrase] = [
            "Rate: 1 \(own: code) = \(own: rate.text) \(own: currency.code), \(origin(money, typed))."
        ]
        if typed != nil, let care = careAboutRate(rate, of: money.currency) { remarks.append(care) }
        if money.convertedOtherwise(groupCurrency: currency) != nil {
            let amount = AmountFormat.withCode(money.settlementAmount, currency)
            remarks.append(
                """
                No rate of twelve digits makes exactly \(own: amount) of it; that is what is \
                recorded all the same.
                """)
        }
        return remarks
    }

    /// A word of care about a rate that is far from the one known.
    func careAboutRate(_ rate: Rate, of other: Currency) -> Phrase? {
        guard let known = knownRate(of: other), rate.standing(to: known.rate) != .alike else {
            return nil
        }
        let tenfold = rate.tenfoldFactor(to: known.rate)
        guard tenfold > 30 else { return nil }
        // Tenths say something of 3.4 times and nothing of 27,000.
        let times = tenfold < 1_000 ? "\(tenfold / 10).\(tenfold % 10)" : "\(tenfold / 10)"
        let words: Phrase = "\(own: known.name) is \(own: known.rate.text)"
        let isLarger = rate.isLarger(than: known.rate)
        return isLarger
            ? "Careful: \(words), and this one is \(own: times) times as large."
            : "Careful: \(words), \(own: times) times as large as this one."
    }

    private func origin(_ money: MoneyUnit, _ typed: String?) -> Phrase {
        if let typed { return "as typed (\(foreign: typed))" }
        if let agreed = agreed(money.currency), agreed.rate == money.rate {
            return "the group's of \(own: agreed.date) (\(foreign: agreed.source))"
        }
        guard let fetched, fetched.currency == money.currency, fetched.rate == money.rate else {
            return "as it was"
        }
        guard isProvisional else { return fetched.words }
        return """
            \(fetched.words); provisional: /rates fetch \(own: fetched.currency.code) on \
            \(own: fetched.asked.iso) asks again
            """
    }
}

extension FetchedRateView {
    /// Where it comes from: `fetched from frankfurter for 2026-08-01, of 2026-07-31`.
    var words: Phrase {
        let day: Phrase = date == asked ? "" : ", the rate of \(own: date.iso)"
        return "fetched from \(foreign: source) for \(own: asked.iso)\(day)"
    }
}

extension MoneyBuilder {
    /// What there is to say of the money a line became: its rate, and words that could not be kept.
    func remarks(
        _ line: MoneyLine, _ money: MoneyUnit, changing old: MoneyUnit? = nil
    ) -> [Phrase] {
        var remarks: [Phrase] = []
        let isNew = old.map { $0.rate != money.rate || $0.currency != money.currency } ?? true
        if isNew { remarks += rateRemarks(money, typed: line.rate) }
        var words = KeptWords(line, split: money.split, rate: money.rate)
        if let old { words = words.orThose(of: old, split: money.split, rate: money.rate) }
        if let remark = words.remark { remarks.append(remark) }
        return remarks
    }
}
