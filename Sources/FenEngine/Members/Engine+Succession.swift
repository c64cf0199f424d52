import FenLedger
package import FenMoney
package import FenProtocol

/// Who is the organiser after the organiser (What counts, Organiser).
extension Engine {
    /// Names who may take the role over, or nobody (organiser).
    package func nameDeputy(_ party: PartyID?, in id: GroupID) async throws(FenError) -> Written {
        try await write(.deputyNamed(DeputyNamed(member: party?.member)), in: id)
    }

    /// Makes somebody else the organiser (organiser). What the store has is looked at first: they
    /// may have left.
    package func handOver(to party: PartyID, in id: GroupID) async throws(FenError) -> Written {
        _ = try? await sync(in: id)
        return try await write(in: id) { group in try change(to: party.member, in: group) }
    }

    /// Makes this person the organiser, whom the organiser has named deputy. What the organiser
    /// has done as such and is not here loses its right.
    package func takeOver(in id: GroupID) async throws(FenError) -> Written {
        try await write(in: id) { group in
            try change(to: requirePerson().publicKey, in: group)
        }
    }

    /// The event names what is known of the log of whoever was the organiser so far.
    private func change(to member: MemberID, in group: LocalGroup) throws -> Payload {
        .organiserChanged(
            OrganiserChanged(
                member: member, heads: try group.heads(of: group.context.organiser)))
    }

    /// Refuses a deputy who could not take over.
    func requireNameable(_ naming: DeputyNamed, in group: LocalGroup) throws {
        try requireOrganiser(group, to: "name a deputy")
        guard let member = naming.member else { return }
        if member == group.context.organiser {
            throw FenError(
                "OWN_DEPUTY", "You are the organiser yourself.",
                hint: "Name somebody else: /deputy MEMBER", status: .usage)
        }
        try requireActive(member, in: group)
    }

    /// Refuses a change of the role that would move nothing, or to somebody who is no member.
    func requireAllowedChange(_ change: OrganiserChanged, in group: LocalGroup) throws {
        let me = try requirePerson().publicKey
        if change.member == me, group.context.organiser == me {
            throw FenError(
                "ORGANISER_ALREADY", "You are the organiser of this group already.",
                status: .usage)
        }
        if change.member != me || group.context.organiser == me {
            try requireOrganiser(group, to: "hand the group over")
            return try requireActive(change.member, in: group)
        }
        try requireMembership(in: group)
        guard group.context.tenures.deputy == me else {
            let organiser = group.displayName(of: PartyID(member: group.context.organiser))
            throw FenError(
                "NOT_DEPUTY", "Only a deputy whom the organiser has named may take over.",
                hint: "\(organiser) can name you: /deputy NAME. If their device is gone, their "
                    + "twelve words bring it back.")
        }
    }

    private func requireActive(_ member: MemberID, in group: LocalGroup) throws {
        guard group.context.isActive(member) else {
            let name = group.displayName(of: PartyID(member: member))
            throw FenError(
                "NOT_A_MEMBER", "\(name) is no member of this group now.",
                hint: "/members lists who is.", status: .usage)
        }
    }
}
