internal import FenEngine
internal import FenMoney

/// Balances in the currencies that money was paid in, a column each.
struct OriginalFace {
    let group: GroupView
    let width: Int

    /// Both faces; the marks about partial totals follow.
    func result(_ view: OriginalBalancesView) -> CommandResult {
        let roster = Roster(group)
        let people = roster.ordered(view.parties, by: { $0 })
        // A total that something is missing from is marked in every row, not only above them.
        let mark: Phrase = view.totals.partial.isEmpty ? "" : "⚠"
        var result = CommandResult()
        if view.columns.isEmpty { result.say("Nothing has been paid yet.") }
        for (place, columns) in pages(view.columns, beside: people.map { roster.shown($0) })
            .enumerated()
        {
            if place > 0 { result.text.append(.blank) }
            var table = TextTable([.left(), .left()] + columns.map { .right($0.currency.code) })
            for party in people {
                table.add([mark, roster.shown(party)] + columns.map { cell($0, party) })
            }
            result.show(table)
        }
        if !view.columns.isEmpty {
            let all: Phrase =
                view.columns.count > 1
                ? "Each column comes to zero." : "The column comes to zero."
            result.text.append(
                .paragraph(
                    """
                    What each paid minus their shares, in the currency it was paid in. \(all) \
                    /balances has all of it in \(own: group.currency.code), which is what /settle \
                    goes by.
                    """))
        }
        if view.totals.unsynced > 0 {
            result.say("These totals: \(Sentences.includesUnsynced(view.totals.unsynced)).")
        }
        fill(&result, view, people, roster)
        return result
    }

    private func cell(_ column: OriginalBalancesView.Column, _ party: PartyID) -> Phrase {
        let minor = column.rows.first { $0.party == party }?.minor ?? 0
        return "\(own: AmountFormat.signed(minor, column.currency))"
    }

    /// The columns in as few tables as fit the width.
    private func pages(
        _ columns: [OriginalBalancesView.Column], beside names: [Phrase]
    ) -> [[OriginalBalancesView.Column]] {
        let first = 3 + (names.map { DisplayWidth.columns($0.text) }.max() ?? 0)
        var pages: [[OriginalBalancesView.Column]] = []
        var used = 0
        for column in columns {
            let cells = column.rows.map { AmountFormat.signed($0.minor, column.currency).count }
            let needed = 2 + max(4, cells.max() ?? 0)
            if pages.isEmpty || used + needed > width {
                pages.append([])
                used = first
            }
            pages[pages.count - 1].append(column)
            used += needed
        }
        return pages
    }

    private func fill(
        _ result: inout CommandResult, _ view: OriginalBalancesView, _ people: [PartyID],
        _ roster: Roster
    ) {
        result.set("group", .string(group.name))
        result.set("group_currency", .string(group.currency.code))
        result.set(
            "currencies",
            .list(view.columns) { column in
                .fields([
                    "currency": .string(column.currency.code),
                    "balances": .list(people) { party in
                        let minor = column.rows.first { $0.party == party }?.minor ?? 0
                        return roster.json(party, ["balance": .integer(minor)])
                    },
                ])
            }
        )
        result.set("unsynced", .number(view.totals.unsynced))
        result.set("partial", view.totals.partial.json)
        result.set("waiting", .bool(view.totals.isWaiting))
        result.set("last_sync", .number(view.totals.lastSync?.at))
    }
}
