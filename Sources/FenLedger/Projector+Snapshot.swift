package import FenMoney
import FenProtocol

/// A balance that a snapshot states and this device computes otherwise.
package struct SnapshotDifference: Hashable, Sendable {
    /// Whose balance.
    package let party: PartyID
    /// What the snapshot says.
    package let stated: Int128
    /// What the events of its cut come to here.
    package let found: Int128
}

extension Projector {
    /// Computes anew what a snapshot's cut comes to and compares it with what the snapshot says,
    /// everybody being who they are now (What counts, Snapshot). Looks at every entity: a check to make
    /// when a snapshot arrives, by a device that holds the cut, not on the way to an answer.
    package func differences<Index: LogIndex, Store: ProjectionStore>(
        from snapshot: SnapshotRecord,
        index: Index,
        store: Store
    ) throws(Store.Failure) -> [SnapshotDifference] where Index.Failure == Store.Failure {
        let limited = try limitedContext(to: snapshot, index)
        var found = Balances()
        for entity in Set(try store.allEntities()) {
            let facts = try store.facts(of: entity)
            let evaluation = EntryEvaluator.evaluate(
                root: facts.root?.fact, dependents: facts.dependents.map(\.fact), in: limited)
            if let entry = evaluation.entry { found.add(entry) }
        }
        var stated = Balances()
        for balance in snapshot.content.balances { stated.add(balance.amount, to: balance.member) }
        let statedNow = current(stated)
        let foundNow = current(found)
        return Set(statedNow.keys).union(foundNow.keys).sorted()
            .map { party in
                SnapshotDifference(
                    party: party, stated: statedNow[party] ?? 0, found: foundNow[party] ?? 0)
            }
            .filter { $0.stated != $0.found }
    }

    private func current(_ balances: Balances) -> [PartyID: Int128] {
        Dictionary(
            uniqueKeysWithValues: balances.current(in: context).map { ($0.party, $0.amount) })
    }

    /// The present context as if the group had been closed at the snapshot's cut.
    private func limitedContext<Index: LogIndex>(
        to snapshot: SnapshotRecord,
        _ index: Index
    ) throws(Index.Failure) -> GroupContext {
        var reader = AncestryReader(index)
        var cut: [MemberID: Coverage] = [:]
        for log in snapshot.content.cut {
            cut[log.member] = try reader.coverage(of: log.member, by: log.heads)
        }
        var limited = context
        limited.closing = Closing(order: snapshot.order, cut: cut)
        for event in context.behalf.values {
            guard let fact = control[event] else { continue }
            if limited.isAfterClosing(fact) { limited.labels[event] = .afterClosing }
        }
        return limited
    }
}
