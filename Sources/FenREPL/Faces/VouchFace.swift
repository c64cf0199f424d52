internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Somebody who asks to be helped back in, on the device of whoever helps.
struct VouchFace {
    let view: VouchRequestView
    /// The clock, in Unix milliseconds.
    let now: Int64

    private var name: Phrase { Phrase(foreign: view.name) }

    /// Who asks, and whom they may be.
    var standing: [TextBlock] {
        var blocks: [TextBlock] = [
            .paragraph(
                """
                Somebody who calls themselves \(name) asks to get back in with a new device. Anybody \
                can say so: help only if you know by voice or face that it is they.
                """)
        ]
        let named = view.candidates.filter(\.isNamed)
        for candidate in named { blocks += about(candidate) }
        if named.isEmpty {
            let all = view.candidates.map { Phrase(foreign: $0.name) }
            blocks.append(
                .paragraph(
                    "Nobody in your groups is called so. You share groups with \(all.listed)."))
        }
        return blocks
    }

    /// One whom it may be, with what speaks for caution.
    func about(_ candidate: VouchCandidate) -> [TextBlock] {
        let who: Phrase = "\(foreign: candidate.name) (\(own: candidate.tag))"
        let groups = candidate.groups.map { Phrase(foreign: $0.name) }
        var blocks: [TextBlock] = [.line("\(who): you share \(groups.listed).")]
        if candidate.isConnected {
            blocks.append(
                .paragraph(
                    """
                    Careful: another device of \(foreign: candidate.name) is connected just now. Ask \
                    why they need help.
                    """))
        } else if let last = candidate.lastWrote, let age = Self.age(of: last, now: now) {
            blocks.append(
                .paragraph(
                    """
                    Careful: \(foreign: candidate.name)'s other device wrote \(age) ago. Ask whether \
                    they still have it.
                    """))
        }
        for group in candidate.groups where group.wasOrganiser {
            blocks.append(.paragraph(organiser(group, candidate)))
        }
        return blocks
    }

    private func organiser(_ group: SharedGroup, _ candidate: VouchCandidate) -> Phrase {
        let opening: Phrase =
            "\(foreign: candidate.name) is the organiser of \(foreign: group.name)"
        if group.isDeputy {
            return """
                \(opening), and you are the deputy: type /take-over there before you go on, so that \
                you can give them the new key.
                """
        }
        return group.deputy == nil
            ? """
            \(opening) and has named no deputy: nobody can take a new key in there. Their twelve words \
            or a backup bring the role back.
            """
            : "\(opening): the deputy has to /take-over there, and then /rekey them."
    }

    /// How long ago something was, while that is less than a day; nil after.
    private static func age(of moment: Int64, now: Int64) -> Phrase? {
        let minutes = max(0, now - moment) / 60_000
        if minutes < 1 { return "less than a minute" }
        if minutes < 60 { return "\(minutes, "minute")" }
        return minutes < 24 * 60 ? "\(minutes / 60, "hour")" : nil
    }

    /// What comes next, where this line has not come to an end.
    var next: [TextBlock] {
        switch view.stage {
        case .answered:
            let reason: [TextBlock] =
                view.unreached.map {
                    [.line("Their device could not be reached (\(foreign: $0)).")]
                } ?? []
            return reason + [
                .line("Send them this answer, in any chat:"), .verbatim(view.link),
                .line("What they send back, /vouch takes."),
            ]
        case .code:
            return [
                .paragraph(
                    """
                    Their device shows six digits. Let them be read to you, on a call or in person, \
                    then type: /vouch code DIGITS
                    """)
            ]
        case .confirmed: return [.line("The digits are right. Say who it is: /vouch as MEMBER")]
        case .done: return [.line("The groups were handed over:"), .verbatim(view.link)]
        }
    }

    /// The standing in JSON.
    func fill(_ result: inout CommandResult) {
        result.set("request", .string(view.id.hex))
        result.set("name", .string(view.name))
        result.set("stage", .string(view.stage.rawValue))
        result.set("expires_at", .number(view.expiresAt))
        result.set("new_tag", .text(view.newTag))
        result.set("on_line", .bool(view.isOnLine))
        result.set(
            "candidates",
            .list(view.candidates) { candidate in
                .fields([
                    "member": .string(candidate.party.hex),
                    "name": .string(candidate.name),
                    "named": .bool(candidate.isNamed),
                    "groups": .list(candidate.groups) { .string($0.name) },
                    "last_wrote": .number(candidate.lastWrote),
                    "connected": .bool(candidate.isConnected),
                ])
            })
        result.set("link", .string(view.link))
        result.mainValue = view.link
    }
}

/// What came of handing groups over.
enum HandoverFace {
    static func result(_ report: HandoverReport, _ name: Phrase) -> CommandResult {
        var result = CommandResult(
            "The digits were right. Tell \(name) so, aloud: their device asks for it.")
        for group in report.groups { result.text.append(.paragraph(line(group, name))) }
        if report.groups.contains(where: { $0.publication?.isDone == false }) {
            result.status = .network
        }
        if report.isDelivered {
            result.say("\(name)'s device has them: /restore member yes takes them in there.")
        } else {
            result.say("Send \(name) this, in any chat; there /restore member takes it:")
            result.text.append(.verbatim(report.link))
        }
        result.set("member", .string(report.member.hex))
        result.set("new_tag", .string(report.successorTag))
        result.set(
            "groups",
            .list(report.groups) {
                .fields([
                    "group": .string($0.id.uuidString),
                    "name": .string($0.name),
                    "deed": .string($0.deed.rawValue),
                    "published": $0.publication.map { .bool($0.isDone) } ?? .null,
                    "error": .text($0.failure?.code),
                ])
            })
        result.set("delivered", .bool(report.isDelivered))
        result.set("link", .string(report.link))
        result.mainValue = report.link
        return result
    }

    private static func line(_ group: HandoverReport.Group, _ name: Phrase) -> Phrase {
        let title = Phrase(foreign: group.name)
        let organiser = Phrase(foreign: group.organiserName)
        switch group.deed {
        case .rekeyed:
            if case .waiting(let error)? = group.publication {
                return """
                    \(title): \(name) has the new key, which nobody else knows of yet: \
                    \(foreign: UsageError.sentence(error.message)) /sync sends it.
                    """
            }
            return """
                \(title): \(name) has the new key. The old device counts no more and reads nothing \
                new.
                """
        case .vouched:
            return """
                \(title): you vouch for \(name)'s new key. \(name) reads there, and writes when \
                \(organiser) has typed /rekey.
                """
        case .failed:
            return """
                \(title): nothing was done. \
                \(foreign: UsageError.sentence(group.failure?.message ?? ""))
                """
        }
    }
}
