import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol

/// What the organiser's device owes the group's key (Wire format, Rotation).
extension LocalGroup {
    /// The newest key that an organiser has announced; nil while the group's beginning is not here.
    var newestKey: AnnouncedKey? {
        context.writingKey { _, _ in true }
    }

    /// The newest key, where this device holds it.
    var heldNewestKey: GroupKey? {
        newestKey.flatMap { keys.key(epoch: $0.epoch, id: $0.keyID) }
    }

    /// Who is no member any more and may hold the newest key, ascending: those whose removal or
    /// leaving comes after it in order, and those it was given to all the same, by a device that did
    /// not know. While there are any, the group needs another key.
    var formerHolders: [MemberID] {
        guard let newest = newestKey else { return [] }
        var holders = recipients(of: newest)
        for case .keyRewrapped(let answer) in projector.control.values.lazy
            .filter({ self.context.labels[$0.id] == nil }).map(\.payload)
        where answer.epoch == newest.epoch { holders.insert(answer.member) }
        return context.standings.compactMap { key, standing in
            guard let exclusion = standing.inForce else { return nil }
            return exclusion.order > newest.order || holders.contains(key) ? key : nil
        }.sorted()
    }

    /// Whom a key was meant for: those it was wrapped to when it was made, and whoever was let in
    /// behind that.
    func recipients(of key: AnnouncedKey) -> Set<MemberID> {
        var recipients: Set<MemberID> = []
        for fact in projector.control.values where context.labels[fact.id] == nil {
            switch fact.payload {
            case .keyEpochUpdate(let update)
            where update.epoch == key.epoch && update.check.bytes.starts(with: key.keyID.bytes):
                recipients.formUnion(update.wrapped.map(\.member))
            case .memberAdmitted(let admission) where fact.order > key.order:
                recipients.insert(admission.member)
            case .memberRekeyed(let rekeyed) where fact.order > key.order:
                recipients.insert(rekeyed.successor)
            default: continue
            }
        }
        return recipients
    }

    /// The older keys that the newest one does not lead to yet, oldest epoch first: whoever has
    /// that one alone cannot open what is sealed under these. A key of the same epoch waits for the
    /// next rotation, for histories are sealed under a larger one.
    var keysOutsideHistory: [GroupKey] {
        guard let newest = newestKey else { return [] }
        let histories = projector.control.values.filter {
            $0.isKeyHistory && context.labels[$0.id] == nil
        }
        var reached: Set<KeyName> = [KeyName(newest.epoch, newest.keyID)]
        var grows = true
        while grows {
            grows = false
            for fact in histories where reached.contains(KeyName(fact.epoch, fact.keyID)) {
                guard case .keyHistory(let history) = fact.payload,
                    let keyID = context.historyKeys[fact.id]
                else { continue }
                if reached.insert(KeyName(history.epoch, keyID)).inserted { grows = true }
            }
        }
        return keys.all.filter { key in
            key.epoch < newest.epoch && context.isAnnounced(key.epoch, key.keyID)
                && !reached.contains(KeyName(key.epoch, key.keyID))
        }.sorted { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) }
    }

    /// The older keys that an invite must hold beside the newest one, oldest epoch first: whoever
    /// knows the founder alone is not led to them by it. There are some after the role has moved.
    func keysBesideNewest() throws -> [GroupKey] {
        guard let newest = heldNewestKey else { return [] }
        var given = KeyRing()
        _ = given.insert(newest)
        var beside: [GroupKey] = []
        while beside.count < ProtocolLimits.inviteOlderKeys {
            let founded = try foundedKeys(from: given)
            let lacking = keys.all.filter {
                context.isAnnounced($0.epoch, $0.keyID)
                    && founded.key(epoch: $0.epoch, id: $0.keyID) == nil
            }
            guard let next = lacking.min(by: { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) })
            else { break }
            _ = given.insert(next)
            beside.append(next)
        }
        return beside
    }

    private struct KeyName: Hashable {
        let epoch: UInt32
        let keyID: KeyID

        init(_ epoch: UInt32, _ keyID: KeyID) {
            (self.epoch, self.keyID) = (epoch, keyID)
        }
    }

    /// A new key, wrapped to exactly the members active now.
    func keyEpochUpdate(from entropy: EntropySource) throws -> KeyEpochUpdate {
        guard let newest = heldNewestKey, newest.epoch < .max else {
            throw FenError(
                "NO_KEY", "This device does not hold the newest key of this group.",
                hint: "/sync first; the key stays as it is.", status: .trust)
        }
        let key = GroupKey.generate(group: id, epoch: newest.epoch + 1, from: entropy)
        let members = context.members.filter { $0.status == .active }.map(\.id)
        guard ProtocolLimits.members.contains(members.count) else {
            throw FenError(
                "TOO_MANY_MEMBERS",
                "A key reaches \(ProtocolLimits.members.upperBound) members at most, and this group "
                    + "has \(members.count).")
        }
        return KeyEpochUpdate(
            epoch: key.epoch, check: key.check,
            wrapped: try members.map { member in
                WrappedKey(
                    member: member, box: try wrap(key, to: member, entropy))
            })
    }

    /// A box with a key of this group for a member.
    func wrap(
        _ key: GroupKey, to member: MemberID, _ entropy: EntropySource
    ) throws(KeyWrapError) -> [UInt8] {
        try KeyWrap.wrap(
            key.secret, to: member, context: .epoch(key.epoch), group: id, entropy: entropy)
    }
}
