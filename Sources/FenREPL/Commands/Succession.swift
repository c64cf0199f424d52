internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Who is the organiser after the organiser.
enum SuccessionCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "deputy",
            group: .identity,
            summary: "shows or names who may take over if the organiser's device is gone",
            usage: ["", "MEMBER", "none"],
            page: [
                "Only the organiser names one, at most one at a time. The deputy has no other rights",
                "until /take-over. Name one early: without, one lost laptop means that nobody can be",
                "let in or removed until its twelve words bring it back.",
            ],
            examples: ["/deputy", "/deputy May", "/deputy none"],
            access: .writesWithWords,
            arguments: [.member],
            body: deputy
        ),
        CommandSpec(
            name: "hand-over",
            group: .identity,
            summary: "makes another member the organiser (organiser)",
            usage: ["MEMBER"],
            page: [
                "From then on only they let people in, remove members, and change settings, rates,",
                "the key and the store. You stay a member. Open invites of yours admit nobody any",
                "more: the new organiser gives fresh ones.",
            ],
            examples: ["/hand-over May"],
            access: .writes,
            arguments: [.member],
            body: handOver
        ),
        CommandSpec(
            name: "take-over",
            group: .identity,
            summary: "makes you the organiser, if the organiser named you deputy",
            usage: [""],
            page: [
                "For when the organiser's device is gone. What they did as the organiser and is on",
                "this device keeps its right; what they did unseen, and whatever their device still",
                "does as the organiser, does not count. Their expenses count like anybody's.",
                "If somebody else may have that device, /remove them afterwards: it changes the key.",
                "It is a command of its own because nobody hands anything over: it needs the naming",
                "by /deputy, and nothing else of the organiser.",
            ],
            examples: ["/take-over"],
            access: .writes,
            body: takeOver
        ),
    ]

    @Sendable
    private static func deputy(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        guard !arguments.words.isEmpty else { return result(group) }
        var party: PartyID?
        if arguments.words.count > 1 || arguments.word(0)?.lowercased() != "none" {
            party = try Roster(group).owner(arguments.text).party
        }
        _ = try await session.engine.nameDeputy(party, in: group.id)
        let after = try await session.engine.view(group.id)
        var answer = result(after)
        answer.text += session.savingLines(after)
        return answer
    }

    private static func result(_ group: GroupView) -> CommandResult {
        let roster = Roster(group)
        var result = CommandResult()
        if let deputy = group.deputy {
            result.say(
                deputy == group.me
                    ? """
                    You are the deputy: if \(roster.shown(group.organiser))'s device is gone, \
                    /take-over makes you the organiser.
                    """
                    : """
                    \(roster.shown(deputy)) is the deputy: if \(roster.shown(group.organiser))'s \
                    device is gone, /take-over there makes them the organiser.
                    """)
        } else {
            result.say(
                group.isOrganiser
                    ? "There is no deputy. /deputy MEMBER names one, in case this device is lost."
                    : "There is no deputy. \(roster.shown(group.organiser)) can name one.")
        }
        result.set("group", .string(group.name))
        result.set("organiser", roster.json(group.organiser))
        result.set("deputy", group.deputy.map { roster.json($0) } ?? .null)
        result.set("unsynced", .number(group.unsynced))
        return result
    }

    @Sendable
    private static func handOver(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a member", for: "hand-over")
        let roster = Roster(group)
        let member = try roster.owner(arguments.text)
        if member.party == group.me, !group.isOrganiser {
            throw UsageError(
                "Nobody can hand a group over to themselves.",
                hint: "/take-over makes a deputy the organiser.")
        }
        if group.isOrganiser, member.party != group.me, member.status == .active {
            let name = roster.shown(member.party)
            guard
                try await session.confirm(
                    [
                        .paragraph(
                            """
                            \(name) becomes the organiser: only \(name) lets people in, removes \
                            members and changes the group from then on. You stay a member, and only \
                            \(name) can give the role back.
                            """)
                    ], "Hand \(foreign: group.name) over to \(name)?")
            else { return session.dropped("You stay the organiser.") }
        }
        let written = try await session.engine.handOver(to: member.party, in: group.id)
        return try await changed(session, written, in: group.id)
    }

    @Sendable
    private static func takeOver(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let name = Roster(group).shown(group.organiser)
        if group.deputy == group.me {
            guard
                try await session.confirm(
                    [
                        .paragraph(
                            """
                            You become the organiser in \(name)'s place. What \(name) did as the \
                            organiser and is on this device keeps its right; what is not here yet \
                            does not count as the organiser's: /sync first, if \(name)'s device may \
                            have sent something. \(name) stays a member.
                            """)
                    ], "Take \(foreign: group.name) over?")
            else { return session.dropped("\(name) stays the organiser.") }
        }
        let written = try await session.engine.takeOver(in: group.id)
        var result = try await changed(session, written, in: group.id)
        result.say(
            """
            If somebody else may have \(name)'s device: /remove \(foreign: name.text) changes the key. \
            /deputy MEMBER names who follows you.
            """)
        return result
    }

    private static func changed(
        _ session: isolated ReplSession, _ written: Written, in id: GroupID
    ) async throws -> CommandResult {
        let group = try await session.engine.view(id)
        let roster = Roster(group)
        var result = CommandResult(
            group.isOrganiser
                ? "You are the organiser of \(foreign: group.name) now."
                : "\(roster.shown(group.organiser)) is the organiser of \(foreign: group.name) now."
        )
        result.text += session.savingLines(group)
        result.set("group", .string(group.name))
        result.set("organiser", roster.json(group.organiser))
        result.set("ref", .string(roster.text(written.reference)))
        result.set("unsynced", .number(group.unsynced))
        result.mainValue = roster.text(written.reference)
        return result
    }
}
