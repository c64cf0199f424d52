package import FenEngine
package import FenMoney

/// Turns a typed money line into what the engine writes: names become people, texts amounts.
package struct MoneyBuilder: Sendable {
    /// The group's currency.
    package var currency: Currency
    /// The group's agreed rates, the one in force last.
    package var rates: [RateView]
    /// The group's people.
    package var roster: Roster
    /// The day an expense is dated where the line says nothing.
    package var today: CalendarDate
    /// The rate that was fetched for the line's day, where the line is in another currency.
    package var fetched: FetchedRateView?
    /// Whether that rate is an earlier day's and came before the line's day was over for good.
    package var isProvisional = false
    /// The newest rate that was fetched for that currency.
    package var newest: FetchedRateView?

    /// A builder for a group as it stands.
    package init(_ group: GroupView, today: CalendarDate) {
        self.init(
            currency: group.currency,
            rates: group.rates,
            roster: Roster(group),
            today: today
        )
    }

    /// A builder of these parts.
    package init(currency: Currency, rates: [RateView], roster: Roster, today: CalendarDate) {
        self.currency = currency
        self.rates = rates
        self.roster = roster
        self.today = today
    }

    /// The expense or refund a new line stands for.
    package func draft(_ line: MoneyLine, refund: Bool = false) throws(UsageError) -> ExpenseDraft {
        let amount = try amount(line.money, assumed: currency)
        let payers = try payers(line.by ?? [WordList.Item()], of: amount)
        let split = try split(line, amount: amount, payers: payers)
        let typedRate = try typedRate(line.rate, for: amount)
        if typedRate == nil, amount.currency != currency {
            try refuseRateWithoutCurrency(line.description ?? "", amount.currency)
        }
        let day = try date(line.date)
        let unit = try unit(
            amount,
            payers: payers,
            split: split,
            rate: typedRate,
            on: day,
            refund: refund,
            typed: KeptWords(line, split: split, rate: typedRate?.rate).kept
        )
        return ExpenseDraft(
            money: unit,
            description: try text(line.description ?? "", limit: 140, what: "description"),
            date: day,
            category: try text(line.category ?? "", limit: 40, what: "category").nilIfEmpty,
            note: try text(line.note ?? "", limit: 1000, what: "note").nilIfEmpty
        )
    }

    /// Runs what reads a money line. A name that nobody has, or a currency without a rate, may be a
    /// piece of the description, so the refusal says how to keep the two apart.
    static func hintingAtQuotes<Value>(
        _ body: () throws(UsageError) -> Value
    ) throws(UsageError) -> Value {
        do {
            return try body()
        } catch {
            var error = error
            let quoting =
                switch error.code {
                case Roster.nobody: "A description with a keyword in it is put in quotation marks."
                case Self.noRate:
                    "A description that begins like a currency is put in quotation marks."
                default: ""
                }
            if !quoting.isEmpty {
                error.hint = [error.hint, quoting].compactMap(\.self).joined(separator: " ")
            }
            throw error
        }
    }

    /// Reads an amount and its currency.
    func amount(_ money: MoneyLine.Money?, assumed: Currency) throws(UsageError) -> Amount {
        guard let money else { throw UsageError("No amount is given.") }
        let typed = money.currency.map { "\(money.text) \($0)" } ?? money.text
        let read = try UsageError.wrapping { () throws(MoneyError) in
            try AmountParser.parse(typed, defaultCurrency: assumed)
        }
        return Amount(minorUnits: read.minor, currency: read.currency)
    }

    /// The parts people paid: one person all of it, several what stands beside each name, one of
    /// them what is left.
    func payers(_ items: [WordList.Item], of amount: Amount) throws(UsageError) -> [Payment] {
        var payments: [PartyID: Int64] = [:]
        var unnumbered: [PartyID] = []
        for item in items {
            var party = roster.me
            if let name = item.name { party = try roster.party(name) }
            guard payments[party] == nil, !unnumbered.contains(party) else {
                throw UsageError("\(roster.name(party)) stands twice after “by”.")
            }
            if let value = item.value {
                payments[party] = try part(value, in: amount.currency)
            } else {
                unnumbered.append(party)
            }
        }
        let paid = payments.values.reduce(Int128(0)) { $0 + Int128($1) }
        let left = Int128(amount.minorUnits) - paid
        if unnumbered.count == 1, left > 0 {
            payments[unnumbered[0]] = Int64(left)
        } else if unnumbered.count == 1 {
            throw mismatch(paid, amount, nobody: unnumbered[0])
        } else if !unnumbered.isEmpty {
            throw UsageError(
                "It is not clear how much each of them paid.",
                hint: "Such as: by Alice 80, Bob 40"
            )
        } else if left != 0 {
            throw mismatch(paid, amount)
        }
        return payments.map { Payment(party: $0.key, amount: $0.value) }
            .sorted { $0.party < $1.party }
    }

    /// The money unit with its figure in the group's currency.
    func unit(
        _ amount: Amount,
        payers: [Payment],
        split: Split,
        rate: TypedRate?,
        on day: CalendarDate,
        refund: Bool,
        typed: String?
    ) throws(UsageError) -> MoneyUnit {
        var unit = MoneyUnit(
            amount: amount.minorUnits,
            currency: amount.currency,
            paidBy: payers,
            split: split,
            settlementAmount: amount.minorUnits,
            refund: refund,
            typed: typed
        )
        if amount.currency != currency {
            let used: Rate
            if let rate {
                used = rate.rate
            } else {
                used = try standingRate(for: amount.currency, on: day)
            }
            unit.rate = used
            if let settlement = rate?.settlement {
                unit.settlementAmount = settlement
                return unit
            }
            unit.settlementAmount = try UsageError.wrapping { () throws(MoneyError) in
                try Conversion.convert(
                    minor: amount.minorUnits,
                    from: amount.currency,
                    to: currency,
                    rate: used
                )
            }
        }
        return unit
    }

    /// The day a line names, today where it names none.
    func date(_ typed: String?) throws(UsageError) -> CalendarDate {
        guard let typed else { return today }
        return try UsageError.wrapping { () throws(MoneyError) in
            try DateParser.parse(typed: typed, today: today)
        }
    }

    /// A part of `amount` beside a name: the same currency, above zero.
    func part(_ typed: String, in currency: Currency) throws(UsageError) -> Int64 {
        let read = try UsageError.wrapping { () throws(MoneyError) in
            try AmountParser.parse(typed, defaultCurrency: currency)
        }
        guard read.currency == currency else {
            throw UsageError(
                "“\(typed)” is in \(read.currency.code), the amount in \(currency.code).",
                hint: "All parts of one expense are in its own currency."
            )
        }
        return read.minor
    }

    /// The refusal of payments that do not come to the amount, saying by how much.
    private func mismatch(
        _ sum: Int128, _ amount: Amount, nobody left: PartyID? = nil
    ) -> UsageError {
        let off = sum - Int128(amount.minorUnits)
        if let left, off == 0 {
            return UsageError(
                "What was paid comes to all of \(AmountFormat.plain(sum, amount.currency)); nothing "
                    + "is left for \(roster.name(left)).",
                hint: "Leave that name out, or change a part.",
                code: "SPLIT_MISSES"
            )
        }
        let by = AmountFormat.plain(off < 0 ? -off : off, amount.currency)
        return UsageError(
            "What was paid comes to \(AmountFormat.plain(sum, amount.currency)), "
                + "\(by) \(off > 0 ? "over" : "under") the amount "
                + "\(AmountFormat.plain(amount.minorUnits, amount.currency)).",
            hint: "Change a part, or the amount.",
            code: "SPLIT_MISSES"
        )
    }

    /// Trims a text and refuses one too long for an event.
    func text(_ typed: String, limit: Int, what: String) throws(UsageError) -> String {
        let trimmed = typed.split(separator: " ").joined(separator: " ")
        let count = trimmed.unicodeScalars.count
        guard count <= limit else {
            throw UsageError(
                "The \(what) has \(count) characters; \(limit) is the most.",
                hint: "Shorten it."
            )
        }
        return trimmed
    }
}

extension String {
    /// Nothing for an empty text.
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
