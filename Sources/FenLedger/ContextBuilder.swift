import FenCrypto
import FenEncoding
import FenMoney
package import FenProtocol

extension GroupContext {
    /// Computes the context of the control events, in any order, over the stored logs.
    ///
    /// `previous` only saves work; it never changes the outcome.
    package static func evaluate<Index: LogIndex>(
        group: GroupID,
        founder: MemberID,
        control: some Collection<Fact>,
        index: Index,
        previous: GroupContext? = nil
    ) throws(Index.Failure) -> GroupContext {
        var builder = ContextBuilder(
            context: GroupContext(group: group, founder: founder),
            control: control.filter { $0.payload != nil }.sorted { $0.order < $1.order },
            known: previous?.historyKeys ?? [:]
        )
        var reader = AncestryReader(index)
        try builder.build(&reader)
        return builder.context
    }

    /// The same context for logs that have only grown by bulk events of authors without branches.
    package func refreshed<Index: LogIndex>(
        over index: Index
    ) throws(Index.Failure) -> GroupContext {
        var context = self
        var reader = AncestryReader(index)
        context.eventCount = try ContextBuilder.count(standings, &reader)
        return context
    }
}

/// Builds a context layer by layer.
struct ContextBuilder {
    /// What has been built so far.
    var context: GroupContext
    /// The control events, in order.
    let control: [Fact]
    /// Names of keys in histories derived before.
    let known: [EventID: KeyID]
    /// Membership events that do not count.
    var refused: Set<EventID> = []

    /// Works through the layers.
    mutating func build<Index: LogIndex>(
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) {
        context.tenures = try Tenures(
            founder: context.founder, control: control, reader: &reader)
        let membership = try Membership(
            founder: context.founder, control: control, tenures: context.tenures, reader: &reader)
        context.standings = membership.standings
        context.admitted = SortedKeys(membership.standings.keys)
        context.hasExclusions = membership.standings.values.contains { !$0.exclusions.isEmpty }
        context.successors = membership.successors
        refused = membership.refused
        context.eventCount = try Self.count(context.standings, &reader)
        context.branched = Set(context.standings.keys).union(control.map(\.author))
            .filter { !reader.index.log(of: $0).isLinear }
        createGroup()
        announceKeys()
        label()
        collect(membership)
        try close(&reader)
        try claim(reader.index)
        context.parties = SortedKeys(
            context.standings.keys.map(PartyID.init(member:))
                + context.guests.keys.map(PartyID.init(guest:)))
        chooseBehalf()
        context.awaited.formUnion(reader.absentHeads)
    }

    /// How many stored events of admitted keys are not excluded: n of layer 4.
    static func count<Index: LogIndex>(
        _ standings: [MemberID: Standing],
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) -> UInt64 {
        var count: UInt64 = 0
        for (key, standing) in standings {
            let log = reader.index.log(of: key)
            if standing.exclusions.isEmpty {
                count += UInt64(log.count)
            } else if let branched = try reader.branchedLog(of: key) {
                let counted = branched.links.count { !standing.excludes($0.seq, $0.id) }
                count += UInt64(counted)
            } else {
                let excluded = NumberSet(standing.exclusions.compactMap(\.numbers))
                count += log.held.subtracting(excluded).count
            }
        }
        return count
    }

    /// Finds the event that made the group, whatever later layers say about it.
    private mutating func createGroup() {
        let first = control.first { fact in
            guard case .groupCreated = fact.payload else { return false }
            return fact.author == context.founder && fact.seq == 1
        }
        guard let first, case .groupCreated(let created) = first.payload else { return }
        context.created = first.id
        context.name = created.name
        context.currency = created.currency
        context.isLab = created.lab
        context.firstEdit = created.edit
    }

    /// Layer 5: the keys that organisers announce.
    private mutating func announceKeys() {
        for fact in control {
            switch fact.payload {
            case .groupCreated(let created) where fact.id == context.created:
                announce(0, Self.keyID(of: created.check), created.check, fact)
            case .keyEpochUpdate(let update)
            where fact.epoch &+ 1 == update.epoch && mayAnnounce(fact):
                announce(update.epoch, Self.keyID(of: update.check), update.check, fact)
            case .keyHistory(let history) where fact.epoch > history.epoch && mayAnnounce(fact):
                let keyID =
                    known[fact.id]
                    ?? GroupKey(
                        group: context.group, epoch: history.epoch, secret: history.key)?.keyID
                guard let keyID else { continue }
                context.historyKeys[fact.id] = keyID
                announce(history.epoch, keyID, nil, fact)
            default: continue
            }
        }
        context.announced.sort { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) }
    }

    private func mayAnnounce(_ fact: Fact) -> Bool {
        context.tenures.hasRight(fact) && context.standingLabel(fact) == nil
    }

    private mutating func announce(
        _ epoch: UInt32,
        _ keyID: KeyID,
        _ check: Hash32?,
        _ fact: Fact
    ) {
        let known = context.announced.firstIndex { $0.epoch == epoch && $0.keyID == keyID }
        guard let known else {
            context.announced.append(
                AnnouncedKey(epoch: epoch, keyID: keyID, check: check, order: fact.order))
            return
        }
        let key = context.announced[known]
        context.announced[known] = AnnouncedKey(
            epoch: epoch, keyID: keyID, check: key.check ?? check, order: key.order)
    }

    private static func keyID(of check: Hash32) -> KeyID {
        KeyID(check.bytes.prefix(KeyID.byteCount)) ?? KeyID()
    }
}
