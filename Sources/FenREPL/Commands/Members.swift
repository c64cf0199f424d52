internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Members who go, and the key that changes with it.
enum MemberCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "remove",
            group: .joining,
            summary: "removes a member and changes the group's key (organiser)",
            usage: ["MEMBER"],
            page: [
                "What they have logged stays and counts, and so does what they owe. Nothing they",
                "write from here on counts, and what the others write is sealed under a new key that",
                "they do not get. It takes nothing back: what was here stays on their device, and",
                "whoever knows the store's key still reaches the sealed files in it; the answer says",
                "how to change that.",
                "It is refused while the history on this device is not provably whole (exit 5); the",
                "log of whoever is removed does not matter for that. Where the store cannot be",
                "reached, the removal stands here, and the exit status is 3 until others have the key.",
            ],
            examples: ["/remove Bob", "fen --yes remove Bob"],
            access: .writes,
            arguments: [.member],
            body: remove
        ),
        CommandSpec(
            name: "leave",
            group: .channels,
            summary: "leaves the group; what you owe stays",
            usage: [""],
            page: [
                "What you have logged stays and counts. Nothing you write afterwards does, and the",
                "organiser's device changes the key at its next sync, so that you can read nothing",
                "new. What is on this device stays readable here. The organiser cannot leave before",
                "somebody else is: /hand-over MEMBER. Coming back takes a fresh invite.",
            ],
            examples: ["/leave"],
            access: .writes,
            body: leave
        ),
        CommandSpec(
            name: "rotate",
            group: .identity,
            summary: "changes the group's key, or finishes an interrupted change (organiser)",
            usage: [""],
            page: [
                "Everybody who is a member now gets the new key; what was written before stays",
                "readable to them. It happens by itself after /remove and after a /leave. It is done",
                "when the store has it, or, without a store, another member's device; until then the",
                "exit status is 3, and the same command waits for it again.",
            ],
            examples: ["/rotate"],
            access: .writes,
            body: rotate
        ),
    ]

    @Sendable
    private static func remove(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a member", for: "remove")
        let roster = Roster(group)
        let member = try roster.owner(arguments.text)
        let name = roster.shown(member.party)
        // Whoever may not, or cannot, is told so before being asked.
        if group.isOrganiser, member.status == .active, member.party != group.me {
            guard
                try await session.confirm(
                    try await consequences(session, member, group), "Remove \(name)?")
            else { return session.dropped("\(name) stays in the group.") }
        }
        let report = try await session.metered("publishing") {
            try await session.engine.removeMember(member.party, in: group.id, progress: $0)
        }
        let after = try await session.engine.view(group.id)
        let now = Roster(after)
        var result = CommandResult("Removed \(now.shown(member.party)).")
        let face = KeyFace(group: after)
        if !report.rotation.publication.isDone {
            result.say(Sentences.removalPending)
            result.status = .network
        }
        for line in face.lines(report.rotation) { result.say(line) }
        for line in face.access(of: now.shown(member.party)) {
            result.text.append(.paragraph(line))
        }
        result.set("group", .string(after.name))
        result.set("removed", now.json(member.party))
        result.set("rotation", KeyFace.json(report.rotation))
        result.set("ref", .string(now.text(report.written.reference)))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = now.text(report.written.reference)
        return result
    }

    /// What a removal does and does not do.
    private static func consequences(
        _ session: isolated ReplSession, _ member: MemberView, _ group: GroupView
    ) async throws -> [TextBlock] {
        let name = Roster(group).shown(member.party)
        var lines: [TextBlock] = [
            .paragraph(
                """
                From here on nothing that \(name) writes counts, and what the others write is \
                sealed under a new key that \(name) does not get.
                """),
            .paragraph(
                """
                It takes nothing back: what was written so far stays on \(name)'s device, and what \
                \(name) logged stays in the balances.
                """),
        ]
        if let standing = try await balance(session, of: member.party, in: group) {
            lines.append(
                .paragraph("\(name) \(standing); that stays in the balances until it is settled."))
        }
        return lines
    }

    /// A balance that is not zero, as what somebody owes or is owed.
    private static func balance(
        _ session: isolated ReplSession, of party: PartyID, in group: GroupView
    ) async throws -> Phrase? {
        let rows = try await session.engine.balances(in: group.id).rows
        guard let minor = rows.first(where: { $0.party == party })?.minor, minor != 0,
            let amount = Int64(exactly: minor.magnitude)
        else { return nil }
        let text = AmountFormat.withCode(amount, group.currency)
        let isMe = party == group.me
        let verb: Phrase = minor < 0 ? (isMe ? "owe" : "owes") : (isMe ? "are owed" : "is owed")
        return "\(verb) \(own: text)"
    }

    @Sendable
    private static func leave(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        if group.myStatus == .active, !group.isOrganiser {
            var lines: [TextBlock] = [
                .paragraph(
                    """
                    What you have logged stays and counts for the others. What is on this device \
                    stays readable; you get nothing new, and nothing you write afterwards counts.
                    """)
            ]
            if let standing = try await balance(session, of: group.me, in: group) {
                lines.append(
                    .line("You \(standing); that stays in the balances until it is settled."))
            }
            guard try await session.confirm(lines, "Leave \(foreign: group.name)?") else {
                return session.dropped("You stay in the group.")
            }
        }
        let written = try await session.engine.leave(group.id)
        let after = try await session.engine.view(group.id)
        let roster = Roster(after)
        var result = CommandResult("You have left \(foreign: after.name).")
        if after.unsynced > 0 { result.say(Sentences.leavingPending) }
        result.say("Your device keeps what is here. Coming back takes a fresh invite.")
        result.set("group", .string(after.name))
        result.set("ref", .string(roster.text(written.reference)))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = roster.text(written.reference)
        return result
    }

    @Sendable
    private static func rotate(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let report = try await session.metered("publishing") {
            try await session.engine.rotateKey(in: group.id, progress: $0)
        }
        let after = try await session.engine.view(group.id)
        var result = CommandResult()
        if report.wasFinished { result.say("The last change of the key is finished.") }
        for line in KeyFace(group: after).lines(report) { result.say(line) }
        if !report.publication.isDone { result.status = .network }
        result.set("group", .string(after.name))
        result.set("rotation", KeyFace.json(report))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = String(report.epoch)
        return result
    }
}
