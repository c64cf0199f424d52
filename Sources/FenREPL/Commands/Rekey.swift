internal import FenEncoding
internal import FenEngine
internal import FenMoney

/// The organiser gives somebody a new key.
enum RekeyCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "rekey",
            group: .identity,
            summary: "gives a member the new key that another member vouches for (organiser)",
            usage: ["MEMBER [TAG]"],
            page: [
                "For somebody who lost their device and got help by /vouch. What they owe and are owed",
                "goes on under the new key; what the old device still writes counts no more, and the",
                "group's key changes, so that it reads nothing new. The answer says who vouched: if in",
                "doubt, ask them. TAG says which key, where members vouch for several.",
                "It is refused while the history on this device is not provably whole (exit 5). Where",
                "the store cannot be reached it stands here, and the exit status is 3 until others",
                "have it.",
            ],
            examples: ["/rekey Bob", "/rekey Bob 9c1d"],
            access: .writes,
            arguments: [.member],
            body: rekey
        )
    ]

    @Sendable
    private static func rekey(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a member", for: "rekey")
        let roster = Roster(group)
        let (member, successor) = try read(arguments, group, roster)
        let open = group.vouches.filter {
            $0.member == member.party && (successor == nil || $0.successor == successor)
        }
        // Whoever may not, or cannot, is told so before being asked.
        if group.isOrganiser, open.count == 1 {
            let name = roster.shown(member.party)
            guard
                try await session.confirm(
                    consequences(open[0], member, roster), "Give \(name) the new key?")
            else { return session.dropped("\(name) keeps the old key.") }
        }
        let report = try await session.metered("publishing") {
            try await session.engine.rekey(
                member.party, to: successor, in: group.id, progress: $0)
        }
        let after = try await session.engine.view(group.id)
        let now = Roster(after)
        var result = CommandResult(
            "\(now.shown(report.view.successor)) has the new key \(tag(report.view.successor)).")
        for line in KeyFace(group: after).lines(report.rotation) { result.say(line) }
        if !report.rotation.publication.isDone { result.status = .network }
        result.set("group", .string(after.name))
        result.set("member", now.json(report.view.member))
        result.set("successor", now.json(report.view.successor))
        result.set("vouchers", .list(report.view.vouchers) { now.json($0) })
        result.set("rotation", KeyFace.json(report.rotation))
        result.set("ref", .string(now.text(report.written.reference)))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = now.text(report.written.reference)
        return result
    }

    /// The member, and the new key where its tag stands behind the name.
    private static func read(
        _ arguments: Arguments, _ group: GroupView, _ roster: Roster
    ) throws(UsageError) -> (MemberView, PartyID?) {
        if arguments.words.count > 1, let last = arguments.words.last?.text.lowercased(),
            let vouch = group.vouches.first(where: { $0.successor.hex.hasPrefix(last) }),
            last.utf8.count >= 4
        {
            let name = arguments.words.dropLast().map(\.text).joined(separator: " ")
            return (try roster.owner(name), vouch.successor)
        }
        return (try roster.owner(arguments.text), nil)
    }

    private static func consequences(
        _ vouch: VouchView, _ member: MemberView, _ roster: Roster
    ) -> [TextBlock] {
        let name = roster.shown(member.party)
        let who = roster.shown(vouch.vouchers)
        return [
            .line("\(name): old key \(own: member.tag), new key \(tag(vouch.successor))."),
            .line("\(who) \(vouch.vouchers.count == 1 ? "vouches" : "vouch") for it."),
            .paragraph(
                """
                What the old device writes from here on counts no more, and it reads nothing new. \
                What \(name) logged, owes and is owed goes on under the new key.
                """),
        ]
    }

    private static func tag(_ party: PartyID) -> Phrase { "\(own: String(party.hex.prefix(4)))" }
}
