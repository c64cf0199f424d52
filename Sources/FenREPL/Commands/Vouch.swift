internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Helping somebody back in who lost their device.
enum VouchCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "vouch",
            group: .identity,
            summary: "helps a member back in who lost their device, by six digits read aloud",
            usage: ["MESSAGE", "[MESSAGE] code DIGITS as MEMBER", ""],
            page: [
                "MESSAGE is what /restore member shows on their new device, and what that device shows",
                "next. It says who they may be; help only whom you know by voice or face. Between the",
                "two messages goes the answer of your device; in one network it goes by itself.",
                "Then their device shows six digits: let them be read to you, on a call or in person.",
                "Nobody between the two devices can choose them, and wrong ones end the request.",
                "Your device hands over the groups you share, sealed to the new key. Where you are the",
                "organiser, their old key gives way to the new one, and the group's key changes. Where",
                "you are not, the others read that you vouch for them, and the organiser decides by",
                "/rekey. Alone it shows the request that is open.",
            ],
            examples: [
                "/vouch fen://back#…", "/vouch code 493 027 as Bob",
                "fen --yes vouch code 493027 as Bob",
            ],
            access: .writes,
            needsGroup: false,
            arguments: [.free],
            body: vouch
        )
    ]

    /// What stands behind `/vouch`.
    private struct Line {
        var message = ""
        var code: String?
        var member: String?

        init(_ arguments: Arguments) {
            var parts: [String: [String]] = [:]
            var place = "message"
            for word in arguments.words {
                let text = word.text.lowercased()
                if !word.quoted, ["code", "as"].contains(text), parts[text] == nil {
                    place = text
                    parts[place] = []
                } else {
                    parts[place, default: []].append(word.text)
                }
            }
            message = (parts["message"] ?? []).joined(separator: " ")
            code = parts["code"]?.joined()
            member = parts["as"]?.joined(separator: " ")
        }
    }

    @Sendable
    private static func vouch(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        let line = Line(arguments)
        var view =
            line.message.isEmpty
            ? try await engine.helping() : try await engine.help(line.message)
        let isNew = view.stage == .answered || !line.message.isEmpty
        var shown =
            isNew && line.code == nil ? VouchFace(view: view, now: now(session)).standing : []
        if view.stage == .code || view.stage == .answered, let code = line.code {
            try await engine.tryCode(code, of: view.id)
            view = try await engine.helping(view.id)
        } else if view.stage == .code, session.environment.isInteractive,
            let code = await askedCode(session, view, above: shown)
        {
            shown = []
            try await engine.tryCode(code, of: view.id)
            view = try await engine.helping(view.id)
        }
        if view.stage == .confirmed,
            let candidate = try await candidate(session, line.member, view)
        {
            return try await handOver(session, view, to: candidate)
        }
        let face = VouchFace(view: view, now: now(session))
        var result = CommandResult()
        result.text = shown + face.next
        face.fill(&result)
        return result
    }

    private static func now(_ session: isolated ReplSession) -> Int64 { session.environment.now() }

    private static func askedCode(
        _ session: isolated ReplSession, _ view: VouchRequestView, above: [TextBlock]
    ) async -> String? {
        let answer = await session.environment.asker.text(
            OutcomeRenderer(environment: session.environment).lines(above),
            question: "The six digits that \(Neutraliser.line(view.name)) reads to you "
                + "(Enter: later):",
            suggestion: nil)
        return answer.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Who it is, as the line says or the person answers; nil where nobody has said so yet.
    private static func candidate(
        _ session: isolated ReplSession, _ typed: String?, _ view: VouchRequestView
    ) async throws -> VouchCandidate? {
        if let typed { return try pick(typed, among: view.candidates) }
        guard session.environment.isInteractive else { return nil }
        let named = view.candidates.filter(\.isNamed)
        let answer = await session.environment.asker.text(
            [], question: "The digits are right. Which member is it?",
            suggestion: named.count == 1 ? named[0].name : nil)
        guard let answer, !answer.isEmpty else { return nil }
        return try pick(answer, among: view.candidates)
    }

    private static func pick(
        _ typed: String, among candidates: [VouchCandidate]
    ) throws(UsageError) -> VouchCandidate {
        let wanted = Roster.folded(typed)
        let found = candidates.filter {
            [Roster.folded($0.name), Roster.folded("\($0.name)(\($0.tag))"), $0.tag]
                .contains(wanted)
        }
        if found.count == 1 { return found[0] }
        let list = (found.isEmpty ? candidates : found).map { "\($0.name)(\($0.tag))" }
        throw UsageError(
            found.isEmpty
                ? "You share no group with anybody called “\(typed)”."
                : "“\(typed)” could be several members.",
            hint: "Say which, with the key's tag: " + list.joined(separator: ", "),
            code: Roster.nobody)
    }

    private static func handOver(
        _ session: isolated ReplSession, _ view: VouchRequestView, to candidate: VouchCandidate
    ) async throws -> CommandResult {
        let name = Phrase(foreign: candidate.name)
        let tag = Phrase(own: view.newTag ?? "")
        let blocks =
            VouchFace(view: view, now: now(session)).about(candidate) + [
                .paragraph(
                    """
                    The new device, with the key \(tag), gets these groups to read. Where you are \
                    the organiser, it takes the place of the old one: what \(name) owes and is owed \
                    goes on under it, and the old device counts no more.
                    """)
            ]
        guard
            try await session.confirm(
                blocks, "Are you sure that it is \(name) to whom you are talking?")
        else { return session.dropped("Nothing was handed over.") }
        let report = try await session.metered("publishing") {
            try await session.engine.handOver(
                to: candidate.party, for: view.id, progress: $0)
        }
        return HandoverFace.result(report, name)
    }
}
