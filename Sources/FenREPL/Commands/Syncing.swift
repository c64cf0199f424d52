internal import FenEngine
internal import FenProtocol

/// Passes over the group's store.
enum SyncCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "sync",
            group: .syncing,
            summary: "sends what is unsynced and fetches what is new, now",
            usage: ["", "repair", "--insist"],
            page: [
                "It can be cut off at any point and repeated. Whoever waits to be let in by an",
                "invite of yours is let in at the same time.",
                "repair: what the store has lost of others' entries is put back at once, not only",
                "when their author has not done so for a day.",
                "--insist: a home that was copied or restored writes on with what it has, because no",
                "store answers that could say whether you had written more. If you had, numbers are",
                "used twice: everybody sees it, and settlements wait.",
            ],
            examples: ["/sync", "fen sync"],
            access: .writes,
            options: ["insist": false],
            arguments: [.words(["repair"])],
            mostWords: 1,
            body: sync
        ),
        CommandSpec(
            name: "retry",
            group: .syncing,
            summary: "tries again at once what waits for its next try",
            usage: [""],
            page: [
                "It ends every waiting time, also one that a full store or an expired sign-in has",
                "begun, and starts a pass; failures are counted from the beginning. Only a server",
                "that has shut this device out for a time is left alone until then, because asking",
                "makes it longer. /status says what is waited for.",
            ],
            examples: ["/retry"],
            access: .writes,
            body: retry
        ),
    ]

    @Sendable
    private static func sync(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let repairs = try asksForRepair(arguments)
        if arguments.options["insist"] != nil { return try await insist(session, in: group) }
        let meter = session.environment.progress
        defer { meter(nil) }
        session.beginNamingAdmitted()
        var report = SyncReport()
        defer { session.endNamingAdmitted(report.admitted) }
        do throws(FenError) {
            report = try await session.engine.sync(
                in: group.id, repairsNow: repairs, progress: labelled(meter, "syncing"))
        } catch {
            throw await session.explained(error, in: group)
        }
        meter(nil)
        try await decide(session, &report, in: group)
        return try await answer(session, report, in: group)
    }

    /// What a pass has done, and what it replaced of one's own: at the prompt a notice has said it.
    private static func answer(
        _ session: isolated ReplSession, _ report: SyncReport, in group: GroupView
    ) async throws -> CommandResult {
        let after = try await session.engine.view(group.id)
        var result = SyncFace(group: after).result(report)
        let replacing = await session.engine.takeReplacing(in: group.id)
        let face = await session.eventFace(after, for: replacing)
        result.set("replacing", .list(replacing, face.json))
        guard session.environment.source != .prompt else { return result }
        let notices = NoticeFace(group: after, events: face, now: session.environment.now())
        for event in replacing {
            for line in notices.phrases(.conflict(group.id, event)) { result.say(line) }
        }
        return result
    }

    /// Whether `repair` stands behind `/sync`, the only word it takes.
    private static func asksForRepair(_ arguments: Arguments) throws -> Bool {
        guard let word = arguments.word(0) else { return false }
        guard word.lowercased() == "repair", arguments.options["insist"] == nil else {
            throw UsageError(
                "/sync does not take “\(word)”\(word == "repair" ? " beside --insist" : "").",
                hint: "The form is /sync, /sync repair, /sync --insist.")
        }
        return true
    }

    private static func insist(
        _ session: isolated ReplSession, in group: GroupView
    ) async throws -> CommandResult {
        let sure = try await session.confirm(
            [
                .line(
                    """
                    Nobody can be asked whether you have written more in \(foreign: group.name) than \
                    is here. If you have, numbers are used twice: everybody sees it, and settlements \
                    wait.
                    """)
            ],
            "Write on with what is here?")
        guard sure else { return session.dropped("Nothing was changed.") }
        try await session.engine.insistOnOwnTail(in: group.id)
        var result = CommandResult("You can write in \(foreign: group.name) again.")
        result.set("insisted", .bool(true))
        return result
    }

    /// Lets a person say which joiner is theirs, where the organiser's device does not decide by
    /// itself; `--yes` takes the smallest key.
    private static func decide(
        _ session: isolated ReplSession, _ report: inout SyncReport, in group: GroupView
    ) async throws {
        var open: [AdmissionChoice] = []
        for choice in report.choices {
            guard let chosen = await chosen(session, choice) else {
                open.append(choice)
                continue
            }
            _ = try await session.engine.admit(chosen.party, in: group.id)
            report.admitted.append(chosen.party)
        }
        report.choices = open
    }

    private static func chosen(
        _ session: isolated ReplSession, _ choice: AdmissionChoice
    ) async -> MemberView? {
        if session.saysYes { return choice.joiners.first }
        guard session.environment.isInteractive else { return nil }
        let tags = choice.joiners.map { Phrase("\(foreign: $0.name) (\(own: $0.tag))") }
        let question: Phrase =
            """
            The invite for \(foreign: choice.name) was answered by \(tags.listed). The tag of the \
            one to let in (Enter decides later):
            """
        let answer = await session.environment.asker.text(
            [], question: question.text, suggestion: nil)
        let tag = (answer ?? "").lowercased().filter { !$0.isWhitespace }
        return choice.joiners.first { $0.tag == tag }
    }

    @Sendable
    private static func retry(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let report: SyncReport
        do throws(FenError) {
            report = try await session.engine.retry(in: group.id)
        } catch {
            throw await session.explained(error, in: group)
        }
        return try await answer(session, report, in: group)
    }
}
