import FenCrypto
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

/// What the organiser's device does about an invite (Invites).
enum AdmissionDecision: Equatable {
    /// Nobody to let in.
    case nothing
    /// One joiner, and nothing speaks against them.
    case admit(MemberID)
    /// A person has to say who it is.
    case ask([MemberID])

    /// Decides by itself only for a lone joiner with a right proof on an open, unused invite that
    /// is not older than the newest rotation and expired at most 24 hours ago.
    init(
        joiners: [MemberID], isUsed: Bool, isRevoked: Bool, isOlderThanRotation: Bool,
        expiresAt: UInt64, now: UInt64
    ) {
        guard !joiners.isEmpty, !isUsed, !isRevoked else {
            self = .nothing
            return
        }
        let grace = ProtocolLimits.inviteGraceSeconds * 1_000
        let isFresh = !isOlderThanRotation && now <= expiresAt + grace
        self = joiners.count == 1 && isFresh ? .admit(joiners[0]) : .ask(joiners)
    }
}

extension Engine {
    /// Lets waiting joiners in, where this is the organiser's device; part of a pass. Who is
    /// to be chosen by a person is only named.
    func admitJoiners(
        in id: GroupID, into report: inout SyncReport
    ) async throws(FenError) {
        // While numbers of one's own log are missing nothing can be written: whoever waits is let
        // in by the pass after they have come back, and this one does the rest of its work.
        if try answering({ try hasOwnGap(in: group(id)) }) { return }
        for (invite, decision) in try answering({ try decisions(in: id) }) {
            switch decision {
            case .nothing: continue
            case .ask(let joiners):
                announcer.yield(.waitingForChoice(id, invite))
                report.choices.append(
                    try answering { try choice(of: joiners, invite, in: try group(id)) })
            case .admit(let member):
                try await admit(member, by: invite, in: id, withinPass: true)
                report.admitted.append(PartyID(member: member))
                report.invitedAs[PartyID(member: member)] = try answering {
                    try invitedName(invite, in: group(id))
                }
            }
        }
        report.late = try answering { try lateJoiners(in: try group(id)) }
    }

    /// Who waits with an invite that admits nobody any more: with a right proof of a used one or one
    /// that was taken back, or with one of somebody who was the organiser before.
    private func lateJoiners(in group: LocalGroup) throws -> [MemberView] {
        guard group.context.organiser == (try requirePerson().publicKey) else { return [] }
        var late: Set<MemberID> = []
        for record in try database.invites.all(in: group.number) {
            switch status(of: record, in: group) {
            case .used, .revoked: late.formUnion(rightJoiners(of: record, in: group))
            case .open, .expired: continue
            }
        }
        // The tokens of an organiser before are on their device alone.
        for joiner in group.context.joiners.values
        where try database.invites.find(joiner.invite.raw, in: group.number) == nil
            && group.context.invites[joiner.invite] != nil
        {
            late.insert(joiner.id)
        }
        return group.people().filter { late.contains($0.party.member) }
    }

    private func choice(
        of joiners: [MemberID], _ invite: InviteID, in group: LocalGroup
    ) throws -> AdmissionChoice {
        let people = group.people()
        return AdmissionChoice(
            invite: invite,
            name: try invitedName(invite, in: group) ?? "",
            joiners: joiners.compactMap { joiner in
                people.first { $0.party.member == joiner }
            })
    }

    /// Lets in the joiner a person has chosen.
    package func admit(
        _ party: PartyID, in id: GroupID
    ) async throws(FenError) -> Written {
        let member = party.member
        let invite = try answering {
            let group = try group(id)
            try requireOrganiser(group, to: "let people in")
            guard
                let joiner = group.context.joiners[member] ?? group.context.returners[member]
            else {
                throw FenError("NO_JOINER", "Nobody with this key waits to be let in.")
            }
            guard
                let record = try database.invites.find(joiner.invite.raw, in: group.number),
                rightJoiners(of: record, in: group).contains(member)
            else {
                throw FenError(
                    "WRONG_PROOF", "This joiner does not prove that they held an invite of yours.",
                    hint: "Give them a fresh invite.", status: .trust)
            }
            try requireNotClosed(joiner.invite, in: group)
            return joiner.invite
        }
        return try await admit(member, by: invite, in: id)
    }

    /// An invite admits one person, and none once it has been taken back.
    func requireNotClosed(_ invite: InviteID, in group: LocalGroup) throws {
        guard let record = try database.invites.find(invite.raw, in: group.number) else { return }
        switch status(of: record, in: group) {
        case .open, .expired: return
        case .used(let winner):
            throw FenError(
                "INVITE_USED",
                "The invite \(record.name) was already used by \(group.displayName(of: winner)).",
                hint: "Give whoever waits an invite of their own.")
        case .revoked:
            throw FenError(
                "INVITE_REVOKED", "The invite \(record.name) has been taken back.",
                hint: "Give whoever waits a fresh one.")
        }
    }

    @discardableResult
    private func admit(
        _ member: MemberID, by invite: InviteID, in id: GroupID, withinPass: Bool = false
    ) async throws(FenError) -> Written {
        let written = try await write(in: id, withinPass: withinPass) { group in
            .memberAdmitted(
                MemberAdmitted(
                    member: member, inviteID: invite, from: group.numberToReturn(of: member)))
        }
        try await giveKeys(to: member, by: invite, in: id, withinPass: withinPass)
        let name = try answering { try invitedName(invite, in: group(id)) }
        announcer.yield(.admitted(id, PartyID(member: member), invitedAs: name))
        return written
    }

    /// Whom an invite of this device was made for.
    private func invitedName(_ invite: InviteID, in group: LocalGroup) throws -> String? {
        try database.invites.find(invite.raw, in: group.number)?.name
    }

    /// The invites with what is decided about whoever answers them.
    private func decisions(in id: GroupID) throws -> [(InviteID, AdmissionDecision)] {
        let group = try group(id)
        let me = try requirePerson().publicKey
        guard group.context.organiser == me, group.context.hasWaiting else { return [] }
        let newestEpoch = group.context.announced.map(\.epoch).max() ?? 0
        return try database.invites.all(in: group.number).map { record in
            let invite = InviteID(raw: record.id)
            let known = group.context.invites[invite]
            return (
                invite,
                AdmissionDecision(
                    joiners: rightJoiners(of: record, in: group), isUsed: known?.winner != nil,
                    isRevoked: known?.isRevoked == true,
                    isOlderThanRotation: group.isOlder(known, than: newestEpoch),
                    expiresAt: record.expiresAt, now: now())
            )
        }
    }
}

extension GroupContext {
    /// Whether anybody waits to be let in, for the first time or again.
    var hasWaiting: Bool {
        !joiners.isEmpty || !returners.isEmpty
    }
}

extension LocalGroup {
    /// From which number on the events of somebody who comes back count: above all that is known
    /// of their log, so that nothing that came too late counts by it. Nil for anybody else.
    func numberToReturn(of member: MemberID) -> UInt64? {
        guard let standing = context.standings[member], !standing.isActive else { return nil }
        let closed = standing.exclusions.map(\.number).max() ?? 0
        return max(closed, book.log(of: member).held.last ?? 0) + 1
    }
}
