package import FenEngine
internal import FenMoney

extension MoneyBuilder {
    /// What a line changes about an expense; what it does not mention stays as it is, split and
    /// weights included. Nil when nothing would change.
    package func change(
        _ line: MoneyLine,
        of expense: ExpenseView
    ) throws(UsageError) -> ExpenseChange? {
        var change = ExpenseChange()
        var changes = false
        if let typed = line.description {
            let description = try text(typed, limit: 140, what: "description")
            if description != expense.description {
                change.description = description
                changes = true
            }
        }
        if let typed = line.date {
            let date = try date(typed)
            if date.iso != expense.date {
                change.date = date
                changes = true
            }
        }
        if let typed = line.category {
            let category = try text(typed, limit: 40, what: "category")
            if category != expense.category ?? "" {
                change.category = category
                changes = true
            }
        }
        if let typed = line.note {
            let note = try text(typed, limit: 1000, what: "note")
            if note != expense.note ?? "" {
                change.note = note
                changes = true
            }
        }
        let day = change.date ?? CalendarDate(iso: expense.date) ?? today
        let money = try money(line, changing: expense.money, on: day)
        if money != expense.money {
            change.money = money
            changes = true
        }
        return changes ? change : nil
    }

    private func money(
        _ line: MoneyLine,
        changing old: MoneyUnit,
        on day: CalendarDate
    ) throws(UsageError) -> MoneyUnit {
        var amount = Amount(minorUnits: old.amount, currency: old.currency)
        if let typed = line.money { amount = try self.amount(typed, assumed: old.currency) }
        let payers = try payers(line, of: amount, changing: old)
        var split = old.split
        if line.split == nil, line.audience != nil, split.mode != .equal {
            try refuseDroppedSplit(line, old)
        } else if line.split != nil || line.audience != nil {
            split = try self.split(
                line, amount: amount, payers: payers, keeping: old.split.parts.map(\.party))
        } else if split.mode == .amount, amount.minorUnits != old.amount {
            throw UsageError(
                "This expense is split by amounts: \(Self.miss(old, amount)).",
                hint: "Say the new parts too: split Alice 10, Bob 20",
                code: "SPLIT_MISSES"
            )
        }
        let sameMoney = amount.minorUnits == old.amount && amount.currency == old.currency
        var rate = try typedRate(line.rate, for: amount)
        if rate == nil, amount.currency == old.currency { rate = old.rate.map { TypedRate($0) } }
        let words = KeptWords(line, split: split, rate: rate?.rate)
            .orThose(of: old, split: split, rate: rate?.rate)
        var unit = try unit(
            amount,
            payers: payers,
            split: split,
            rate: rate,
            on: day,
            refund: old.refund,
            typed: split == old.split && rate?.rate == old.rate ? old.typed : words.kept
        )
        // What was written stays to the cent while neither amount nor rate changes.
        if sameMoney, rate?.rate == old.rate, rate?.settlement == nil {
            unit.settlementAmount = old.settlementAmount
        }
        return unit
    }

    private func payers(
        _ line: MoneyLine,
        of amount: Amount,
        changing old: MoneyUnit
    ) throws(UsageError) -> [Payment] {
        if let typed = line.by { return try payers(typed, of: amount) }
        if amount.minorUnits == old.amount { return old.paidBy }
        guard old.paidBy.count == 1, let only = old.paidBy.first else {
            throw UsageError(
                "Several people paid: \(Self.miss(old, amount)).",
                hint: "Say how much each paid: by Alice 80, Bob 40",
                code: "SPLIT_MISSES"
            )
        }
        return [Payment(party: only.party, amount: amount.minorUnits)]
    }

    /// What parts that were made for an old amount miss the new one by.
    private static func miss(_ old: MoneyUnit, _ amount: Amount) -> String {
        guard amount.currency == old.currency else {
            return "the parts are in \(old.currency.code), the new amount in "
                + amount.currency.code
        }
        let off = Int128(old.amount) - Int128(amount.minorUnits)
        return "the parts come to \(AmountFormat.plain(old.amount, old.currency)), "
            + "\(AmountFormat.plain(off < 0 ? -off : off, old.currency)) "
            + "\(off > 0 ? "over" : "under") the new amount "
            + AmountFormat.plain(amount.minorUnits, amount.currency)
    }

    /// Refuses other people for a split that was typed for those there are; the same people leave
    /// it as it is.
    private func refuseDroppedSplit(_ line: MoneyLine, _ old: MoneyUnit) throws(UsageError) {
        let people = try participants(line)
        guard Set(people) != Set(old.split.parts.map(\.party)) else { return }
        throw UsageError(
            "This expense is split by \(old.split.mode.words), and other people need another split.",
            hint: "Say it too: for … split equally, or split Alice 60%, Bob 40%",
            code: "BAD_SPLIT"
        )
    }
}

extension SplitMode {
    /// What a split is by.
    fileprivate var words: String {
        switch self {
        case .equal: "equal parts"
        case .amount: "amounts"
        case .percent: "percent"
        case .shares: "shares"
        }
    }
}
