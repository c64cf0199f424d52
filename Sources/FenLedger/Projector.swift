package import FenProtocol

/// What an event does to the projection: the one definition that serves arrival and rebuild alike.
///
/// It keeps the control events and the context in memory and everything else in the store. What is
/// already projected is evaluated again only where a new context can make it come out otherwise.
package struct Projector: Sendable {
    /// The version of these rules: one more with every change by which the same events come to
    /// another projection, so that homes compute theirs anew.
    package static let rules = 4

    /// The context of the control events so far.
    package private(set) var context: GroupContext
    /// The control events, by id.
    package private(set) var control: [EventID: Fact]
    /// During a rebuild, the entities that have dependents: evaluated at its end.
    private var postponed: Set<EventID>?

    /// Takes up a projection that a store holds already: O(control events).
    package init<Index: LogIndex>(
        group: GroupID,
        founder: MemberID,
        control: [Fact],
        index: Index
    ) throws(Index.Failure) {
        self.control = Dictionary(
            control.filter(\.isControl).map { ($0.id, $0) }
        ) { first, _ in first }
        context = try GroupContext.evaluate(
            group: group, founder: founder, control: self.control.values, index: index)
    }

    /// Begins a rebuild on a store that shows no entries, labels and balances yet: writes what the
    /// control events come to. All other events then follow by `apply`, in any order and each
    /// once, and `end` completes it. Until then nothing new may be stored.
    package mutating func begin<Store: ProjectionStore>(
        _ store: inout Store
    ) throws(Store.Failure) {
        var delta = Totals()
        for (id, fact) in control {
            if fact.isEntry {
                try evaluate(id, &store, &delta)
            }
            if let label = context.labels[id] {
                try store.setLabel(LabelChange(event: id, before: nil, after: label))
            }
        }
        try store.add(delta)
        postponed = Set(try store.entitiesWithDependents())
    }

    /// Ends a rebuild: evaluates what has dependents, now that every event has been seen.
    package mutating func end<Store: ProjectionStore>(
        _ store: inout Store
    ) throws(Store.Failure) {
        var delta = Totals()
        for entity in postponed ?? [] { try evaluate(entity, &store, &delta) }
        try store.add(delta)
        postponed = nil
    }

    /// Applies events that have just been stored or just been opened, each once. Store and index
    /// have them already; withdrawn ones they have no longer.
    package mutating func apply<Index: LogIndex, Store: ProjectionStore>(
        _ batch: [Fact],
        withdrawn: [WithdrawnEvent] = [],
        index: Index,
        store: inout Store
    ) throws(Store.Failure) where Index.Failure == Store.Failure {
        if postponed != nil {
            return try replay(batch.map { EvaluatedFact($0, in: context) }, store: &store)
        }
        let before = context
        try advance(batch, withdrawn, index)
        var stale = try staleEntities(since: before, store)
        for event in withdrawn { stale.formUnion([event.id, event.entity]) }
        try saveControlLabels(since: before, &store)

        let awaited = Set(try store.entities(labelled: [.orphan]))
        var fresh: [Int] = []
        var dependents: [EventID: [Fact]] = [:]
        for (position, fact) in batch.enumerated() {
            if !awaited.isEmpty, awaited.contains(fact.id) { stale.insert(fact.id) }
            switch fact.role {
            case .control: if fact.isEntry { stale.insert(fact.id) }
            case .dependent(let target): dependents[target, default: []].append(fact)
            case .root, .loose: fresh.append(position)
            }
        }
        var delta = Totals()
        for position in fresh where stale.isEmpty || !stale.contains(batch[position].id) {
            let fact = batch[position]
            // What came before its target and waits for nothing else is in `awaited`; all other
            // dependents of a new event are in this batch.
            if dependents.isEmpty {
                try save(fact, &store, &delta)
            } else if let own = dependents.removeValue(forKey: fact.id) {
                try save(fact, own, &store, &delta)
            } else {
                try save(fact, &store, &delta)
            }
        }
        stale.formUnion(dependents.keys)
        for entity in stale { try evaluate(entity, &store, &delta) }
        try store.add(delta)
    }

    /// Applies events of a rebuild, evaluated in the present context, which is final already;
    /// dependents wait for the end, for what they change may come later.
    package mutating func replay<Store: ProjectionStore>(
        _ batch: [EvaluatedFact],
        store: inout Store
    ) throws(Store.Failure) {
        var delta = Totals()
        for index in batch.indices {
            switch batch[index].role {
            case .control: continue
            case .dependent(let target): postponed?.insert(target)
            case .root, .loose:
                if postponed?.contains(batch[index].id) != true {
                    try save(batch[index].id, batch[index].evaluation, &store, &delta)
                }
            }
        }
        try store.add(delta)
    }

    /// Brings control events and context up to date.
    private mutating func advance<Index: LogIndex>(
        _ batch: [Fact],
        _ withdrawn: [WithdrawnEvent],
        _ index: Index
    ) throws(Index.Failure) {
        var isStale = !withdrawn.isEmpty
        for event in withdrawn { control[event.id] = nil }
        var author: MemberID?
        for fact in batch {
            if fact.isControl {
                control[fact.id] = fact
                isStale = true
            }
            if !context.awaited.isEmpty, context.awaited.contains(fact.id) { isStale = true }
            guard author != fact.author else { continue }
            author = fact.author
            if context.branched.contains(fact.author) || !index.log(of: fact.author).isLinear {
                isStale = true
            }
        }
        if !isStale {
            let refreshed = try context.refreshed(over: index)
            // A larger bound may let a control event count.
            isStale =
                refreshed.clockBound != context.clockBound
                && context.labels.values.contains(.clockAhead)
            if !isStale { context = refreshed }
        }
        if isStale {
            context = try GroupContext.evaluate(
                group: context.group, founder: context.founder, control: control.values,
                index: index, previous: context
            )
        }
    }
}
