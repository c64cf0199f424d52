internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// How far every log reaches.
struct FrontierFace {
    let group: GroupView

    func result(_ rows: [FrontierRow]) -> CommandResult {
        let roster = Roster(group)
        var result = CommandResult()
        var table = TextTable([.left("author"), .right("connected"), .right("known"), .left()])
        for row in rows {
            var words: [Phrase] = row.missing.map { "\(own: NumberRanges.words($0)) missing" }
            if row.isForked { words.append("forked: \(row.tips.count) ends") }
            table.add(
                roster.shown(row.party), "\(row.contiguous)", "\(row.claimed)",
                words.isEmpty ? "whole" : words.joined())
        }
        result.show(table)
        let isWhole = rows.allSatisfy { $0.missing.isEmpty && !$0.isForked }
        let isOnlyForked = !isWhole && rows.allSatisfy(\.missing.isEmpty)
        if isWhole {
            result.say("Every log is whole on this device.")
        } else if !isOnlyForked {
            result.say("Not every log is whole: /sync asks the store, /status says what to do.")
        } else if group.gate.contains(where: \.isFork) {
            result.say(
                "Nothing is missing, but a log goes on in two ways: /status says what to do.")
        } else {
            result.say(
                "Nothing is missing. A log goes on in two ways, which is acknowledged: both count.")
        }
        result.set(
            "authors",
            .list(rows) { row in
                roster.json(
                    row.party,
                    [
                        "connected": .number(row.contiguous),
                        "known": .number(row.claimed),
                        "missing": .list(row.missing, NumberRanges.json),
                        "tips": .list(row.tips) {
                            .fields(["id": .string($0.id.hex), "seq": .number($0.seq)])
                        },
                        "forked": .bool(row.isForked),
                    ]
                )
            }
        )
        result.set("whole", .bool(isWhole))
        return result
    }
}

/// Which of two events comes first.
struct OrderFace {
    let group: GroupView

    func result(_ a: EventView, _ b: EventView) -> CommandResult {
        let face = EventFace(group)
        let first = (a.lamport, a.id) < (b.lamport, b.id) ? a : b
        let second = first.id == a.id ? b : a
        var result = CommandResult()
        if a.id == b.id {
            result.say("Both are the same event: \(face.line(a)).")
        } else {
            result.say("First:  \(face.line(first))")
            result.say("Second: \(face.line(second))")
            result.say(reason(first, second, face.roster))
        }
        result.set("first", face.json(first))
        result.set("second", face.json(second))
        result.set("by", .string(first.lamport == second.lamport ? "id" : "lamport"))
        result.mainValue = face.roster.text(first.reference)
        return result
    }

    private func reason(_ first: EventView, _ second: EventView, _ roster: Roster) -> Phrase {
        let one = roster.shown(first.reference)
        let two = roster.shown(second.reference)
        guard first.lamport == second.lamport else {
            return """
                \(one) has logical time \(first.lamport), \(two) has \(second.lamport): the smaller \
                one comes first, whatever the clocks said.
                """
        }
        return """
            Both have logical time \(first.lamport), so neither author had seen the other; the \
            smaller id comes first: #\(own: String(first.id.hex.prefix(8))) before \
            #\(own: String(second.id.hex.prefix(8))).
            """
    }
}

/// What an audit found.
struct AuditFace {
    let group: GroupView

    func result(_ report: AuditReport) -> CommandResult {
        let roster = Roster(group)
        var result = CommandResult()
        result.say("Verified \(report.events, "event").")
        let findings: [(Phrase, [Reference])] = [
            ("wrong signature", report.badSignatures),
            ("id that does not fit its bytes", report.badIDs),
            ("broken chain", report.brokenChains),
        ]
        for (what, references) in findings {
            for reference in references { result.say("\(roster.shown(reference)): \(what)") }
        }
        if !report.isProjectionRight {
            result.say("The state differs from the log: /rebuild puts it right.")
        }
        for difference in report.snapshotDifferences {
            result.say(
                """
                A snapshot of the organiser says \
                \(own: AmountFormat.signed(difference.stated, group.currency)) of \
                \(roster.shown(difference.party)); its entries come to \
                \(own: AmountFormat.signed(difference.found, group.currency)) here.
                """)
        }
        if report.isClean {
            result.say("No fault: every id, signature and chain is right, and so is the state.")
        }
        result.status = report.isClean ? .done : report.hasBadEvents ? .trust : .failed
        result.set("group", .string(group.name))
        result.set("events", .number(report.events))
        result.set("bad_signatures", .list(report.badSignatures) { .string(roster.text($0)) })
        result.set("bad_ids", .list(report.badIDs) { .string(roster.text($0)) })
        result.set("broken_chains", .list(report.brokenChains) { .string(roster.text($0)) })
        result.set("state_right", .bool(report.isProjectionRight))
        result.set(
            "snapshot_differences",
            .list(report.snapshotDifferences) {
                roster.json(
                    $0.party, ["stated": .integer($0.stated), "found": .integer($0.found)])
            })
        result.set("clean", .bool(report.isClean))
        return result
    }
}

extension AuditReport {
    fileprivate var hasBadEvents: Bool {
        !(badSignatures.isEmpty && badIDs.isEmpty && brokenChains.isEmpty)
    }
}
