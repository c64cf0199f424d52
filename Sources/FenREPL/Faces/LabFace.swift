internal import FenEngine
internal import FenProtocol

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
        for (reason, count) in report.refused.sorted(by: { $0.key < $1.key }) {
            let words = RefusalReason(rawValue: reason).map(LabelFace.words) ?? reason
            result.say("  \(count, "line") refused: \(foreign: words) (\(foreign: reason)).")
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
        result.set(
            "refused",
            .object(
                report.refused.sorted { $0.key < $1.key }.map {
                    OutputJSON.Field(key: $0.key, value: .number($0.value))
                }))
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
