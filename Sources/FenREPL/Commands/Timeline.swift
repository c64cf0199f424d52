internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// What happened in the group.
enum TimelineCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "history",
            group: .channels,
            summary: "shows what happened, with holes in their place",
            usage: ["[N]", "since REF"],
            page: [
                "Twenty lines unless N says otherwise. bob 17–19 missing: these are known to",
                "exist and are not here. The time is what the author's clock said; where that cannot",
                "be right, it says so: more than 10 minutes ahead of this device's clock, or before",
                "what the same author's event before it claims.",
            ],
            examples: ["/history 50", "/history since bob:3"],
            access: .reads,
            arguments: [.words(["since"]), .reference],
            body: history
        ),
        CommandSpec(
            name: "search",
            group: .channels,
            summary: "finds messages and expenses by words in them",
            usage: ["WORDS [--all]"],
            page: [
                "All words must occur in a message, a note, or description and category of an",
                "expense as they stand now; case does not matter. The newest 40 are shown.",
            ],
            examples: ["/search boat dublin", "/search boat --all"],
            access: .reads,
            options: ["all": false],
            body: search
        ),
    ]

    @Sendable
    private static func history(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let query: TimelineQuery
        if arguments.word(0) == "since" {
            guard let reference = arguments.word(1) else {
                throw UsageError("“since” needs an event.", hint: "Such as: /history since bob:3")
            }
            query = .since(try await session.event(reference, in: group))
        } else if let typed = arguments.word(0) {
            guard let number = Int(typed), number > 0 else {
                throw UsageError(
                    "“\(typed)” is no number of lines.",
                    hint: "Such as: /history 50, /history since bob:3"
                )
            }
            query = .last(number)
        } else {
            query = .last(20)
        }
        let items = try await session.engine.timeline(query, in: group.id)
        let events = items.compactMap { if case .event(let event) = $0 { event } else { nil } }
        let face = await session.eventFace(group, for: events)
        var result = CommandResult()
        if items.isEmpty { result.say("Nothing has happened yet.") }
        for item in items {
            switch item {
            case .event(let event):
                session.shown.add(event.id)
                result.say("\(own: session.time(event.createdAt).text)  \(face.line(event))")
            case .hole(let author, let from, let through):
                result.say(
                    "-- \(face.hole(face.roster.shown(author), from: from, through: through))")
            }
        }
        session.unread.remove(group.id)
        result.set("group", .string(group.name))
        result.set("items", .list(items, face.json))
        return result
    }

    private static let mostFound = 40

    @Sendable
    private static func search(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "words to look for", for: "search")
        guard arguments.text.contains(where: { !$0.isWhitespace }) else {
            throw UsageError(
                "There is no word to look for.", hint: "/history lists everything that happened.")
        }
        var query = EntryQuery()
        query.words = arguments.words.map(\.text).filter { !$0.isEmpty }
        query.includesMessages = true
        query.includesWithdrawn = true
        query.limit = arguments.options["all"] == nil ? mostFound : nil
        let entries = try await session.engine.entries(query, in: group.id)
        let face = EntryFace(group)
        var result = CommandResult()
        for entry in entries { session.shown.add(entry.id) }
        if entries.isEmpty { result.say("Nothing here holds “\(foreign: arguments.text)”.") }
        result.show(face.table(entries))
        if let most = query.limit, entries.count == most {
            result.say("The newest \(most); with --all every one is shown.")
        }
        result.set("words", .string(arguments.text))
        result.set("entries", .list(entries, face.json))
        return result
    }
}

extension ReplSession {
    /// Posts a message to the current group.
    func post(_ text: String) async throws -> CommandResult {
        let id = try await group().id
        let count = text.unicodeScalars.count
        guard count <= 4000 else {
            throw UsageError(
                "The message has \(count) characters; 4000 is the most.",
                hint: "Send it in two parts."
            )
        }
        let written = try await engine.postMessage(text, replyTo: nil, in: id)
        let group = try await engine.view(id)
        let roster = Roster(group)
        shown.add(written.id)
        var result = CommandResult(
            "\(roster.shown(written.reference)) \(roster.shown(group.me)): \(Phrase(message: text))"
        )
        if group.myStatus == .pending {
            result.say(
                GroupFace.closedInvite(group)
                    ?? "\(WaitFace(group: group).waiting(roster.shown(group.organiser))).")
        }
        result.set("ref", .string(roster.text(written.reference)))
        result.set("id", .string(written.id.hex))
        result.set("text", .string(text))
        result.set("unsynced", .number(group.unsynced))
        result.mainValue = roster.text(written.reference)
        return result
    }
}
