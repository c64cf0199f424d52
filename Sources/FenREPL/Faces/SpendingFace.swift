internal import FenEngine
internal import FenMoney

/// What was spent, as bars by member, category, time and currency.
struct SpendingFace {
    let group: GroupView
    let width: Int
    let isPlain: Bool

    /// Both faces of the sums.
    func result(_ view: SpendingView) -> CommandResult {
        let roster = Roster(group)
        let periods = SpendingPeriods(view.days)
        var result = CommandResult()
        if view.count == 0 {
            result.say("No expense to add up.")
        } else {
            result.say(
                """
                \(own: amount(view.total)) in \(view.count, "expense")\(span(view.days)).
                """)
            let people = roster.ordered(view.people, by: \.party)
            add(people.map { (roster.shown($0.party), $0.share, nil) }, "used by", to: &result)
            add(people.map { (roster.shown($0.party), $0.paid, nil) }, "paid by", to: &result)
            add(
                view.categories.map { (Self.category($0.name), $0.minor, $0.count) }, "by category",
                to: &result)
            add(
                periods.periods.map { ("\(own: $0.name)", $0.minor, $0.count) },
                "by \(own: periods.unit)", to: &result)
            if view.currencies.contains(where: { $0.currency != group.currency }) {
                add(
                    view.currencies.map { (paid($0), $0.minor, $0.count) }, "by currency",
                    to: &result)
            }
        }
        fill(&result, view, periods, roster)
        return result
    }

    /// What stands for no category.
    static func category(_ name: String?) -> Phrase {
        name.map { "\(foreign: $0)" } ?? "(none)"
    }

    private func add(
        _ rows: [(Phrase, Int128, Int?)], _ title: Phrase, to result: inout CommandResult
    ) {
        let rows = rows.filter { $0.1 != 0 || $0.2 != nil }
        let bars = Bars(rows.map(\.1), width: min(30, max(8, width - 50)), plain: isPlain)
        var table = TextTable([.left(), .right(), .left(), .right(), .left()], indent: "  ")
        for (label, minor, count) in rows {
            let times: Phrase = count.map { "\($0)×" } ?? ""
            table.add(
                label, "\(own: AmountFormat.plain(minor, group.currency))",
                "\(own: group.currency.code)", times, "\(own: bars.bar(minor))")
        }
        result.text.append(.blank)
        result.say(title)
        result.show(table)
    }

    private func amount(_ minor: Int128) -> String {
        AmountFormat.withCode(minor, group.currency)
    }

    /// What was paid in a currency, in that currency.
    private func paid(_ paid: SpendingView.Paid) -> Phrase {
        "\(own: AmountFormat.withCode(paid.amount, paid.currency))"
    }

    private func span(_ days: [SpendingView.Day]) -> Phrase {
        guard let first = days.first?.date, let last = days.last?.date else { return "" }
        return first == last ? ", \(own: first.iso)" : ", \(own: first.iso) to \(own: last.iso)"
    }

    private func fill(
        _ result: inout CommandResult, _ view: SpendingView, _ periods: SpendingPeriods,
        _ roster: Roster
    ) {
        result.set("group", .string(group.name))
        result.set("currency", .string(group.currency.code))
        result.set("total", .integer(view.total))
        result.set("count", .number(view.count))
        result.set(
            "members",
            .list(roster.ordered(view.people, by: \.party)) {
                roster.json($0.party, ["paid": .integer($0.paid), "share": .integer($0.share)])
            })
        result.set(
            "categories",
            .list(view.categories) {
                .fields([
                    "category": .text($0.name), "amount": .integer($0.minor),
                    "count": .number($0.count),
                ])
            })
        result.set(
            "days",
            .list(view.days) {
                .fields([
                    "date": .string($0.date.iso), "amount": .integer($0.minor),
                    "count": .number($0.count),
                ])
            })
        result.set(
            "currencies",
            .list(view.currencies) {
                .fields([
                    "currency": .string($0.currency.code), "amount": .integer($0.amount),
                    "in_group_currency": .integer($0.minor), "count": .number($0.count),
                ])
            })
        result.set("partial", group.partial.json)
    }
}
