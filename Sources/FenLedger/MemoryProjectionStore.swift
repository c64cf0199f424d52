package import FenProtocol

/// A projection in memory, for tests and for those who read a group without a store.
package struct MemoryProjectionStore: ProjectionStore, Sendable {
    /// The stored events.
    package private(set) var facts: [EventID: Fact] = [:]
    /// The labels of events that do not count, or count without their money.
    package private(set) var labels: [EventID: RefusalReason] = [:]
    /// The entries.
    package private(set) var entries: [EventID: Entry] = [:]
    /// The raw sums.
    package private(set) var totals = Totals()
    private var dependents: [EventID: [EventID]] = [:]

    /// A store of nothing.
    package init() {}

    /// Stores events, or what came of opening them since.
    package mutating func store(_ batch: [Fact]) {
        for fact in batch {
            labels[fact.id] = nil
            facts[fact.id] = fact
            if case .dependent(let target) = fact.role {
                dependents[target, default: []].append(fact.id)
            }
        }
    }

    /// Takes an event out; returns its entity.
    package mutating func withdraw(_ event: EventID) -> WithdrawnEvent? {
        guard let fact = facts.removeValue(forKey: event) else { return nil }
        labels[event] = nil
        dependents[fact.entity]?.removeAll { $0 == event }
        return WithdrawnEvent(id: event, entity: fact.entity)
    }

    /// Forgets the projection and keeps the events.
    package mutating func clear() {
        labels = [:]
        entries = [:]
        totals = Totals()
    }

    package func facts(of entity: EventID) throws(Never) -> EntityFacts {
        let ids = dependents[entity] ?? []
        return EntityFacts(
            root: facts[entity].map(labelled),
            dependents: ids.compactMap { facts[$0] }.sorted { $0.order < $1.order }.map(labelled)
        )
    }

    package func entry(_ entity: EventID) throws(Never) -> Entry? {
        entries[entity]
    }

    package func entities(
        ofEventsBy author: MemberID,
        from seq: UInt64
    ) throws(Never) -> [EventID] {
        facts.values.filter { $0.author == author && $0.seq >= seq }.map(\.entity)
    }

    package func entities(labelled labels: Set<RefusalReason>) throws(Never) -> [EventID] {
        self.labels.filter { labels.contains($0.value) }.compactMap { facts[$0.key]?.entity }
    }

    package func entities(lamportAbove bound: UInt64) throws(Never) -> [EventID] {
        facts.values.filter { $0.lamport > bound }.map(\.entity)
    }

    package func entitiesWithDependents() throws(Never) -> [EventID] {
        dependents.filter { !$0.value.isEmpty }.map(\.key)
    }

    package func allEntities() throws(Never) -> [EventID] {
        facts.values.map(\.entity)
    }

    package mutating func commit(_ change: EntryChange) throws(Never) {
        entries[change.entity] = change.after
        for label in change.labels { setLabel(label) }
    }

    package mutating func setLabel(_ change: LabelChange) throws(Never) {
        labels[change.event] = change.after
    }

    package mutating func add(_ totals: Totals) throws(Never) {
        self.totals.add(totals)
    }

    private func labelled(_ fact: Fact) -> LabelledFact {
        LabelledFact(fact: fact, label: labels[fact.id])
    }
}
