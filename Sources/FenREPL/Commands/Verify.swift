internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// Knowing whose key is whose.
enum VerifyCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "verify",
            group: .identity,
            summary: "shows the safety number of you and a member, to be compared in person",
            usage: ["MEMBER", "MEMBER yes or no", "MEMBER DIGITS"],
            page: [
                "The same sixty digits stand on both screens, in every group, if each of you has the",
                "other's key. Read them to each other, or scan the code, where nobody can put himself",
                "between you: side by side, or on a call. yes keeps that you compared them; DIGITS are",
                "compared here, typed or as the code says them, and kept if they are the same.",
                "/members and /whois show who is verified. Whoever comes later under the name of",
                "somebody verified, with another key, is announced and marked until you have verified",
                "that key as well.",
            ],
            examples: ["/verify Bob", "/verify Bob yes"],
            access: .writesWithWords,
            arguments: [.member, .words(["yes", "no"])],
            body: verify
        )
    ]

    @Sendable
    private static func verify(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        let group = try await session.group()
        let typed = try session.required(arguments, 0, "a member", for: "verify")
        let party = try Roster(group).owner(typed).party
        let safety = try await engine.safety(with: party, in: group.id)
        guard let answer = arguments.text(from: 1) else {
            return show(safety, Roster(group).shown(party))
        }
        switch answer.lowercased() {
        case "yes", "no": break
        default: try compare(answer, safety, Roster(group).shown(party))
        }
        let isVerified = answer.lowercased() != "no"
        try await engine.setVerified(isVerified, party, in: group.id)
        let now = try await engine.view(group.id)
        let name = Roster(now).shown(party)
        var result = CommandResult(
            isVerified ? "\(name) is verified." : "\(name) is not verified any more.")
        describe(try await engine.safety(with: party, in: group.id), &result)
        return result
    }

    private static func show(_ safety: SafetyView, _ name: Phrase) -> CommandResult {
        var result = CommandResult("The safety number of you and \(name):")
        result.text.append(.blank)
        for row in 0..<3 {
            let groups = safety.groups[row * 4..<row * 4 + 4].joined(separator: "  ")
            result.text.append(.verbatim("    " + groups))
        }
        result.text += [.blank, .qr(safety.code, QRVariant())]
        switch safety.member.trust {
        case .verified: result.say("You have compared it: \(name) is verified.")
        case .changed:
            result.say(
                """
                You verified somebody of this name with another key. If the digits are the same on \
                both screens, /verify \(name) yes accepts this one too.
                """)
        case .unchecked:
            result.say(
                """
                Compare it in person or on a call. The same on both screens: /verify \(name) yes. \
                Different: write nothing you would not show a stranger, and ask who is who.
                """)
        }
        describe(safety, &result)
        return result
    }

    private static func describe(_ safety: SafetyView, _ result: inout CommandResult) {
        result.set("member", .string(safety.member.party.hex))
        result.set("name", .string(safety.member.name))
        result.set("number", .string(safety.groups.joined(separator: " ")))
        result.set("qr", .string(safety.code))
        result.set("trust", .string(safety.member.trust.rawValue))
        result.mainValue = safety.groups.joined(separator: " ")
    }

    /// Compares typed or scanned digits with those that are here.
    private static func compare(
        _ typed: String, _ safety: SafetyView, _ name: Phrase
    ) throws {
        let prefix = "FEN:S1/"
        let body =
            typed.uppercased().hasPrefix(prefix) ? String(typed.dropFirst(prefix.count)) : typed
        let digits = body.filter { !$0.isWhitespace }
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), digits.count == 60 else {
            throw UsageError(
                "“\(typed)” is no safety number: it has sixty digits.",
                hint: "Type all of it, or yes when you have compared it, or no.")
        }
        guard digits == safety.groups.joined() else {
            throw FenError(
                "SAFETY_DIFFERS",
                "These are not the digits of you and \(name.text): one of you has another key than "
                    + "the other believes.",
                hint: "Compare again in person. If they still differ, somebody stands between you.",
                status: .trust)
        }
    }
}
