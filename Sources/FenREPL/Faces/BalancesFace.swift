internal import FenEngine
internal import FenMoney

/// Balances as aligned amounts with bars.
struct BalancesFace {
    let group: GroupView
    let width: Int
    let isPlain: Bool

    /// Both faces of the balances; the marks about partial totals follow.
    func result(_ view: BalancesView) -> CommandResult {
        let roster = Roster(group)
        let code = group.currency.code
        var result = CommandResult()
        let bars = Bars(view.rows.map(\.minor), width: min(30, max(8, width - 50)), plain: isPlain)
        // A total that something is missing from is marked in every row, not only above them.
        let mark: Phrase = view.partial.isEmpty ? "" : "⚠"
        var table = TextTable([.left(), .left(), .right(), .left(), .left()])
        for row in roster.ordered(view.rows, by: \.party) {
            table.add(
                mark,
                roster.shown(row.party),
                "\(own: AmountFormat.signed(row.minor, group.currency))",
                "\(own: code)",
                "\(own: bars.bar(row.minor))"
            )
        }
        if view.rows.allSatisfy({ $0.minor == 0 }) {
            result.say(
                view.partial.isEmpty
                    ? "All settled up: nobody owes anybody anything."
                    : "Nobody owes anybody anything, as far as is known here.")
        }
        result.show(table)
        if let own = view.rows.first(where: { $0.party == group.me }) {
            result.say(standing(own.minor, unsynced: view.unsynced))
        } else if view.unsynced > 0 {
            result.say("These totals: \(Sentences.includesUnsynced(view.unsynced)).")
        }
        fill(&result, view, roster)
        return result
    }

    private func standing(_ minor: Int128, unsynced: Int) -> Phrase {
        Sentences.standing(
            minor,
            code: group.currency.code,
            text: AmountFormat.plain(minor < 0 ? -minor : minor, group.currency),
            unsynced: unsynced
        )
    }

    private func fill(_ result: inout CommandResult, _ view: BalancesView, _ roster: Roster) {
        result.set("group", .string(group.name))
        result.set("currency", .string(group.currency.code))
        result.set(
            "balances",
            .list(view.rows) { roster.json($0.party, ["balance": .integer($0.minor)]) }
        )
        result.set("unsynced", .number(view.unsynced))
        result.set("partial", view.partial.json)
        result.set("waiting", .bool(view.isWaiting))
        result.set("last_sync", .number(view.lastSync?.at))
    }
}
