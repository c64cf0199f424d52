internal import FenEngine
internal import FenProtocol

/// Coming into a group.
enum JoinCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "check",
            group: .joining,
            summary: "explains an invite link and does nothing",
            usage: ["[LINK]"],
            page: ["Without a link it is asked for and not echoed. Nothing is written or fetched."],
            examples: ["/check", "fen check < link.txt"],
            access: .reads,
            needsGroup: false,
            holdsSecret: true,
            body: check
        ),
        CommandSpec(
            name: "join",
            group: .joining,
            summary: "shows an invite, asks, and joins the group",
            usage: ["[LINK] [folder=PATH]"],
            page: [
                "Nothing at all is written before you say yes. Without a link it is asked for and",
                "not echoed. For a group in a shared folder, folder says where that folder is on",
                "this laptop. On the command line the link comes from standard input.",
            ],
            examples: ["/join", "/join folder=~/Sync/dublin", "fen join --yes < link.txt"],
            access: .writes,
            needsGroup: false,
            holdsSecret: true,
            keys: ["folder"],
            body: join
        ),
        CommandSpec(
            name: "friends",
            group: .joining,
            summary: "lists the people you have invited so far",
            usage: [""],
            page: [
                "Kept on this device only. invited: not here yet; confirmed: their key is known."
            ],
            examples: ["/friends"],
            access: .reads,
            needsGroup: false,
            body: friends
        ),
    ]

    /// The link of a line, or the one asked for without echo. No secret stands in arguments.
    private static func link(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> String {
        if !arguments.words.isEmpty {
            guard session.environment.source != .arguments else {
                throw UsageError(
                    "A link is a secret, and arguments can be seen by others on this machine.",
                    hint: "Type fen join and paste the link when asked, or: fen join < link.txt",
                    code: "SECRET_IN_ARGUMENTS"
                )
            }
            return arguments.text
        }
        let answer = await session.environment.asker.secret("Invite link (not shown):")
        guard let link = answer, link.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("No link was given.", hint: "Such as: /join fen://join#…")
        }
        return link
    }

    @Sendable
    private static func check(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let preview = try await session.engine.previewInvite(link(session, arguments))
        let face = PreviewFace(preview, expires: session.expiryText(preview))
        var result = CommandResult()
        result.text = face.blocks
        if preview.isExpired {
            result.say("It has expired: ask for a new one.")
        } else {
            result.say("Nothing was written. /join with this link asks and joins.")
        }
        result.set("invite", face.json)
        return result
    }

    @Sendable
    private static func join(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let preview = try await session.engine.previewInvite(link(session, arguments))
        let invite = preview.invite
        let face = PreviewFace(preview, expires: session.expiryText(preview))
        guard !preview.isExpired else {
            throw FenError(
                "INVITE_EXPIRED",
                "This invite to \(invite.groupName) has expired.",
                hint: "Ask \(invite.inviterName) for a new one; nothing was written."
            )
        }
        let folder = try await folder(session, arguments, preview)
        let question: Phrase =
            preview.isKnownGroup
            ? "You are in this group already. Use this store for it from now on?" : "Join Group?"
        let sure = try await session.confirm(face.blocks, question)
        guard sure else {
            var result = session.dropped("Declined. Nothing was written; the invite stays usable.")
            result.set("invite", face.json)
            return result
        }
        let identity = try await session.ownIdentity()
        let id = try await session.engine.join(preview, folder: folder, myName: identity.name)
        try await session.choose(id)
        let group = try await session.engine.view(id)
        var result = joined(group, preview: preview)
        // Where nobody was asked, what was agreed to is shown all the same.
        if session.saysYes { result.text = face.blocks + result.text }
        return result
    }

    private static func folder(
        _ session: isolated ReplSession,
        _ arguments: Arguments,
        _ preview: InvitePreview
    ) async throws -> String? {
        if let given = arguments.values["folder"] { return FileNames.expanded(given) }
        guard preview.needsFolder else { return nil }
        if session.environment.isInteractive {
            let answer = await session.environment.asker.text(
                [],
                question: "Where is this group's shared folder on this laptop?",
                suggestion: nil
            )
            if let answer, !answer.isEmpty { return FileNames.expanded(answer) }
        }
        throw UsageError(
            "This group travels through a shared folder, and its place on this laptop is not known.",
            hint: "Add it: /join LINK folder=PATH"
        )
    }

    /// What a joiner reads: where they are, and what happens next.
    static func joined(_ group: GroupView, preview: InvitePreview) -> CommandResult {
        let roster = Roster(group)
        let named = group.member(group.organiser)?.name ?? ""
        let known = named.isEmpty ? preview.invite.inviterName : named
        let organiser = Phrase(foreign: known)
        var result = CommandResult()
        if preview.isKnownGroup {
            result.say("\(foreign: group.name) uses the store of this invite now.")
        } else if group.myStatus == .active {
            result.say("You are in \(foreign: group.name).")
        } else {
            result.say(
                "Joined \(foreign: group.name), \(Sentences.waitingFor(organiser)).")
            if case .none = group.backend {
                result.say(
                    """
                    This group has no store yet, so nothing travels by itself: ask \(organiser) to \
                    bind one (/backend) and to send you a fresh invite.
                    """)
            } else {
                result.say(
                    """
                    What happens next: your request travels with the next sync, and \(organiser)'s \
                    device lets you in by itself. What you log until then counts once you are in.
                    """)
            }
        }
        result.set("group", GroupFace.json(group))
        result.set("organiser", roster.json(group.organiser))
        result.mainValue = group.id.uuidString
        return result
    }

    @Sendable
    private static func friends(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let friends = try await session.engine.friends()
        let groups = try await session.engine.groups()
        var result = CommandResult()
        var table = TextTable([.left(), .left(), .left(), .left()])
        for friend in friends {
            let group = groups.first { $0.id == friend.group }?.name ?? ""
            table.add(
                "\(own: friend.tag ?? "-")",
                "\(own: friend.status.rawValue)",
                Phrase(foreign: friend.name),
                Phrase(foreign: group)
            )
        }
        if friends.isEmpty { result.say("Nobody yet. /invite NAME brings somebody in.") }
        result.show(table)
        result.set(
            "friends",
            .list(friends) { friend in
                .fields([
                    "name": .string(friend.name),
                    "status": .string(friend.status.rawValue),
                    "tag": .text(friend.tag),
                    "group": .string(friend.group.uuidString),
                ])
            }
        )
        return result
    }
}

extension ReplSession {
    /// Until when an invite works, as the local clock will show it.
    func expiryText(_ preview: InvitePreview) -> String {
        guard let seconds = preview.invite.expiry, seconds < 1 << 40 else { return "-" }
        return staleText(Int64(seconds) * 1000)
    }
}
