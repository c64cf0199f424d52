import FenCrypto
import FenLedger
import FenPeer
import FenProtocol

/// Who is let in by a device that is reached directly, and how far (§8).
extension Engine {
    func verdict(on stranger: PeerStranger) -> PeerVerdict {
        guard let group = try? group(stranger.group) else { return .refused(.unknownGroup) }
        if lab[stranger.group]?.isOffline == true { return .refused(.leaving) }
        let named = group.context.members.filter { $0.id.x25519 == stranger.key }
        if named.count == 1, let member = named.first {
            if member.status == .active { return .lane(.member(member.id)) }
            return stranger.hasNewestKey && letsAskAgain(member, in: group)
                ? .lane(.returner) : .refused(.removed)
        }
        guard named.isEmpty else { return .refused(.notAdmitted) }
        if group.founder.x25519 == stranger.key { return .lane(.member(group.founder)) }
        if stranger.isDialled, stranger.hasNewestKey, isNewcomer(in: group) {
            // Who is joining, or has been away, does not know all members. Whoever answers with the
            // key of the invite is taken for one until the log says who they are.
            return .lane(.member(group.founder))
        }
        let open = group.context.invites.values.contains(where: isOpen)
        // Whoever a member vouches for waits as a joiner does.
        let isVouched = group.openVouches.contains { $0.successor.x25519 == stranger.key }
        return (open || isVouched) && stranger.hasNewestKey
            ? .lane(.joiner) : .refused(.notAdmitted)
    }

    /// Whether this person is no member, or holds a key that comes from an invite alone.
    private func isNewcomer(in group: LocalGroup) -> Bool {
        let isActive = (try? person()?.publicKey).map { group.context.isActive($0) } ?? false
        let announced = group.newestKey?.epoch ?? 0
        return !isActive || group.keys.all.contains { $0.epoch > announced }
    }

    /// Whether somebody who has gone may ask here to be let in again: this is the organiser's
    /// device, the group's key has changed since they went, so that they have the newest by an
    /// invite, and an invite is open that was made under it.
    private func letsAskAgain(_ member: Member, in group: LocalGroup) -> Bool {
        guard member.status == .left || member.status == .removed, let newest = group.newestKey,
            let me = try? person()?.publicKey, group.context.organiser == me,
            !group.formerHolders.contains(member.id)
        else { return false }
        return group.context.invites.values.contains { invite in
            isOpen(invite) && !group.isOlder(invite, than: newest.epoch)
        }
    }

    /// Whether an invite may let somebody in yet.
    private func isOpen(_ invite: FenLedger.InviteRecord) -> Bool {
        !invite.isRevoked && invite.winner == nil && !invite.isPastGrace(at: now())
    }
}

extension FenLedger.InviteRecord {
    /// Whether it has run out for so long that it lets nobody in by itself any more; `now` is in
    /// Unix milliseconds.
    func isPastGrace(at now: UInt64) -> Bool {
        now > expiresAt + ProtocolLimits.inviteGraceSeconds * 1_000
    }
}

extension LocalGroup {
    /// Whether an invite was issued under an older key than that of an epoch.
    func isOlder(_ invite: FenLedger.InviteRecord?, than epoch: UInt32) -> Bool {
        guard let issued = invite?.issued, let fact = projector.control[issued] else {
            return false
        }
        return fact.epoch < epoch
    }

    /// The key by which this device finds others and is found, and which a newcomer must hold: of
    /// those held the one of the largest epoch. It may be one that an invite brought before any log.
    var doorKey: GroupKey? {
        let writing = writingKey
        guard let largest = keys.all.max(by: { $0.epoch < $1.epoch }),
            largest.epoch > writing?.epoch ?? 0
        else { return writing }
        return largest
    }
}
