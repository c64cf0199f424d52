internal import FenEngine
internal import FenMoney

/// The lines behind a balance, or behind what is between two people.
struct WhyFace {
    let group: GroupView
    let party: PartyID
    let other: PartyID?

    private var face: EntryFace { EntryFace(group) }
    private var roster: Roster { Roster(group) }

    func result(_ view: WhyView) -> CommandResult {
        var result = CommandResult()
        if view.lines.isEmpty { result.say(nothing) }
        result.show(table(view))
        if view.hasEarlier {
            result.say("“all” behind the names shows the lines before these too.")
        }
        if let other, !view.lines.isEmpty { result.text += footer(view.sum, other) }
        result.set("of", roster.json(party))
        result.set("with", other.map { roster.json($0) } ?? .null)
        result.set("currency", .string(group.currency.code))
        for (key, value) in facts(view) { result.set(key, value) }
        return result
    }

    /// Adds the lines of those who settle as one with the person; nothing where nobody does.
    func add(
        _ others: [(party: PartyID, view: WhyView)], behind view: WhyView,
        _ pairs: Households, to result: inout CommandResult
    ) {
        result.set(
            "pair", .list(others) { other in roster.json(other.party, facts(other.view)) })
        guard !others.isEmpty else { return }
        result.text.insert(.line("\(roster.shown(party)):"), at: 0)
        var sum = view.sum
        for (one, view) in others {
            result.say("\(roster.shown(one)):")
            if view.lines.isEmpty {
                result.say("Nothing moves the balance of \(roster.shown(one)).")
            }
            result.show(table(view))
            sum += view.sum
        }
        result.say(PairFace(group, pairs).together(sum, party, group.currency))
    }

    private func table(_ view: WhyView) -> TextTable {
        let sum = other == nil ? "balance" : "between them"
        var table = TextTable([.right("change"), .right(sum), .left("entry")])
        if view.hasEarlier {
            let before = AmountFormat.signed(view.before, group.currency)
            table.add("", "\(own: before)", "before the newest \(view.lines.count, "line")")
        }
        for line in view.lines {
            table.add(
                "\(own: AmountFormat.signed(line.delta, group.currency))",
                "\(own: AmountFormat.signed(line.running, group.currency))",
                face.sentence(line.entry)
            )
        }
        return table
    }

    private func facts(_ view: WhyView) -> KeyValuePairs<String, OutputJSON> {
        [
            "before": .integer(view.before),
            "has_earlier": .bool(view.hasEarlier),
            "lines": .list(view.lines) { line in
                .fields([
                    "entry": face.json(line.entry),
                    "change": .number(line.delta),
                    "balance": .integer(line.running),
                ])
            },
        ]
    }

    private var nothing: Phrase {
        guard let other else { return "Nothing moves the balance of \(roster.shown(party))." }
        return "Nothing is owed between \(roster.shown(party)) and \(roster.shown(other))."
    }

    /// What the last figure is, and what it is not.
    private func footer(_ sum: Int128, _ other: PartyID) -> [TextBlock] {
        let (one, two) = (roster.shown(party), roster.shown(other))
        let amount = AmountFormat.withCode(sum < 0 ? -sum : sum, group.currency)
        let owing: Phrase =
            sum == 0
            ? "By these lines \(one) and \(two) are even."
            : sum > 0
                ? "By these lines \(two) owes \(one) \(own: amount)."
                : "By these lines \(one) owes \(two) \(own: amount)."
        return [
            .line(owing),
            .paragraph(
                """
                Of each expense a share is owed to those who paid it, in proportion to what they \
                paid; payments between the two count whole. The plan of /settle may route payments \
                otherwise, so that fewer are needed.
                """),
        ]
    }
}
