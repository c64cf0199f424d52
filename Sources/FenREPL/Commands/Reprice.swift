internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Converting an expense anew.
enum RepriceCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "reprice",
            group: .money,
            summary: "converts an expense in another currency at another rate",
            usage: ["REF [RATE]"],
            page: [
                "RATE as in /rate: 0.95, 25.25 CZK, or both amounts of the receipt, 101 CZK = 4 EUR.",
                "Without one it is the rate fetched for the expense's day, else the group's. It shows",
                "before and after and asks. Amount, payers and split stay as they are. Only who",
                "logged an expense may change it, unless /settings edit any_member.",
            ],
            examples: ["/reprice bob:1", "/reprice bob:1 0.95", "/reprice ^ 101 CZK = 4 EUR"],
            access: .writes,
            arguments: [.reference, .free],
            body: reprice
        )
    ]

    @Sendable
    private static func reprice(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(
            arguments, 0, "the expense to convert anew", for: "reprice")
        let (entry, expense) = try await session.expense(reference, in: group)
        let face = EntryFace(group)
        let ref = face.roster.text(entry.reference)
        let old = expense.money
        guard old.currency != group.currency else {
            throw UsageError(
                "\(ref) is in \(group.currency.code), the group's own currency, and has no rate.",
                hint: "/edit \(ref) changes its amount.")
        }
        var line = MoneyLine()
        if arguments.words.count > 1 {
            let (keyword, typed) = RateCommands.rateWords(arguments.words[1...])
            (line.rate, line.rateWord) = (typed, keyword)
        }
        let builder = try await session.moneyBuilder(for: line, in: group, changing: expense)
        let (money, words) = try builder.repriced(expense, line, ref: ref)
        guard money.rate != old.rate || money.settlementAmount != old.settlementAmount else {
            var result = CommandResult(
                "Nothing would change: \(own: figures(old, builder)) already.")
            result.set("entry", face.json(entry))
            result.set("changed", .bool(false))
            result.mainValue = ref
            return result
        }
        let remarks =
            builder.rateRemarks(money, typed: line.rate) + [words.remark].compactMap(\.self)
        var comparison = TextTable([.left(), .left()], indent: "  ")
        comparison.add("before", "\(own: figures(old, builder))")
        comparison.add("after", "\(own: figures(money, builder))")
        let sure = try await session.confirm(
            [.line("\(face.sentence(entry))"), .table(comparison)]
                + remarks.map { .line("  " + $0) },
            "Convert this expense anew?")
        guard sure else { return session.dropped("Left as it is: \(face.sentence(entry)).") }
        var change = ExpenseChange()
        change.money = money
        var result = try await session.update(
            entry.id, shown: expense, by: change, verb: "Repriced", remarks: remarks, in: group.id)
        if result.status == .done { result.text.insert(.table(comparison), at: 1) }
        return result
    }

    /// `100.00 USD at 0.95 = 95.00 EUR`.
    private static func figures(_ money: MoneyUnit, _ builder: MoneyBuilder) -> String {
        AmountFormat.withCode(money.amount, money.currency)
            + " at \(money.rate?.text ?? "?") = "
            + AmountFormat.withCode(money.settlementAmount, builder.currency)
    }
}

extension MoneyBuilder {
    /// The money of an expense at the rate a line says, else at the one fetched for its day, else at
    /// the group's; and the words it has then, whether they fit or not.
    fileprivate func repriced(
        _ expense: ExpenseView, _ line: MoneyLine, ref: String
    ) throws(UsageError) -> (money: MoneyUnit, words: KeptWords) {
        let old = expense.money
        let amount = Amount(minorUnits: old.amount, currency: old.currency)
        let day = CalendarDate(iso: expense.date) ?? today
        var rate: TypedRate?
        if let typed = line.rate {
            _ = try self.rate(typed, for: old.currency, in: .command("/reprice \(ref)"))
            rate = try typedRate(typed, for: amount)
        } else if let fetched, fetched.currency == old.currency {
            rate = TypedRate(fetched.rate)
        }
        let unit = try unit(
            amount, payers: old.paidBy, split: old.split, rate: rate, on: day, refund: old.refund,
            typed: nil)
        var words = KeptWords(line, split: old.split, rate: unit.rate)
        words.split = KeptWords(typed: old.typed).split
        var money = unit
        money.typed = words.kept
        return (money, words)
    }
}
