internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// People who take part without a device of their own.
enum GuestCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "guest",
            group: .joining,
            summary: "adds somebody without a device, who shares expenses like anyone",
            usage: ["NAME"],
            page: [
                "A guest stands in by, for and split, has a balance and a place in the plan. What",
                "they pay is recorded by somebody else: /settle Dana to Bob 20. Any member may add",
                "one; when the guest joins later, the organiser types /claim.",
            ],
            examples: ["/guest Dana", "/guest \"Dana Lee\""],
            access: .writes,
            arguments: [.free],
            body: guest
        ),
        CommandSpec(
            name: "claim",
            group: .joining,
            summary: "says that a guest is a member now (organiser)",
            usage: ["GUEST [as MEMBER]"],
            page: [
                "Everything of the guest's, past and to come, counts for the member, you where none",
                "is named. What was logged keeps the guest's name in it. A wrong claim is corrected",
                "by another: the last one holds.",
            ],
            examples: ["/claim Dana as Bob", "/claim \"Dana S.\" as Dana"],
            access: .writes,
            arguments: [.member, .words(["as"]), .member],
            body: claim
        ),
    ]

    @Sendable
    private static func guest(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a name", for: "guest")
        let name = try TypedName.guest(arguments.text)
        if Roster(group).hasName(name) {
            let sure = try await session.confirm(
                [
                    .line(
                        """
                        Somebody called \(foreign: name) is in this group already. A second one is \
                        told apart by a tag behind the name.
                        """)
                ],
                "Add another \(foreign: name)?")
            guard sure else { return session.dropped("Nobody was added.") }
        }
        let written = try await session.engine.addGuest(name, in: group.id)
        let after = try await session.engine.view(group.id)
        let roster = Roster(after)
        let guest = PartyID(guest: written.id)
        var result = CommandResult(
            """
            \(roster.shown(guest)) takes part as a guest, in expenses for all too. \
            /claim says who they are when they join.
            """)
        result.text += session.savingLines(after)
        result.set("guest", roster.json(guest))
        result.set("ref", .string(roster.text(written.reference)))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = roster.name(guest)
        return result
    }

    @Sendable
    private static func claim(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a guest", for: "claim")
        let roster = Roster(group)
        let (guest, member) = try people(arguments.words, roster)
        let name = roster.claimed.first { $0.guest == guest }?.name ?? roster.name(guest)
        // Whoever may not is told so, and not asked.
        let sure =
            if group.organiser != group.me {
                true
            } else {
                try await session.confirm(
                    [
                        .line(
                            """
                            Everything of the guest \(foreign: name) counts for \
                            \(roster.shown(member)) from now on, also what is logged already.
                            """)
                    ],
                    "Is \(foreign: name) the member \(roster.shown(member))?")
            }
        guard sure else { return session.dropped("The guest stays a guest.") }
        let written = try await session.engine.claimGuest(guest, for: member, in: group.id)
        let after = try await session.engine.view(group.id)
        let now = Roster(after)
        var result = CommandResult(
            "\(foreign: name) is \(now.shown(member)) from now on; /balances counts the two as one."
        )
        result.text += session.savingLines(after)
        result.set("guest", now.json(guest))
        result.set("member", now.json(member))
        result.set("ref", .string(now.text(written.reference)))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = now.text(written.reference)
        return result
    }

    /// Whom `GUEST`, `GUEST MEMBER` and `GUEST as MEMBER` name; names with spaces are in quotation
    /// marks or stand on one side of `as`.
    private static func people(
        _ words: [Token], _ roster: Roster
    ) throws(UsageError) -> (guest: PartyID, member: PartyID) {
        func text(_ words: ArraySlice<Token>) -> String {
            words.map(\.text).joined(separator: " ")
        }
        let guest: String
        let member: String?
        if let at = words.firstIndex(where: { $0.text == "as" && !$0.quoted }) {
            guest = text(words[..<at])
            member = text(words[(at + 1)...])
        } else if words.count == 2, !words[0].quoted, (try? roster.guest(text(words[...]))) != nil {
            guest = text(words[...])
            member = nil
        } else {
            guest = words[0].text
            member = words.count > 1 ? text(words[1...]) : nil
        }
        let found = try roster.guest(guest)
        guard let member else { return (found, roster.me) }
        return (found, try roster.owner(member).party)
    }
}
