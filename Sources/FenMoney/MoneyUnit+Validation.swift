extension MoneyUnit {
    /// Checks everything the protocol demands of a money unit in a group of this currency.
    package func validate(groupCurrency: Currency) throws(MoneyError) {
        try validateShape()
        try validateCurrency(groupCurrency)
    }

    /// Checks the ranges, sums and orders that hold whatever the group's currency is.
    package func validateShape() throws(MoneyError) {
        guard MoneyLimits.amounts.contains(amount) else { throw Self.outOfRange("amount", amount) }
        guard MoneyLimits.amounts.contains(settlementAmount) else {
            throw Self.outOfRange("settlement_amount", settlementAmount)
        }
        try Self.checkOrder(paidBy.map(\.party), of: "paid_by")
        try Self.checkOrder(split.parts.map(\.party), of: "split")
        var paid: Int64 = 0
        for payment in paidBy {
            guard MoneyLimits.amounts.contains(payment.amount) else {
                throw Self.outOfRange("a payer's amount", payment.amount)
            }
            // At most 128 times 10^15.
            paid += payment.amount
        }
        guard paid == amount else {
            let miss = SplitMiss.amounts(entered: paid, expected: amount, currency)
            throw miss.error("what was paid")
        }
        try validateSplit()
    }

    /// Checks that the rate and the settlement amount fit the group's currency (protocol §5.2).
    package func validateCurrency(_ groupCurrency: Currency) throws(MoneyError) {
        if currency == groupCurrency {
            guard rate == nil, settlementAmount == amount else {
                throw MoneyError(
                    .badMoneyUnit,
                    "an expense in the group's own currency has no rate and settles as it was paid")
            }
        } else if rate == nil {
            throw MoneyError(
                .badMoneyUnit, "an expense in \(currency) needs a rate to \(groupCurrency)",
                hint: "set one with /rate \(currency) RATE"
            )
        }
    }

    /// The settlement amount that amount and rate give, where the event says another one.
    ///
    /// Shown beside it, never a reason to refuse: the amount in the event is what counts.
    package func convertedOtherwise(groupCurrency: Currency) -> Int64? {
        guard let rate,
            let converted = try? Conversion.convert(
                minor: amount, from: currency, to: groupCurrency, rate: rate),
            converted != settlementAmount
        else { return nil }
        return converted
    }

    private func validateSplit() throws(MoneyError) {
        var sum: Int64 = 0
        for part in split.parts {
            let range: ClosedRange<Int64> =
                switch split.mode {
                case .equal: 1...1
                case .amount: MoneyLimits.amounts
                case .percent: 1...MoneyLimits.wholePercent
                case .shares: 1...MoneyLimits.largestShare
                }
            guard range.contains(part.value) else {
                throw Self.outOfRange("a part of the \(split.mode.rawValue) split", part.value)
            }
            // At most 128 times 10^15.
            sum += part.value
        }
        switch split.mode {
        case .amount where sum != amount:
            throw SplitMiss.amounts(entered: sum, expected: amount, currency).error("the split")
        case .percent where sum != MoneyLimits.wholePercent:
            throw SplitMiss.percent(entered: sum).error("the split")
        default: break
        }
    }

    private static func checkOrder(
        _ parties: [PartyID],
        of list: String
    ) throws(MoneyError) {
        guard (1...MoneyLimits.mostParties).contains(parties.count) else {
            throw MoneyError(
                .badMoneyUnit, "\(list) has \(parties.count) entries",
                hint: "it takes 1 to \(MoneyLimits.mostParties)"
            )
        }
        guard zip(parties, parties.dropFirst()).allSatisfy(<) else {
            throw MoneyError(.badMoneyUnit, "\(list) is not strictly ascending by member")
        }
    }

    static func outOfRange(_ field: String, _ value: Int64) -> MoneyError {
        MoneyError(.amountOutOfRange, "\(field) is \(value), outside of what an event may carry")
    }
}
