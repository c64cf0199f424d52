package import FenProtocol

/// A group's projection kept up to date event by event, as the engine keeps it, in memory.
package struct IncrementalLedger: Sendable {
    private var projector: Projector
    private var index = MemoryLogIndex()
    private var store = MemoryProjectionStore()

    /// A ledger without events.
    package init(group: GroupID, founder: MemberID) {
        projector = Projector(group: group, founder: founder, control: [], index: index)
    }

    /// Stores events, or what came of opening them since, and applies them.
    package mutating func insert(_ batch: [Fact]) {
        let refused = index.insert(batch)
        let kept = batch.filter { !index.isRefused($0.id) }
        store.store(kept)
        let withdrawn = refused.compactMap { store.withdraw($0) }
        projector.apply(kept, withdrawn: withdrawn, index: index, store: &store)
    }

    /// Computes the projection anew from the stored events, taken in batches of this order.
    package mutating func rebuild(_ order: [EventID], batch size: Int) {
        store.clear()
        projector.begin(&store)
        var rest = order[...]
        while !rest.isEmpty {
            let batch = rest.prefix(size).compactMap { store.facts[$0] }
            projector.apply(batch, index: index, store: &store)
            rest = rest.dropFirst(size)
        }
        projector.end(&store)
    }

    /// What a snapshot states otherwise than the events of its cut come to here.
    package func differences(from snapshot: SnapshotRecord) -> [SnapshotDifference] {
        projector.differences(from: snapshot, index: index, store: store)
    }

    /// What is projected now.
    package var projection: Projection {
        Projection(
            context: projector.context,
            frontiers: AuthorFrontier.all(in: projector.context, index: index),
            entries: store.entries.values.sorted { $0.order < $1.order }, labels: store.labels,
            totals: store.totals
        )
    }
}
