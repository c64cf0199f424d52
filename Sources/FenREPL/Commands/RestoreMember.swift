internal import FenEngine
internal import FenProtocol

/// Getting back in with a member's help: what is done on the new device.
enum RestoreMember {
    /// What `/help restore` says of it.
    static let page = [
        "member: without words and without a backup, somebody in your groups can help you back in.",
        "It makes a request for this home's own new key; send it to one of them. What their device",
        "answers is taken behind member; then six digits are shown that you read to them aloud, and",
        "they type. Their device hands over the groups you share, and what you owed and were owed is",
        "yours again. Where the member is no organiser, you read until the organiser takes your new",
        "key in. A request is good for 15 minutes and one try; code shows the digits again, yes takes",
        "what came over the network, and folder=PATH says where a shared folder is here.",
    ]

    /// Runs `/restore member …`.
    static func run(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        let rest = arguments.text(from: 1) ?? ""
        switch rest.lowercased() {
        case "code":
            guard let code = try await engine.backCode() else {
                throw UsageError(
                    "No member's device has answered yet.",
                    hint: "Type /restore member and its answer, when it comes.")
            }
            return BackFace.code(code, isAsked: true)
        case "yes":
            guard let offer = try await engine.offeredBack() else {
                throw UsageError(
                    "Nothing was handed over to this device yet.",
                    hint: "Type /restore member and the message with the groups, when it comes.")
            }
            return try await take(session, offer, arguments)
        default: break
        }
        guard isMessage(rest) else { return try await ask(session, name: rest) }
        switch try await engine.takeBack(rest) {
        case .code(let code): return BackFace.code(code, isAsked: false)
        case .offer(let offer): return try await take(session, offer, arguments)
        }
    }

    /// Whether what was typed is a message, or a part of one, and no name.
    private static func isMessage(_ typed: String) -> Bool {
        let lowered = typed.lowercased()
        return lowered.contains("fen:") || lowered.contains("back#") || typed.utf8.count > 320
    }

    private static func ask(
        _ session: isolated ReplSession, name typed: String
    ) async throws -> CommandResult {
        let engine = session.engine
        if !typed.isEmpty, try await engine.identity() == nil {
            try await engine.createIdentity(name: TypedName.person(typed))
        }
        let person = try await session.ownIdentity()
        let name = typed.isEmpty ? person.name : try TypedName.person(typed)
        // At the prompt somebody waits who can be dialled; a single call has ended by then.
        if session.environment.source == .prompt, await engine.listening.isEmpty {
            // Without a network the messages are pasted.
            _ = try? await engine.listen(on: nil)
        }
        let request = try await engine.askBack(name: name)
        return BackFace.request(request, until: session.staleText(request.expiresAt))
    }

    private static func take(
        _ session: isolated ReplSession, _ offer: BackOffer, _ arguments: Arguments
    ) async throws -> CommandResult {
        let name = Phrase(foreign: offer.helperName)
        let blocks = BackFace.offer(offer)
        guard
            try await session.confirm(
                blocks,
                "Did \(name) say, with their own voice, that the six digits were right?")
        else {
            return session.dropped(
                """
                Nothing was taken in. If \(name) says that they were wrong, somebody stood between \
                you: /restore member makes a fresh request.
                """)
        }
        let folder = try await folder(session, offer, arguments)
        let taken = try await session.engine.takeOfferedGroups(folder: folder)
        session.forgetGroups()
        var result = CommandResult()
        var groups: [OutputJSON] = []
        for id in taken.groups {
            let group = try await session.engine.view(id)
            result.say(isHere(group))
            groups.append(GroupFace.json(group))
        }
        if let first = taken.groups.first { try await session.choose(first) }
        for name in taken.lacking {
            result.say(
                """
                \(foreign: name) travels through a shared folder that was not found: /restore member \
                yes folder=PATH takes it in, too.
                """)
        }
        result.set("groups", .array(groups))
        result.set("lacking", .list(taken.lacking) { .string($0) })
        result.mainValue = taken.groups.first?.uuidString
        if taken.groups.isEmpty { result.status = .failed }
        return result
    }

    /// Where shared folders are here; asked for where a person can answer.
    private static func folder(
        _ session: isolated ReplSession, _ offer: BackOffer, _ arguments: Arguments
    ) async throws -> String? {
        if let given = arguments.values["folder"] { return FileNames.expanded(given) }
        guard session.environment.isInteractive,
            offer.groups.contains(where: { $0.preview.needsFolder && !$0.preview.isKnownGroup })
        else { return nil }
        let answer = await session.environment.asker.text(
            [], question: "Where is the shared folder on this laptop? (Enter: later)",
            suggestion: nil)
        return answer.flatMap { $0.isEmpty ? nil : FileNames.expanded($0) }
    }

    private static func isHere(_ group: GroupView) -> Phrase {
        let organiser = Roster(group).shown(group.organiser)
        return group.myStatus == .active
            ? "You are back in \(foreign: group.name)."
            : """
            \(foreign: group.name) is here to be read; you are \(Sentences.waitingFor(organiser)) to \
            take your new key in.
            """
    }
}
