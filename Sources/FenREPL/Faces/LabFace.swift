internal import FenEngine

/// What a group noticed of a fault, in words and JSON.
struct LabFace {
    let group: GroupView
    /// A time in words, of Unix milliseconds.
    let when: (Int64) -> String

    /// A fault and what was noticed.
    func result(_ what: Phrase, _ report: LabReport) -> CommandResult {
        var result = CommandResult(what)
        result.say("What this device noticed:")
        if report.stored > 0 { result.say("  \(report.stored, "event") taken in.") }
        if report.held > 0 {
            result.say(
                """
                  \(report.held, "line") that nothing proves: neither its own signature nor an event \
                after it. It is kept aside and counts for nothing.
                """)
        }
        let refused = RefusedLines(counts: report.refused)
        for (label, words, count) in refused.rows {
            result.say("  \(count, "line") refused: \(foreign: words) (\(foreign: label)).")
        }
        let gaps = GapFace(group: group, when: when)
        for gap in report.gaps { result.text += gaps.lines(gap) }
        result.say(
            report.gate.isEmpty
                ? "  Settlements may be recorded here."
                : "  Settlements are refused here: /gaps names the ways out.")
        result.set("group", .string(group.name))
        result.set("moved", .number(report.moved))
        result.set("stored", .number(report.stored))
        result.set("held", .number(report.held))
        result.set("refused", refused.json)
        result.set("gate_shut", .bool(!report.gate.isEmpty))
        return result
    }

    /// Something that is noticed only later.
    func done(_ what: Phrase) -> CommandResult {
        var result = CommandResult(what)
        result.set("group", .string(group.name))
        return result
    }
}
