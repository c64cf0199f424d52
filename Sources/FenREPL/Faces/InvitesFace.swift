internal import FenEncoding
internal import FenEngine

/// Invites and what became of them.
struct InvitesFace {
    let group: GroupView

    func result(_ invites: [InviteView], times: [String]) -> CommandResult {
        let roster = Roster(group)
        var result = CommandResult()
        var table = TextTable([.left(), .left(), .left(), .left()])
        for (invite, time) in zip(invites, times) {
            table.add(
                "\(own: String(invite.id.hex.prefix(8)))",
                status(invite, roster),
                "until \(own: time)",
                Phrase(foreign: invite.name)
            )
        }
        if invites.isEmpty { result.say("No invites. /invite NAME makes one.") }
        result.show(table)
        for invite in invites where invite.joiners.count > 1 {
            let tags = invite.joiners.map { Phrase("\(foreign: $0.name) (\(own: $0.tag))") }
            result.say(
                """
                \(invite.joiners.count) people asked to join with the invite for \
                \(foreign: invite.name): \(tags.listed). Ask yours for the tag that /identity shows.
                """)
        }
        result.set("group", .string(group.name))
        result.set("invites", .list(invites) { json($0, roster) })
        return result
    }

    private func status(_ invite: InviteView, _ roster: Roster) -> Phrase {
        switch invite.status {
        case .open:
            invite.joiners.isEmpty ? "open" : "\(invite.joiners.count) waiting"
        case .used(let by): "used by \(roster.shown(by))"
        case .revoked: "revoked"
        case .expired: "expired"
        }
    }

    private func json(_ invite: InviteView, _ roster: Roster) -> OutputJSON {
        var usedBy = OutputJSON.null
        let status: String
        switch invite.status {
        case .open: status = "open"
        case .used(let by):
            status = "used"
            usedBy = roster.json(by)
        case .revoked: status = "revoked"
        case .expired: status = "expired"
        }
        return .fields([
            "invite": .string(invite.id.hex),
            "name": .string(invite.name),
            "expires_at": .number(invite.expiresAt),
            "status": .string(status),
            "used_by": usedBy,
            "joiners": .list(invite.joiners) {
                .fields([
                    "member": .string($0.party.hex),
                    "name": .string($0.name),
                    "tag": .string($0.tag),
                ])
            },
        ])
    }
}
