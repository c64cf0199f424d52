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
            page: [
                "Without a link it is asked for and not echoed. Nothing of the group is fetched."
            ],
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
            usage: ["[LINK] [folder=PATH] [ca=FILE]", "ADDR:PORT"],
            page: [
                "Nothing of the group is written or fetched before you say yes; a first call makes",
                "your own, still empty home. Without a link it is asked for and not echoed. For a",
                "group in a shared folder, folder says where that folder is on this laptop. On the",
                "command line the link comes from standard input. Without a link it also lists the",
                "open tables of the local network; a table, or its address (a name with its port does",
                "too), asks for the three words said there. ca is a PEM file with the authority of the",
                "store's server, where its owner made that: ask them for it.",
            ],
            examples: ["/join", "/join folder=~/Sync/dublin", "fen join --yes < link.txt"],
            access: .writes,
            needsGroup: false,
            holdsSecret: true,
            keys: ["folder", "ca"],
            body: join
        ),
    ]

    @Sendable
    private static func check(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let preview = try await session.engine.previewInvite(link(session, arguments).link)
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
        let authorities = try await AuthorityFile.path(arguments)
        let source = try await link(session, arguments)
        let preview = try await session.engine.previewInvite(source.link)
        let invite = preview.invite
        let face = PreviewFace(preview, expires: session.expiryText(preview))
        guard !preview.isExpired else {
            throw FenError(
                "INVITE_EXPIRED",
                "This invite to \(invite.groupName) has expired.",
                hint: "Ask \(invite.inviterName) for a new one; nothing was written."
            )
        }
        if preview.isKnownGroup, arguments.values["folder"] == nil,
            let known = try await alreadyIn(session, preview)
        {
            return known
        }
        let folder = try await folder(session, arguments, preview, shown: face.blocks)
        // Whoever was asked for the folder has seen the invite above that question.
        let isShown = preview.needsFolder && arguments.values["folder"] == nil
        let question: Phrase =
            preview.isKnownGroup
            ? "You are in this group already. Use this store for it from now on?" : "Join Group?"
        let sure = try await session.confirm(isShown ? [] : face.blocks, question)
        guard sure else {
            var result = session.dropped(
                source.isFromTable
                    ? """
                    Declined. Nothing of the group was written. The invite that was made for you \
                    ends by itself within ten minutes; tell \(foreign: invite.inviterName) that you \
                    said no.
                    """
                    : "Declined. Nothing of the group was written; the invite stays usable.")
            result.set("invite", face.json)
            return result
        }
        let identity = try await session.ownIdentity()
        let id = try await session.engine.join(
            preview, folder: folder, authorities: authorities, myName: identity.name)
        try await session.choose(id)
        let group = try await session.engine.view(id)
        var result = joined(group, preview: preview)
        if let trouble = group.trouble {
            result.say("The store did not answer: \(foreign: trouble.message) /sync tries again.")
        }
        // Where nobody was asked, what was agreed to is shown all the same.
        if session.saysYes { result.text = face.blocks + result.text }
        return result
    }

    /// The answer for a group that this person is in and that has its store here already. Whoever
    /// waits to be let in, or has gone, has use for a link beyond its store.
    private static func alreadyIn(
        _ session: isolated ReplSession, _ preview: InvitePreview
    ) async throws -> CommandResult? {
        let group = try await session.engine.view(preview.invite.groupID)
        guard preview.needsFolder, group.backend != .none, group.myStatus == .active
        else { return nil }
        try await session.choose(group.id)
        var result = CommandResult(
            "You are in \(foreign: group.name) already; nothing was changed.")
        result.say("To move it to this invite's store, say where that is: /join LINK folder=PATH")
        result.set("group", GroupFace.json(group))
        result.set("organiser", Roster(group).json(group.organiser))
        result.mainValue = group.id.uuidString
        return result
    }

    /// Where the group's shared folder is here, asked for beneath the invite where the line does
    /// not say it.
    private static func folder(
        _ session: isolated ReplSession,
        _ arguments: Arguments,
        _ preview: InvitePreview,
        shown: [TextBlock]
    ) async throws -> String? {
        if let given = arguments.values["folder"] { return FileNames.expanded(given) }
        guard preview.needsFolder else { return nil }
        let renderer = OutcomeRenderer(environment: session.environment)
        let question = renderer.question("Where is this group's shared folder on this laptop?")
        var above = renderer.lines(shown)
        // Three tries for a person; a script has said all it can.
        for _ in 0..<(session.environment.isInteractive ? 3 : session.canAsk ? 1 : 0) {
            let answer = await session.environment.asker.text(
                above,
                question: question,
                suggestion: nil
            )
            guard let answer, !answer.isEmpty else { break }
            let path = FileNames.expanded(answer)
            if FileNames.isFolder(path) || !session.environment.isInteractive { return path }
            above = renderer.lines([
                .line("There is no folder \(foreign: path). Mount or make it, or press Ctrl-C.")
            ])
        }
        throw UsageError(
            "This group travels through a shared folder, and its place on this laptop is not known.",
            hint: "Add it: \(session.environment.source == .arguments ? "fen join" : "/join LINK") "
                + "folder=PATH"
        )
    }
}

extension ReplSession {
    /// Until when an invite works, as the local clock will show it.
    func expiryText(_ preview: InvitePreview) -> String {
        guard let seconds = preview.invite.expiry, seconds < 1 << 40 else { return "-" }
        return staleText(Int64(seconds) * 1000)
    }
}
