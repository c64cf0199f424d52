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
                "\(own: Self.words(row.onlyHere))", "\(own: Self.words(row.onlyThere))")
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
                        "only_here": .list(row.onlyHere, Self.json),
                        "only_there": .list(row.onlyThere, Self.json),
                    ])
            })
        result.set("level", .bool(isLevel))
        return result
    }

    private static func words(_ ranges: [ClosedRange<UInt64>]) -> String {
        let shown = ranges.prefix(6).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return shown.joined(separator: ", ") + (ranges.count > 6 ? " and more" : "")
    }

    private static func json(_ range: ClosedRange<UInt64>) -> OutputJSON {
        .array([.number(range.lowerBound), .number(range.upperBound)])
    }
}
