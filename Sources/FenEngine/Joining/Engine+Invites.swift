import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Makes an invite for one person. `ttl` is its life in seconds.
    package func issueInvite(
        name: String, ttl: Int, in id: GroupID
    ) async throws(FenError) -> IssuedInvite {
        let name = try answering {
            try requireOrganiser(try group(id), to: "invite people")
            guard (60...7 * 86_400).contains(ttl) else {
                throw FenError(
                    "BAD_TTL", "An invite lives between one minute and seven days.",
                    hint: "Such as: /invite Bob --ttl 30m", status: .usage)
            }
            return try Names.checked(name)
        }
        // What the link holds follows from the group, which may change while this is waited for.
        try await ensureOwnTail(in: id)
        let (record, issued, payload) = try answering {
            let group = try group(id)
            try requireOwnTip(in: group)
            return try invite(name: name, ttl: ttl, in: group)
        }
        _ = try await write(payload, in: id) { group in
            try database.invites.put(record, in: group.number)
        }
        return issued
    }

    /// An invite as it would be issued now: nobody knows of it until its event is written.
    func invite(
        name: String, ttl: Int, in group: LocalGroup
    ) throws -> (record: FenStore.InviteRecord, issued: IssuedInvite, payload: Payload) {
        let expiry = now() / 1_000 + UInt64(ttl)
        let invite = try makeInvite(to: group, expiry: expiry)
        let (sealed, digest) = try InviteCodec.seal(invite, entropy: entropy)
        guard let rawToken = Bytes16(invite.joinToken.withUnsafeBytes { [UInt8]($0) }) else {
            throw FenError("DEFECT", "A token has a wrong length.", status: .defect)
        }
        let record = FenStore.InviteRecord(
            id: invite.id.raw, name: name, token: rawToken, issuedAt: now(),
            expiresAt: expiry * 1_000)
        let issued = IssuedInvite(
            id: invite.id, name: name, link: sealed.link, qrText: sealed.qrText,
            expiresAt: Int64(clamping: expiry * 1_000))
        let payload = Payload.inviteIssued(
            InviteIssued(
                inviteID: invite.id, name: name, expiresAt: expiry * 1_000, digest: digest))
        return (record, issued, payload)
    }

    /// What an invite to a group says now. `expiry` is in Unix seconds; nil only for one that is
    /// passed on through a log.
    func makeInvite(to group: LocalGroup, expiry: UInt64?) throws -> Invite {
        guard let key = group.writingKey, let currency = group.context.currency else {
            throw FenError("NO_KEY", "This device does not hold the group's key.")
        }
        return Invite(
            groupID: group.id, epoch: key.epoch, groupKey: key.secret,
            joinToken: entropy.secret(Invite.tokenBytes),
            descriptor: try descriptor(of: group), founder: group.founder, expiry: expiry,
            groupName: group.context.name ?? "", currency: currency,
            inviterName: try requirePerson().name,
            memberCount: UInt64(group.context.members.count { $0.status == .active }),
            addresses: inviteAddresses,
            olderKeys: try group.keysBesideNewest().map {
                InviteKey(epoch: $0.epoch, secret: $0.secret)
            })
    }

    /// The invites this device has issued, oldest first.
    package func invites(in id: GroupID) throws(FenError) -> [InviteView] {
        try answering {
            let group = try group(id)
            let people = group.people()
            return try database.invites.all(in: group.number).map { record in
                let joiners = rightJoiners(of: record, in: group)
                return InviteView(
                    id: InviteID(raw: record.id), name: record.name,
                    expiresAt: Int64(clamping: record.expiresAt),
                    status: status(of: record, in: group),
                    joiners: people.filter { joiners.contains($0.party.member) })
            }
        }
    }

    /// Takes an invite back, by its name or the beginning of its id.
    package func revokeInvite(
        _ nameOrID: String, in id: GroupID
    ) async throws(FenError) -> Written {
        let record = try answering {
            let group = try group(id)
            try requireOrganiser(group, to: "take invites back")
            let wanted = nameOrID.trimmingWhitespace.lowercased()
            let named = try database.invites.all(in: group.number).filter {
                $0.name.lowercased() == wanted
                    || (wanted.utf8.count >= 4 && $0.id.hex.hasPrefix(wanted))
            }
            let open = named.filter { status(of: $0, in: group) == .open }
            // One that has run out may let in whoever answered it in time.
            let found = open.isEmpty ? named.filter { status(of: $0, in: group) == .expired } : open
            guard let first = found.first else {
                throw FenError(
                    "NO_INVITE", "There is no open invite called \(nameOrID).",
                    hint: "/invites lists them.")
            }
            guard found.count == 1 else {
                throw FenError(
                    "AMBIGUOUS_INVITE", "There are \(found.count) open invites for \(nameOrID).",
                    hint: "Use the beginning of its id: "
                        + found.map { String($0.id.hex.prefix(8)) }.joined(separator: ", "),
                    status: .usage)
            }
            return first
        }
        return try await write(
            .inviteRevoked(InviteRevoked(inviteID: InviteID(raw: record.id))), in: id)
    }

    /// Everybody this person has invited from this device.
    package func friends() throws(FenError) -> [FriendView] {
        try answering {
            try database.groups.all().flatMap { record in
                let group = try group(GroupID(raw: record.id))
                return try database.invites.all(in: group.number).compactMap { invite in
                    switch status(of: invite, in: group) {
                    case .open:
                        return FriendView(
                            name: invite.name, status: .invited, group: group.id, tag: nil)
                    case .expired:
                        return FriendView(
                            name: invite.name, status: .expired, group: group.id, tag: nil)
                    case .used(let party):
                        return FriendView(
                            name: group.context.name(of: party) ?? invite.name,
                            status: .confirmed, group: group.id, tag: party.member.tag)
                    case .revoked: return nil
                    }
                }
            }
        }
    }

    /// What became of an invite: only the log says so.
    func status(of record: FenStore.InviteRecord, in group: LocalGroup) -> InviteView.Status {
        let known = group.context.invites[InviteID(raw: record.id)]
        if let winner = known?.winner { return .used(by: PartyID(member: winner)) }
        if known?.isRevoked == true { return .revoked }
        return record.expiresAt <= now() ? .expired : .open
    }

    /// Joiners who answer an invite and prove that they held it, ascending by key; those too who
    /// have gone and come again.
    func rightJoiners(of record: FenStore.InviteRecord, in group: LocalGroup) -> [MemberID] {
        let token = SecretBytes(copying: record.token)
        let context = group.context
        return (Array(context.joiners.values) + context.returners.values).filter {
            $0.invite.raw == record.id
                && JoinProof.verify($0.proof, token: token, group: group.id, author: $0.id)
        }.map(\.id).sorted()
    }
}
