package import FenProtocol

/// A stored event with the label it carries.
package struct LabelledFact: Sendable {
    /// The event.
    package let fact: Fact
    /// Its label; nil when it counts, or has just been stored or opened.
    package let label: RefusalReason?

    /// Pairs an event with its label.
    package init(fact: Fact, label: RefusalReason?) {
        self.fact = fact
        self.label = label
    }
}

/// The events that decide about one entity.
package struct EntityFacts: Sendable {
    /// The stored event whose id the entity has, of whatever kind, opened or not.
    package var root: LabelledFact?
    /// The opened events that change what the root created, in canonical order.
    package var dependents: [LabelledFact]

    /// Takes the events together.
    package init(root: LabelledFact? = nil, dependents: [LabelledFact] = []) {
        self.root = root
        self.dependents = dependents
    }
}

/// A label that has changed.
package struct LabelChange: Equatable, Sendable {
    /// The event.
    package let event: EventID
    /// What it carried.
    package let before: RefusalReason?
    /// What it carries.
    package let after: RefusalReason?
}

/// An entity that has come out otherwise than before.
package struct EntryChange: Sendable {
    /// The entity.
    package let entity: EventID
    /// The entry as it was saved; nil when there was none.
    package let before: Entry?
    /// The entry to save; nil when there is none any more.
    package let after: Entry?
    /// The labels that have changed, the root's among them.
    package let labels: [LabelChange]
}

/// An event that turned out to be `BAD_CHAIN` after it was stored, and is stored no longer.
package struct WithdrawnEvent: Sendable {
    /// The event.
    package let id: EventID
    /// Its entity.
    package let entity: EventID

    /// Names an event and its entity.
    package init(id: EventID, entity: EventID) {
        self.id = id
        self.entity = entity
    }
}

/// Where the projection is kept. One definition of what an event does, `Projector`, works on any
/// store: in memory for tests and library users, in a database for the engine.
///
/// The store holds events with their labels and entities (`Fact.entity`), entries, and raw
/// sums. A newly stored or newly opened event carries no label when it is handed to the
/// projector.
package protocol ProjectionStore {
    /// What reading and writing can fail with.
    associatedtype Failure: Error

    /// The events of an entity.
    func facts(of entity: EventID) throws(Failure) -> EntityFacts

    /// The saved entry of an entity.
    func entry(_ entity: EventID) throws(Failure) -> Entry?

    /// Entities of events of an author from a number on; control events may be left out.
    func entities(ofEventsBy author: MemberID, from seq: UInt64) throws(Failure) -> [EventID]

    /// Entities of events that carry one of the labels; control events may be left out.
    func entities(labelled labels: Set<RefusalReason>) throws(Failure) -> [EventID]

    /// Entities of events whose lamport is above a bound; control events may be left out.
    func entities(lamportAbove bound: UInt64) throws(Failure) -> [EventID]

    /// Entities that have dependents.
    func entitiesWithDependents() throws(Failure) -> [EventID]

    /// All entities of events that are not control events, and of entries.
    func allEntities() throws(Failure) -> [EventID]

    /// Saves what an entity has come to, and the labels with it.
    mutating func commit(_ change: EntryChange) throws(Failure)

    /// Saves the label of an event that belongs to no entry.
    mutating func setLabel(_ change: LabelChange) throws(Failure)

    /// Adds to the raw sums, once for each batch.
    mutating func add(_ totals: Totals) throws(Failure)
}
