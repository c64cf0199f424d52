import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

/// Adding somebody known from another group, without a link: their invite travels through that
/// group's log, sealed to them (Kinds, `GroupInviteRelayed`).
extension Engine {
    /// Who may be added to a group so: active members of another group that both are in, by name.
    package func friendsToAdd(to id: GroupID) throws(FenError) -> [KnownFriend] {
        try answering {
            let target = try group(id)
            var friends: [MemberID: KnownFriend] = [:]
            for relay in try relays(for: target) {
                let me = try requirePerson().publicKey
                for member in relay.context.members
                where member.status == .active && member.id != me
                    && !target.context.isActive(member.id)
                {
                    // The first is the newest group, and its name for them the newest name.
                    let known = friends[member.id]
                    friends[member.id] = KnownFriend(
                        party: PartyID(member: member.id),
                        name: known?.name ?? relay.context.names[member.id] ?? "",
                        tag: member.id.tag, relay: known?.relay ?? relay.id)
                }
            }
            return friends.values.sorted { ($0.name, $0.party) < ($1.name, $1.party) }
        }
    }

    /// Makes a friend a member at once, and passes an invite on to them; their device asks them
    /// before it uses it (organiser).
    package func add(
        _ friend: KnownFriend, to id: GroupID, progress: ProgressHandler? = nil
    ) async throws(FenError) -> DirectAddReport {
        let member = friend.party.member
        try await readyToWrite(in: id) { group in
            try requireOrganiser(group, to: "add people")
            try requireNewestKey(group, hint: "/sync first; nobody was added.")
            guard !group.context.isActive(member) else {
                throw FenError("MEMBER_ALREADY", "\(friend.name) is a member of this group.")
            }
        }
        try await readyToWrite(in: friend.relay) { relay in
            try requireMembership(in: relay)
            guard relay.context.isActive(member) else {
                throw FenError(
                    "NO_SHARED_GROUP", "You share no other group with \(friend.name) any more.",
                    hint: "/invite makes a link for them.")
            }
        }
        let body = try answering {
            let group = try group(id)
            return try makeInvite(to: group, expiry: nil).body()
        }
        _ = try await write(in: friend.relay, withinPass: true) { relay in
            .groupInviteRelayed(
                GroupInviteRelayed(
                    to: member,
                    box: try KeyWrap.wrap(
                        body, to: member, context: .invite, group: relay.id, entropy: entropy)))
        }
        // Last: whoever is cut off before it can add them once more, and they come by either invite.
        let written = try await write(in: id, withinPass: true) { group in
            .memberAdmitted(
                MemberAdmitted(member: member, from: group.numberToReturn(of: member)))
        }
        progress?(Progress(done: 0, total: 2, unit: "event"))
        let admission = try await published(in: id)
        progress?(Progress(done: 1, total: 2, unit: "event"))
        let invite = try await published(in: friend.relay)
        progress?(Progress(done: 2, total: 2, unit: "event"))
        return DirectAddReport(
            written: written, publication: invite.isDone ? admission : invite)
    }

    /// The groups through which an invite to a group may travel, the newest first: open ones whose
    /// store has not gone.
    private func relays(for target: LocalGroup) throws -> [LocalGroup] {
        let me = try requirePerson().publicKey
        let records = try database.groups.all().sorted { $0.createdAt > $1.createdAt }
        return try records.compactMap { record in
            let group = try group(GroupID(raw: record.id))
            let context = group.context
            guard group.id != target.id, context.created != nil, !context.isClosed,
                context.isLab == target.context.isLab, context.isActive(me),
                try trouble(of: group)?.kind != .gone
            else { return nil }
            return group
        }
    }

    // MARK: On the other side

    /// The invites that members of groups here have passed on to this person, and that they have
    /// neither used nor declined.
    package func relayedInvites() throws(FenError) -> [RelayedInvite] {
        try answering {
            guard let owner = boxOwner() else { return [] }
            return try database.groups.all().flatMap { record in
                let relay = try group(GroupID(raw: record.id))
                return try relay.projector.control.values.sorted { $0.order < $1.order }
                    .compactMap { try relayed($0, in: relay, to: owner) }
            }
        }
    }

    private func relayed(
        _ fact: Fact, in relay: LocalGroup, to owner: BoxOwner
    ) throws -> RelayedInvite? {
        guard case .groupInviteRelayed(let relayed) = fact.payload, relayed.to == owner.member,
            relay.context.labels[fact.id] == nil,
            try database.settings.value(
                SettingName.declined + fact.id.hex, in: relay.number) == nil,
            // One that does not open or cannot be read is nobody's invite.
            let body = try? KeyWrap.unwrap(
                relayed.box, with: owner.pair, context: .invite, group: relay.id),
            let invite = try? Invite(body: body.withUnsafeBytes { [UInt8]($0) })
        else { return nil }
        if try database.groups.find(invite.groupID.raw) != nil,
            try group(invite.groupID).context.isActive(owner.member)
        {
            return nil
        }
        return RelayedInvite(
            event: fact.id, relay: relay.id, from: try view(of: fact.author, in: relay),
            preview: try preview(of: invite))
    }

    /// Declines an invite that was passed on; it is not shown again.
    package func decline(_ invite: RelayedInvite) throws(FenError) {
        try answering {
            try change(invite.relay) { group in
                try database.settings.set(
                    SettingName.declined + invite.event.hex, "yes", in: group.number)
            }
        }
    }

    /// Tells of invites that were passed on to this person.
    func announceRelayed(_ facts: [Fact], in group: LocalGroup) throws {
        let me = try person()?.publicKey
        for fact in facts {
            guard case .groupInviteRelayed(let relayed) = fact.payload, relayed.to == me,
                group.context.labels[fact.id] == nil
            else { continue }
            announcer.yield(.invited(group.id, PartyID(member: fact.author)))
        }
    }
}
