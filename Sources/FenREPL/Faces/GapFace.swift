internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// What is missing of whom, and what has been decided about it, in words and JSON.
struct GapFace {
    /// Whose group it is about, and who is asked.
    let group: GroupView
    /// A time in words, of Unix milliseconds.
    let when: (Int64) -> String

    private var roster: Roster { Roster(group) }

    /// What `/gaps` answers.
    func result(_ gaps: [GapView]) -> CommandResult {
        var result = CommandResult()
        for gap in gaps { result.text += lines(gap) }
        if gaps.isEmpty {
            result.say("Nothing is missing here: every log is whole.")
        } else if !gaps.contains(where: \.shuts) {
            result.say(
                gaps.allSatisfy(\.isOnlyForked)
                    ? "Settlements work here, and nothing is missing: both entries count."
                    : "Settlements work here; the totals stay marked until everything is here.")
        } else {
            result.text.append(.paragraph(ways(gaps)))
        }
        result.set("group", .string(group.name))
        result.set("gaps", .list(gaps, json))
        return result
    }

    /// One author's gaps, a line each.
    func lines(_ gap: GapView) -> [TextBlock] {
        let name = roster.shown(gap.author.party)
        var lines: [Phrase] = []
        if !gap.missing.isEmpty {
            let since: Phrase = gap.since.map { ", since \(own: when($0))" } ?? ""
            lines.append("\(name): \(own: NumberRanges.words(gap.missing)) missing\(since).")
        }
        if gap.unopened > 0 {
            lines.append(
                "\(name): \(gap.unopened, "entry", "entries") sealed with a key not held here.")
        }
        for fork in gap.forks {
            lines.append("\(name) wrote \(fork.branches.count) entries with number \(fork.seq).")
        }
        if gap.isOverridden {
            lines.append("  The organiser's snapshot no longer waits for what is missing.")
        }
        if gap.isAcknowledged {
            lines.append(
                gap.isOnlyForked
                    ? "  You go on with both; this binds nobody else."
                    : "  You go on without; this binds nobody else.")
        }
        return lines.map(TextBlock.line)
    }

    /// What is asked before going on: only what is missing can make totals wrong.
    func question(_ gaps: [GapView]) -> Phrase {
        gaps.allSatisfy(\.isOnlyForked)
            ? "Go on with both entries? Both count, and nothing is missing."
            : "Go on without, knowing that your totals may be wrong?"
    }

    /// What acknowledging nothing answers.
    var nothingToAcknowledge: CommandResult {
        var result = CommandResult("There is nothing to acknowledge: the gate is open for you.")
        result.set("group", .string(group.name))
        result.set("for_myself", .array([]))
        result.set("for_everybody", .array([]))
        return result
    }

    /// What `/acknowledge` answers.
    func result(_ report: AcknowledgeReport) -> CommandResult {
        var result = CommandResult()
        for person in report.forEverybody {
            result.say(
                "\(roster.shown(person.party))'s double entries are acknowledged for everybody.")
        }
        if !report.forMyself.isEmpty {
            let rest: Phrase =
                report.forMyself.allSatisfy(\.isOnlyForked)
                ? ". Both entries count, and nothing is marked."
                : ", and your totals stay marked."
            result.say(
                """
                Settlements work again on this device. Nobody else's gate has opened\(rest)
                """)
        }
        if report.forMyself.isEmpty, report.forEverybody.isEmpty { return nothingToAcknowledge }
        result.set("group", .string(group.name))
        result.set("for_myself", .list(report.forMyself, json))
        result.set("for_everybody", .list(report.forEverybody) { roster.json($0.party) })
        return result
    }

    /// What `/snapshot` answers.
    func result(_ report: SnapshotReport) -> CommandResult {
        var result = CommandResult()
        for (person, through) in report.overridden {
            result.say(
                """
                The group no longer waits for \(roster.shown(person.party))'s missing entries up to \
                number \(through). What still comes counts as always.
                """)
        }
        result.say(
            report.opensGate
                ? "Settlements work again for everybody whose device has this: /sync sends it."
                : "Something else still stands in the way of settlements: /gaps.")
        result.set("group", .string(group.name))
        result.set("ref", .string(roster.text(report.written.reference)))
        result.set(
            "overridden",
            .list(report.overridden) {
                roster.json($0.person.party, ["through": .number($0.through)])
            })
        result.set("opens_gate", .bool(report.opensGate))
        return result
    }

    private func ways(_ gaps: [GapView]) -> Phrase {
        if gaps.allSatisfy(\.isOnlyForked) {
            return """
                What to do: /acknowledge. Their author or the organiser acknowledges two entries \
                with one number for everybody, anybody else for themselves.
                """
        }
        return """
            What to do: /sync, once those who have them were online, or /connect to one of them; \
            /acknowledge to go on without, for yourself only; or, when they have been missing for long, /snapshot by \
            \(roster.shown(group.organiser)), for everybody.
            """
    }

    private func json(_ gap: GapView) -> OutputJSON {
        roster.json(
            gap.author.party,
            [
                "missing": .list(gap.missing, NumberRanges.json),
                "unopened": .number(gap.unopened),
                "forks": .list(gap.forks) { fork in
                    .fields([
                        "seq": .number(fork.seq),
                        "refs": .list(fork.branches) { .string(roster.text($0)) },
                    ])
                },
                "since": .number(gap.since),
                "shuts": .bool(gap.shuts),
                "acknowledged": .bool(gap.isAcknowledged),
                "overridden": .bool(gap.isOverridden),
            ])
    }
}

extension GapView {
    /// Nothing is missing of this log and everything opens: it only goes on in two ways.
    var isOnlyForked: Bool { missing.isEmpty && unopened == 0 }
}
