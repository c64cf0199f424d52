internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// The people somebody has invited.
enum FriendCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "friends",
            group: .joining,
            summary: "lists the people you have invited, and who has added you to a group",
            usage: ["", "yes GROUP [folder=PATH] [ca=FILE]", "no GROUP"],
            page: [
                "Kept on this device only. invited: not here yet; confirmed: their key is known.",
                "Below stand the groups to which somebody has added you with /add. yes shows the",
                "group, its founder's key tag and its store, asks, and joins; no declines, and asks",
                "no more. For a group in a shared folder, folder says where that is on this laptop.",
            ],
            examples: ["/friends", "/friends yes Trip", "/friends yes Trip folder=~/Sync/trip"],
            access: .writesWithWords,
            needsGroup: false,
            keys: ["folder", "ca"],
            arguments: [.words(["yes", "no"]), .free],
            body: friends
        ),
        CommandSpec(
            name: "add",
            group: .joining,
            summary: "adds somebody you share another group with, without a link (organiser)",
            usage: ["FRIEND"],
            page: [
                "They become a member at once. Their invite travels through the newest group you",
                "share, sealed to them; their device shows it and asks once before it joins. Where",
                "you share no other group, /invite makes a link. It is done when both stores have",
                "it (exit 3 until then). It also brings back somebody who has left or was removed.",
            ],
            examples: ["/add Bob", "/add bob(3f9a)"],
            access: .writes,
            arguments: [.free],
            body: add
        ),
    ]

    @Sendable
    private static func friends(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let invites = try await session.engine.relayedInvites()
        if let word = arguments.word(0)?.lowercased() {
            guard ["yes", "no"].contains(word) else {
                throw UsageError(
                    "“\(word)” is not understood here.", hint: "Such as: /friends yes Trip")
            }
            let invite = try pick(arguments.text(from: 1), among: invites)
            return word == "yes"
                ? try await accept(invite, session, arguments)
                : try await decline(invite, session)
        }
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
        for invite in invites {
            let through = groups.first { $0.id == invite.relay }?.name ?? ""
            let name = invite.preview.invite.groupName
            result.say(
                """
                \(foreign: invite.from.name) has added you to \(foreign: name), told in \
                \(foreign: through): /friends yes \(foreign: name) shows it and asks.
                """)
        }
        result.set("invites", .list(invites, json))
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

    private static func json(_ invite: RelayedInvite) -> OutputJSON {
        .fields([
            "group": .string(invite.preview.invite.groupID.uuidString),
            "name": .string(invite.preview.invite.groupName),
            "from": .string(invite.from.party.hex),
            "through": .string(invite.relay.uuidString),
        ])
    }

    /// The invite to the group of this name, or the beginning of it.
    private static func pick(
        _ typed: String?, among invites: [RelayedInvite]
    ) throws(UsageError) -> RelayedInvite {
        let wanted = Roster.folded(typed ?? "")
        let found = invites.filter {
            Roster.folded($0.preview.invite.groupName).hasPrefix(wanted)
        }
        // Of several to one group the last holds the newest key.
        guard let last = found.last, Set(found.map(\.preview.invite.groupID)).count == 1 else {
            let names = invites.map(\.preview.invite.groupName)
            throw UsageError(
                found.isEmpty
                    ? "Nobody has added you to such a group." : "That could be several groups.",
                hint: names.isEmpty
                    ? "/friends lists them when somebody does."
                    : "They are: \(names.joined(separator: ", "))")
        }
        return last
    }

    private static func accept(
        _ invite: RelayedInvite, _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let folder = arguments.values["folder"].map(FileNames.expanded)
        if invite.preview.needsFolder, folder == nil {
            throw UsageError(
                "This group travels through a shared folder, and its place on this laptop is not "
                    + "known.", hint: "Add it: /friends yes GROUP folder=PATH")
        }
        let authorities = try await AuthorityFile.path(arguments)
        let face = PreviewFace(invite.preview, expires: "-")
        let from: Phrase =
            "\(foreign: invite.from.name) (\(own: invite.from.tag)) has added you to this group."
        guard try await session.confirm(face.blocks + [.line(from)], "Join Group?") else {
            return session.dropped("Nothing was written. /friends no GROUP asks no more.")
        }
        let identity = try await session.ownIdentity()
        let id = try await session.engine.join(
            invite.preview, folder: folder, authorities: authorities, myName: identity.name)
        try await session.choose(id)
        return JoinCommands.joined(try await session.engine.view(id), preview: invite.preview)
    }

    private static func decline(
        _ invite: RelayedInvite, _ session: isolated ReplSession
    ) async throws -> CommandResult {
        try await session.engine.decline(invite)
        let name = invite.preview.invite.groupName
        var result = CommandResult(
            """
            Declined \(foreign: name); it is not shown again. The others see you as a member until \
            \(foreign: invite.from.name) removes you: tell them.
            """)
        result.set("declined", json(invite))
        return result
    }

    @Sendable
    private static func add(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a friend", for: "add")
        let friends = try await session.engine.friendsToAdd(to: group.id)
        let wanted = Roster.folded(arguments.text)
        let found = friends.filter {
            [Roster.folded($0.name), "\(Roster.folded($0.name))(\($0.tag))", $0.tag].contains(
                wanted)
        }
        guard let friend = found.first else {
            throw UsageError(
                "You share no other group with anybody called “\(arguments.text)” who is not here.",
                hint: friends.isEmpty
                    ? "/invite NAME makes a link."
                    : "There are: "
                        + friends.map { "\($0.name) (\($0.tag))" }.joined(separator: ", "))
        }
        guard found.count == 1 else {
            throw UsageError(
                "Several are called so: "
                    + found.map { "\($0.name)(\($0.tag))" }.joined(separator: ", "),
                hint: "Type the one with the key tag that /identity shows them.")
        }
        let through = try await session.engine.view(friend.relay).name
        guard
            try await session.confirm(
                [
                    .paragraph(
                        """
                        \(foreign: friend.name) (\(own: friend.tag)) becomes a member of \
                        \(foreign: group.name) at once. The invite travels through \
                        \(foreign: through); their device asks them before it joins.
                        """)
                ], "Add \(foreign: friend.name)?")
        else { return session.dropped("Nobody was added.") }
        let report = try await session.metered("publishing") {
            try await session.engine.add(friend, to: group.id, progress: $0)
        }
        let after = try await session.engine.view(group.id)
        let roster = Roster(after)
        var result = CommandResult(
            "Added \(foreign: friend.name) to \(foreign: group.name), through \(foreign: through).")
        if case .waiting(let error) = report.publication {
            result.say(
                "Nobody else has it yet: \(foreign: UsageError.sentence(error.message)) /sync sends it."
            )
            result.status = .network
        }
        result.set("group", .string(after.name))
        result.set("added", roster.json(friend.party))
        result.set("through", .string(friend.relay.uuidString))
        result.set("published", .bool(report.publication.isDone))
        result.set("ref", .string(roster.text(report.written.reference)))
        result.mainValue = roster.text(report.written.reference)
        return result
    }
}
