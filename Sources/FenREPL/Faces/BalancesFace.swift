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
        let pairs = PairFace(group, view.pairs)
        let rows = lines(view, pairs)
        let bars = Bars(rows.map(\.minor), width: min(30, max(8, width - 50)), plain: isPlain)
        // A total that something is missing from is marked in every row, not only above them.
        let mark: Phrase = view.partial.isEmpty ? "" : "⚠"
        var table = TextTable([.left(), .left(), .right(), .left(), .left()])
        for row in rows {
            table.add(
                mark,
                row.name,
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
            if view.pairs.people(with: own.party).count > 1 {
                result.say(pairs.together(sum(own.party, view), own.party, group.currency))
            }
        } else if view.unsynced > 0 {
            result.say("These totals: \(Sentences.includesUnsynced(view.unsynced)).")
        }
        fill(&result, view, roster)
        return result
    }

    /// A row a person, and above those who settle as one a row for all of them.
    private func lines(
        _ view: BalancesView, _ face: PairFace
    ) -> [(name: Phrase, minor: Int128)] {
        var lines: [(name: Phrase, minor: Int128)] = []
        var done: Set<PartyID> = []
        let ordered = face.roster.ordered(view.rows, by: \.party)
        for row in ordered where !done.contains(row.party) {
            let people = view.pairs.people(with: row.party)
            guard people.count > 1 else {
                lines.append((face.roster.shown(row.party), row.minor))
                continue
            }
            done.formUnion(people)
            lines.append((face.shown(row.party), sum(row.party, view)))
            for one in ordered where people.contains(one.party) {
                lines.append(("  \(face.roster.shown(one.party))", one.minor))
            }
        }
        return lines
    }

    /// What a person and whoever settles as one with them come to together.
    private func sum(_ party: PartyID, _ view: BalancesView) -> Int128 {
        let people = view.pairs.people(with: party)
        return view.rows.reduce(0) { people.contains($1.party) ? $0 + $1.minor : $0 }
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
        result.set("pairs", PairFace(group, view.pairs).json)
        result.set("unsynced", .number(view.unsynced))
        result.set("partial", view.partial.json)
        result.set("waiting", .bool(view.isWaiting))
        result.set("last_sync", .number(view.lastSync?.at))
    }
}
