internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Groups, and the people in them.
enum ChannelCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "new",
            group: .channels,
            summary: "makes a group and goes into it",
            usage: ["NAME CURRENCY [edit=any_member] [--lab]"],
            page: [
                "The currency is fixed for good; expenses may be in any. edit says who may change",
                "an expense: only who logged it (creator), or any member. --lab makes a group for",
                "lessons in which events may be lost and forged on purpose.",
            ],
            examples: ["/new Dublin4Ever EUR", "/new \"Paris Trip\" CHF edit=any_member"],
            access: .writes,
            needsGroup: false,
            options: ["lab": false],
            keys: ["edit"],
            arguments: [.free, .currency],
            body: new
        ),
        CommandSpec(
            name: "groups",
            group: .channels,
            summary: "lists your groups",
            usage: [""],
            page: ["The number works with /use and, at the prompt, with Alt."],
            examples: ["/groups"],
            access: .reads,
            needsGroup: false,
            body: groups
        ),
        CommandSpec(
            name: "use",
            group: .channels,
            summary: "goes into a group: messages and expenses go there from now on",
            usage: ["GROUP"],
            page: [
                "A name, the beginning of one, a number of /groups, or the beginning of its id."
            ],
            examples: ["/use Dublin4Ever", "/use 2"],
            access: .writes,
            needsGroup: false,
            arguments: [.group],
            body: use
        ),
        CommandSpec(
            name: "members",
            group: .channels,
            summary: "lists everybody in the group",
            usage: [""],
            page: ["With the key tag of each, and invites nobody has used yet."],
            examples: ["/members"],
            access: .reads,
            body: members
        ),
        CommandSpec(
            name: "whois",
            group: .channels,
            summary: "shows all keys that use a name or one that looks like it",
            usage: ["NAME"],
            page: ["Two people with one name are told apart by these tags."],
            examples: ["/whois Bob"],
            access: .reads,
            arguments: [.member],
            body: whois
        ),
        CommandSpec(
            name: "settings",
            group: .channels,
            summary: "shows or changes the group's settings (organiser)",
            usage: ["", "name NAME", "edit creator or any_member"],
            page: ["edit says who may change an expense: only who logged it, or any member."],
            examples: ["/settings", "/settings edit any_member"],
            access: .writesWithWords,
            arguments: [.words(["name", "edit"]), .words(["creator", "any_member"])],
            body: settings
        ),
    ]

    @Sendable
    private static func new(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        guard arguments.words.count == 2, let code = arguments.word(1) else {
            throw UsageError(
                "/new needs a name and a currency.",
                hint: "The form is /new NAME CURRENCY; a name with spaces goes in quotation marks: "
                    + "/new \"Paris Trip\" CHF"
            )
        }
        let currency = try UsageError.wrapping { () throws(MoneyError) in
            try Currency.parse(typed: code)
        }
        let name = try TypedName.checked(arguments.words[0].text, what: "name")
        let edit = try permission(arguments.values["edit"] ?? "creator")
        _ = try await session.ownIdentity()
        let id = try await session.engine.createGroup(
            name: name,
            currency: currency,
            edit: edit,
            lab: arguments.options["lab"] != nil
        )
        try await session.choose(id)
        let group = try await session.engine.view(id)
        var result = CommandResult()
        if case .none = group.backend {
            result.say("\(foreign: group.name) · just you · local only, not yet syncable")
            result.say(
                "Next: /backend folder PATH lets it travel, /invite NAME brings somebody in.")
        } else {
            result.say(Sentences.justYou(group.name))
        }
        result.set("group", GroupFace.json(group))
        result.mainValue = id.uuidString
        return result
    }

    private static func permission(_ typed: String) throws(UsageError) -> EditRule {
        guard let edit = EditRule(rawValue: typed) else {
            throw UsageError(
                "“\(typed)” is no rule for changing expenses.",
                hint: "creator: only who logged it; any_member: everybody"
            )
        }
        return edit
    }

    @Sendable
    private static func groups(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let groups = try await session.engine.groups()
        let current = try await session.currentGroup()
        return GroupFace.list(groups, current: current)
    }

    @Sendable
    private static func use(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        _ = try session.required(arguments, 0, "a group", for: "use")
        let found = try await session.findGroup(arguments.text)
        try await session.choose(found.id)
        session.unread.remove(found.id)
        let group = try await session.engine.view(found.id)
        var result = CommandResult(GroupFace.header(group))
        result.set("group", GroupFace.json(group))
        result.mainValue = group.id.uuidString
        return result
    }

    @Sendable
    private static func members(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let invites = group.isOrganiser ? try await session.engine.invites(in: group.id) : []
        var result = GroupFace.members(group, Roster(group).members)
        for invite in invites where invite.status == .open {
            result.say("\(Sentences.pendingInvite(invite.name))  /revoke takes it back")
        }
        return result
    }

    @Sendable
    private static func whois(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a name", for: "whois")
        let roster = Roster(group)
        var keys: Set<String> = [Neutraliser.lookAlikeKey(arguments.text)]
        if let found = try? roster.find(arguments.text) {
            keys.insert(Neutraliser.lookAlikeKey(found.name))
        }
        let found = group.members.filter { keys.contains(Neutraliser.lookAlikeKey($0.name)) }
        // A former guest's name leads to the member.
        let former = group.claimedGuests.filter {
            keys.contains(Neutraliser.lookAlikeKey($0.name))
        }
        if found.isEmpty, former.isEmpty { _ = try roster.find(arguments.text) }
        let others = group.members.filter { member in
            former.contains { $0.member == member.party }
                && !found.contains { $0.party == member.party }
        }
        var result = GroupFace.members(group, found + others, keys: true)
        if found.count > 1 {
            result.say("\(found.count) keys use this name or one that looks like it.")
        }
        return result
    }

    @Sendable
    private static func settings(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        if let key = arguments.word(0)?.lowercased() {
            guard let value = arguments.text(from: 1) else {
                throw UsageError(
                    "“\(key)” needs a value.", hint: "Such as: /settings edit any_member")
            }
            switch key {
            case "name":
                let name = try TypedName.checked(value, what: "name")
                _ = try await session.engine.changeSettings(name: name, edit: nil, in: group.id)
            case "edit":
                let edit = try permission(value)
                _ = try await session.engine.changeSettings(name: nil, edit: edit, in: group.id)
            default:
                throw UsageError(
                    "The group has no setting “\(key)”.",
                    hint: "name and edit can be changed; the currency is fixed for good."
                )
            }
        }
        return GroupFace.settings(try await session.engine.view(group.id))
    }
}
