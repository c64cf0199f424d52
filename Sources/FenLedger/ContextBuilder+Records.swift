import FenCrypto
import FenMoney
import FenProtocol

extension ContextBuilder {
    /// Labels every control event by its layers and by rights that need no target. What depends on
    /// others, claims and `on_behalf_of`, is judged later.
    mutating func label() {
        for fact in control {
            guard let label = context.layerLabel(fact) ?? rightLabel(fact) else { continue }
            context.labels[fact.id] = label
        }
    }

    /// Whether the author had the right, by the table of Kinds.
    private func rightLabel(_ fact: Fact) -> RefusalReason? {
        let mayDo =
            switch fact.payload {
            case .groupCreated: fact.id == context.created
            case .memberAdmitted, .memberRemoved, .memberRekeyed: !refused.contains(fact.id)
            case .organiserChanged: context.tenures.moved(by: fact.id)
            case .keyEpochUpdate(let update):
                context.tenures.hasRight(fact) && fact.epoch &+ 1 == update.epoch
            case .keyHistory(let history):
                context.tenures.hasRight(fact) && fact.epoch > history.epoch
            case .forkAcknowledged(let fork):
                fork.author == fact.author || context.tenures.hasRight(fact)
            case .groupSettingsChanged, .inviteIssued, .inviteRevoked, .deputyNamed, .guestClaimed,
                .expenseLogged, .settlementRecorded, .rateSet, .storageKeyRotated,
                .settlementSnapshot, .groupClosed, .groupReopened:
                context.tenures.hasRight(fact)
            default: true
            }
        return mayDo ? nil : .noRight
    }

    /// Takes from every counted control event what it sets, in order.
    mutating func collect(_ membership: Membership) {
        var written: [MemberID: String] = [:]
        for fact in control {
            if case .memberJoined(let joining) = fact.payload { collect(joining, fact) }
            guard context.labels[fact.id] == nil else { continue }
            collect(fact, &written)
        }
        for (invite, winner) in membership.winners { context.invites[invite]?.winner = winner }
        for key in context.standings.keys {
            context.names[key] = name(of: key, written, membership)
        }
    }

    private mutating func collect(_ fact: Fact, _ written: inout [MemberID: String]) {
        switch fact.payload {
        case .groupCreated(let created): written[fact.author] = created.organiserName
        case .memberJoined(let joining): written[fact.author] = joining.name
        case .memberRenamed(let renaming): written[fact.author] = renaming.name
        case .groupSettingsChanged(let settings):
            if let name = settings.name { context.name = name }
            if let edit = settings.edit {
                context.edits.append(EditStep(order: fact.order, rule: edit))
            }
        case .guestAdded(let guest):
            context.guests[fact.id] = Guest(
                id: fact.id, author: fact.author, name: guest.name, lamport: fact.lamport)
        case .inviteIssued(let invite) where context.invites[invite.inviteID] == nil:
            context.invites[invite.inviteID] = InviteRecord(
                id: invite.inviteID, issued: fact.id, name: invite.name,
                expiresAt: invite.expiresAt, digest: invite.digest,
                isRevoked: isRevoked(invite.inviteID)
            )
        case .rateSet(let rate):
            context.rates[rate.currency.code] = RateRecord(
                currency: rate.currency, rate: rate.rate, source: rate.source, date: rate.date,
                event: fact.id, author: fact.author
            )
        case .storageKeyRotated(let rotation):
            context.storeRotation = StoreRotation(
                order: fact.order, author: fact.author, descriptor: rotation.descriptor)
        case .forkAcknowledged(let fork):
            context.acknowledged[fork.author, default: []] += fork.heads
        case .settlementSnapshot(let snapshot):
            context.snapshots.append(
                SnapshotRecord(order: fact.order, author: fact.author, content: snapshot))
        default: break
        }
        noteHeads(fact)
    }

    /// Takes who waits to be let in: for the first time, or again.
    private mutating func collect(_ joining: MemberJoined, _ fact: Fact) {
        let joiner = Joiner(
            id: fact.author, invite: joining.inviteID, name: joining.name, proof: joining.proof,
            event: fact.id)
        if !context.isAdmitted(fact.author) {
            context.joiners[fact.author] = joiner
        } else if context.labels[fact.id] == .afterRemoval,
            context.standings[fact.author]?.isBeyond(fact.seq) == true
        {
            // One from an earlier coming back asks for nothing any more.
            context.returners[fact.author] = joiner
        }
    }

    private func isRevoked(_ invite: InviteID) -> Bool {
        control.contains { fact in
            guard case .inviteRevoked(let revoking) = fact.payload else { return false }
            return revoking.inviteID == invite && context.labels[fact.id] == nil
        }
    }

    /// Notes the heads that a counted event names: each log must hold those to be whole.
    private mutating func noteHeads(_ fact: Fact) {
        switch fact.payload {
        case .memberRemoved(let removal): note(removal.heads ?? [], of: removal.member)
        case .memberRekeyed(let rekey): note(rekey.heads, of: rekey.member)
        case .organiserChanged(let change):
            let ended = context.tenures.all.first { $0.end?.id == fact.id }
            note(change.heads, of: ended?.holder ?? fact.author)
        case .forkAcknowledged(let fork): note(fork.heads, of: fork.author)
        case .groupClosed(let closing):
            for log in closing.cut { note(log.heads, of: log.member) }
        case .settlementSnapshot(let snapshot):
            for log in snapshot.cut { note(log.heads, of: log.member) }
        default: break
        }
    }

    private mutating func note(_ heads: [Head], of author: MemberID) {
        context.namedHeads[author, default: []].formUnion(heads)
    }

    /// The name a key wrote last, else its predecessor's, else its invite's.
    private func name(
        of key: MemberID,
        _ written: [MemberID: String],
        _ membership: Membership
    ) -> String {
        var seen: Set<MemberID> = []
        var candidates: [MemberID] = []
        var next: MemberID? = key
        while let candidate = next, seen.insert(candidate).inserted {
            candidates.append(candidate)
            if let name = written[candidate] { return name }
            next = membership.predecessors[candidate]
        }
        for candidate in candidates.reversed() {
            let invite = membership.invites[candidate].flatMap { context.invites[$0] }
            if let name = invite?.name, !name.isEmpty { return name }
        }
        return ""
    }
}
