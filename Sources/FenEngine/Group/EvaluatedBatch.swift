import FenLedger
import FenProtocol
import FenStore

/// Stored events of a rebuild that were opened and evaluated on another core, in their order.
struct EvaluatedBatch: Sendable {
    /// A stored event as it is handed over.
    struct Stored: Sendable {
        /// The event.
        let event: SealedEvent
        /// Its number here.
        let number: EventNumber
    }

    /// What one event comes to by itself.
    struct Prepared: Sendable {
        /// The event's id.
        let id: EventID
        /// The event's number here.
        let number: EventNumber
        /// The entry's columns, where it creates one.
        let record: EntryRecord?
    }

    /// The events with what the projector makes of each by itself.
    private(set) var events: [EvaluatedFact] = []
    /// The same, as the store takes it.
    private(set) var prepared: [Prepared] = []

    /// Opens and evaluates events. The context of a rebuild is final before its first event, so
    /// this needs nothing that another thread changes.
    init(_ stored: [Stored], keys: KeyRing, context: GroupContext) {
        events.reserveCapacity(stored.count)
        prepared.reserveCapacity(stored.count)
        var scratch: [UInt8] = []
        for stored in stored {
            let event = EvaluatedFact(
                Fact(
                    header: stored.event.header, id: stored.event.id,
                    content: keys.open(stored.event, scratch: &scratch)), in: context)
            prepared.append(
                Prepared(
                    id: stored.event.id, number: stored.number,
                    record: event.evaluation.entry.map(EntryRecord.init)))
            events.append(event)
        }
    }
}
