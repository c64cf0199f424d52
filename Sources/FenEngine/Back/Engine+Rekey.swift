import FenCrypto
import FenLedger
package import FenMoney
package import FenProtocol

/// Giving a member the new key that others vouch for (organiser).
extension Engine {
    /// Gives a member a new key that members vouch for: their old key counts up to what is known of
    /// its log and no further, what it owed and was owed is the new one's, and the group's key
    /// changes. `successor` says which, where there are several.
    package func rekey(
        _ party: PartyID, to successor: PartyID?, in id: GroupID,
        progress: ProgressHandler? = nil
    ) async throws(FenError) -> RekeyReport {
        let vouch = try answering {
            let group = try group(id)
            try requireOrganiser(group, to: "give somebody a new key")
            let open = group.openVouches.filter {
                $0.member == party.member
                    && (successor == nil || $0.successor == successor?.member)
            }
            let name = group.displayName(of: party)
            guard let first = open.first else {
                throw FenError(
                    "NO_VOUCH", "Nobody vouches for a new key of \(name).",
                    hint: "\(name) asks a member for help: /restore member on the new device",
                    status: .usage)
            }
            guard open.count == 1 else {
                throw FenError(
                    "SEVERAL_KEYS",
                    "Members vouch for \(open.count) different new keys of \(name).",
                    hint: "Ask \(name) for the tag that /identity shows, and name it: "
                        + open.map { "/rekey \(name) \($0.successor.tag)" }
                        .joined(separator: " or "),
                    status: .trust)
            }
            return first
        }
        let (written, rotation) = try await rekey(
            vouch.member, to: vouch.successor, in: id, progress: progress)
        return try answering {
            let group = try group(id)
            guard let view = group.projector.control[written.id].flatMap(group.rekeying) else {
                throw FenError("DEFECT", "A new key that was written is gone.", status: .defect)
            }
            return RekeyReport(view: view, written: written, rotation: rotation)
        }
    }

    /// Writes that a key has taken the place of another, and changes the group's key: whoever has
    /// the old device is to read nothing new. What the store has is looked at first, since the old
    /// key counts up to what is known here.
    func rekey(
        _ member: MemberID, to successor: MemberID, in id: GroupID, progress: ProgressHandler?
    ) async throws(FenError) -> (Written, RotationReport) {
        _ = try? await sync(in: id)
        try await readyToWrite(in: id) { group in
            try requireAllowed(rekeying(of: member, to: successor, in: group), in: group)
            try requireRotating(group)
        }
        // Of several who vouch the last may have held the newest key, which the new device has.
        let known = try answering {
            let group = try group(id)
            return group.openVouches.first { $0.member == member && $0.successor == successor }
                .flatMap { vouch in
                    vouch.facts.compactMap { group.keys.key(epoch: $0.epoch, id: $0.keyID) }
                        .max { $0.epoch < $1.epoch }
                }
        }
        let written = try await write(in: id, withinPass: true) { group in
            try rekeying(of: member, to: successor, in: group)
        }
        let author = try answering { try requirePerson().publicKey }
        await sendAway(
            after: [author: [Head(id: written.id, seq: written.reference.seq)]], in: id)
        try await giveKeys(to: successor, knowing: known, in: id, withinPass: true)
        try await writeUpdate(in: id)
        try await writeHistories(in: id)
        return (written, try await rotation(in: id, progress: progress))
    }

    private func rekeying(
        of member: MemberID, to successor: MemberID, in group: LocalGroup
    ) throws -> Payload {
        .memberRekeyed(
            MemberRekeyed(
                member: member, successor: successor, heads: try group.heads(of: member)))
    }

    /// Refuses a new key that would not count, or while the history here is not whole.
    func requireAllowedRekeying(_ rekeying: MemberRekeyed, in group: LocalGroup) throws {
        try requireOrganiser(group, to: "give somebody a new key")
        try requireReplaceable(rekeying.member, by: rekeying.successor, in: group)
        guard rekeying.member != group.context.organiser else {
            throw FenError(
                "OWN_REKEYING", "The organiser's own key cannot be replaced.",
                hint: "/hand-over MEMBER makes somebody else the organiser first.", status: .usage)
        }
        try requireGate(.remove(rekeying.member), in: group)
    }

    /// Refuses to speak for a new key of somebody who is no member, or for one that is somebody's.
    func requireReplaceable(
        _ member: MemberID, by successor: MemberID, in group: LocalGroup
    ) throws {
        let name = group.displayName(of: PartyID(member: member))
        guard group.context.isActive(member) else {
            throw FenError(
                "NOT_A_MEMBER", "\(name) is no member of this group now.",
                hint: "A fresh invite brings them back: /invite", status: .usage)
        }
        guard successor.isValid, !group.context.isAdmitted(successor) else {
            throw FenError(
                "KEY_IN_USE", "The new key is a member's of this group already.",
                hint: "/members lists who has which key.", status: .trust)
        }
    }
}
