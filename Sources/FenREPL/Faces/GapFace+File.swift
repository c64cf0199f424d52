internal import FenEngine

extension GapFace {
    /// What `/gaps export` answers.
    func result(_ needs: [GapNeed], path: String) -> CommandResult {
        var result = CommandResult()
        for need in needs { result.say(line(need)) }
        result.say(
            """
            \(foreign: path) asks for these. Give it to whoever may hold them: /heal there adds \
            them, /heal here takes them.
            """)
        result.set("group", .string(group.name))
        result.set("file", .string(path))
        result.set("needs", .list(needs, json))
        result.mainValue = path
        return result
    }

    /// What `/heal` answers; the group is named where it is not the current one.
    func result(_ report: HealReport, path: String, isCurrent: Bool) -> CommandResult {
        var result = CommandResult()
        if !isCurrent { result.say("This file is about \(foreign: group.name).") }
        result.say("\(report.received, "entry", "entries") received from \(foreign: path).")
        if report.bad > 0 {
            result.say(
                """
                \(report.bad, "entry", "entries") in it \(report.bad == 1 ? "is" : "are") damaged or \
                forged and \(report.bad == 1 ? "counts" : "count") for nothing: ask for a good copy.
                """)
        }
        if report.given > 0 {
            result.say(
                """
                \(report.given, "entry", "entries") added to it: give it back to whoever it came from.
                """)
        }
        if report.isWhole { result.say("Every log is whole here.") }
        for need in report.needs { result.say("The file needs \(line(need))") }
        result.set("group", .string(group.name))
        result.set("file", .string(path))
        result.set("received", .number(report.received))
        result.set("damaged", .number(report.bad))
        result.set("given", .number(report.given))
        result.set("needs", .list(report.needs, json))
        result.set("whole", .bool(report.isWhole))
        return result
    }

    private func line(_ need: GapNeed) -> Phrase {
        let ranges = NumberRanges.words(need.missing, most: 8)
        return "\(Roster(group).shown(need.author.party)): \(own: ranges)"
    }

    private func json(_ need: GapNeed) -> OutputJSON {
        Roster(group).json(
            need.author.party, ["missing": .list(need.missing, NumberRanges.json)])
    }
}
