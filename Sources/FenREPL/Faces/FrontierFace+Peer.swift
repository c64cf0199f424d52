internal import FenEngine

extension FrontierFace {
    /// Two devices side by side.
    func result(_ compared: FrontierComparison) -> CommandResult {
        let roster = Roster(group)
        let name =
            compared.peer.person.map { roster.shown($0.party) }
            ?? "\(own: compared.peer.address)"
        var table = TextTable([
            .left("author"), .right("here"), .right(name.text), .left("only here"),
            .left("only there"),
        ])
        for row in compared.rows {
            table.add(
                roster.shown(row.party), "\(row.here)", "\(row.there)",
                "\(own: NumberRanges.words(row.onlyHere, .hyphen, most: 6))",
                "\(own: NumberRanges.words(row.onlyThere, .hyphen, most: 6))")
        }
        var result = CommandResult()
        result.show(table)
        let isLevel = compared.rows.allSatisfy { $0.onlyHere.isEmpty && $0.onlyThere.isEmpty }
        result.say(
            isLevel
                ? "Both hold the same numbers."
                : "What only one side holds is on its way; /peers says when both are level.")
        result.set("peer", .string(compared.peer.address))
        result.set(
            "authors",
            .list(compared.rows) { row in
                roster.json(
                    row.party,
                    [
                        "here": .number(row.here),
                        "there": .number(row.there),
                        "only_here": .list(row.onlyHere, NumberRanges.json),
                        "only_there": .list(row.onlyThere, NumberRanges.json),
                    ])
            })
        result.set("level", .bool(isLevel))
        return result
    }
}
