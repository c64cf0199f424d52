import FenProtocol

extension Projector {
    /// The entities that the step from one context to the present one makes stale.
    func staleEntities<Store: ProjectionStore>(
        since before: GroupContext,
        _ store: Store
    ) throws(Store.Failure) -> Set<EventID> {
        let change = context.changes(since: before)
        if change.isNothing { return [] }
        if change.isEverything { return Set(try store.allEntities()) }
        var stale: Set<EventID> = []
        for (author, seq) in change.authors {
            stale.formUnion(try store.entities(ofEventsBy: author, from: seq))
        }
        if !change.labels.isEmpty {
            stale.formUnion(try store.entities(labelled: change.labels))
        }
        if let bound = change.lamportAbove {
            stale.formUnion(try store.entities(lamportAbove: bound))
        }
        if change.dependents {
            stale.formUnion(try store.entitiesWithDependents())
        }
        return stale
    }
}
