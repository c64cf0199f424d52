import FenCrypto
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

/// Members who go: removed by the organiser, or by themselves.
extension Engine {
    /// Removes a member: what they wrote up to what is known here counts on, nothing after it
    /// does, and the others get another key (organiser; What counts, Removed and left).
    package func removeMember(
        _ party: PartyID, in id: GroupID, progress: ProgressHandler? = nil
    ) async throws(FenError) -> RemovalReport {
        try await readyToWrite(in: id) { group in
            try requireAllowed(removal(of: party, in: group), in: group)
            try requireRotating(group)
        }
        let written = try await write(in: id, withinPass: true) { group in
            try removal(of: party, in: group)
        }
        let author = try answering { try requirePerson().publicKey }
        await sendAway(
            after: [author: [Head(id: written.id, seq: written.reference.seq)]], in: id)
        try await writeUpdate(in: id)
        try await writeHistories(in: id)
        return RemovalReport(
            removed: party, written: written,
            rotation: try await rotation(in: id, progress: progress))
    }

    /// Leaves a group for good; what this person owes stays.
    package func leave(_ id: GroupID) async throws(FenError) -> Written {
        try await write(in: id) { _ in
            .memberRemoved(MemberRemoved(member: try requirePerson().publicKey))
        }
    }

    /// Refuses a removal or a leaving that would not count.
    func requireAllowedRemoval(_ removal: MemberRemoved, in group: LocalGroup) throws {
        guard removal.heads != nil else { return try requireLeaving(group) }
        try requireOrganiser(group, to: "remove people")
        let member = removal.member
        let name = group.displayName(of: PartyID(member: member))
        if member == group.context.organiser {
            throw FenError(
                "OWN_REMOVAL", "The organiser cannot be removed.",
                hint: "/hand-over MEMBER makes somebody else the organiser; then you can /leave.",
                status: .usage)
        }
        switch group.context.status(of: member) {
        case .active: break
        case nil:
            throw FenError(
                "NOT_A_MEMBER", "\(name) is no member of this group.",
                hint: "Whoever waits to be let in is kept out with /revoke INVITE.", status: .usage)
        case .left:
            throw FenError("LEFT_ALREADY", "\(name) has left this group already.")
        case .removed, .rekeyed:
            throw FenError(
                "REMOVED_ALREADY", "\(name) was removed from this group already.",
                hint: "/rotate changes the key once more, if that is what you want.")
        }
        try requireGate(.remove(member), in: group)
    }

    private func requireLeaving(_ group: LocalGroup) throws {
        let me = try requirePerson().publicKey
        if group.context.status(of: me) == nil {
            throw FenError(
                "NOT_A_MEMBER", "You are not in this group yet, so there is nothing to leave.",
                hint: "Nobody lets you in who does not want to.")
        }
        try requireMembership(in: group)
        guard group.context.organiser != me else {
            throw FenError(
                "ORGANISER_STAYS",
                "You are the organiser: without one nobody could be let in or removed.",
                hint: "/hand-over MEMBER makes somebody else the organiser; then you can /leave.")
        }
    }

    private func removal(of party: PartyID, in group: LocalGroup) throws -> Payload {
        let member = party.member
        guard group.context.guests[party.guest] == nil else {
            throw FenError(
                "NO_DEVICE", "A guest has no device and no key, so there is nothing to take away.",
                hint: "Leave them out of expenses: for all but NAME.", status: .usage)
        }
        return .memberRemoved(
            MemberRemoved(member: member, heads: try group.heads(of: member)))
    }
}

extension LocalGroup {
    /// What of somebody's log is known here, as an event names it that closes the log: the newest
    /// tips, as many as it may name.
    func heads(of member: MemberID) throws -> [Head] {
        let tips = try AuthorFrontier.of(member, in: context, index: book).tips
        return Array(tips.suffix(ProtocolLimits.heads.upperBound))
    }
}
