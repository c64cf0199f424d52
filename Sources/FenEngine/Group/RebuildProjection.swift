import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

/// The projection while it is computed anew. What comes out as it stood before is left alone, so
/// that a rebuild which changes nothing writes nothing, and knows that it changed nothing.
struct RebuildProjection: ProjectionStore {
    private var stored: StoredProjection
    /// The entries that have come out so far.
    private var entries = EventNumbers()
    /// The labels that have come out so far.
    private var labels: [EventNumber: String] = [:]
    private var totals = Totals()
    /// Whether everything so far stood in the database already.
    private var isSame = true

    /// Begins with nothing computed yet.
    init(_ stored: StoredProjection) {
        self.stored = stored
    }

    /// The events that come next, in their order, with what the store takes for each: so nothing
    /// has to be looked up or written out again.
    var prepared: ArraySlice<EvaluatedBatch.Prepared> = []

    func facts(of entity: EventID) throws(StoreError) -> EntityFacts {
        // The labels in the database are those of before.
        var facts = try stored.facts(of: entity)
        facts.root = facts.root.map { LabelledFact(fact: $0.fact, label: nil) }
        facts.dependents = facts.dependents.map { LabelledFact(fact: $0.fact, label: nil) }
        return facts
    }

    func entry(_ entity: EventID) throws(StoreError) -> Entry? {
        guard let number = try stored.number(of: entity), entries.contains(number) else {
            return nil
        }
        return try stored.entry(entity)
    }

    func entities(ofEventsBy author: MemberID, from seq: UInt64) throws(StoreError) -> [EventID] {
        try stored.entities(ofEventsBy: author, from: seq)
    }

    func entities(labelled labels: Set<RefusalReason>) throws(StoreError) -> [EventID] {
        try stored.entities(labelled: labels)
    }

    func entities(lamportAbove bound: UInt64) throws(StoreError) -> [EventID] {
        try stored.entities(lamportAbove: bound)
    }

    func entitiesWithDependents() throws(StoreError) -> [EventID] {
        try stored.entitiesWithDependents()
    }

    func allEntities() throws(StoreError) -> [EventID] {
        try stored.allEntities()
    }

    mutating func commit(_ change: EntryChange) throws(StoreError) {
        if let entry = change.after {
            let known = next(change.entity)
            guard let number = try number(of: change.entity, known: known?.number),
                let log = stored.book.logNumber(of: entry.author)
            else { throw StoreError(.constraint, "An entry has no event.") }
            let record = known?.record ?? EntryRecord(entry)
            let group = stored.book.group
            entries.insert(number)
            if try !stored.database.entries.holds(record, event: number, log: log, in: group) {
                isSame = false
                try stored.database.entries.put(record, event: number, log: log, in: group)
            }
        } else if change.before != nil, let number = try stored.number(of: change.entity) {
            entries.remove(number)
        }
        for label in change.labels { try setLabel(label) }
    }

    mutating func setLabel(_ change: LabelChange) throws(StoreError) {
        let known = prepared.first.flatMap { $0.id == change.event ? $0.number : nil }
        guard let number = try number(of: change.event, known: known) else { return }
        labels[number] = change.after?.rawValue
    }

    private func number(
        of event: EventID, known: EventNumber?
    ) throws(StoreError) -> EventNumber? {
        if let known { return known }
        return try stored.number(of: event)
    }

    /// What is prepared for an event, if its turn has come; those before it had nothing to keep.
    private mutating func next(_ event: EventID) -> EvaluatedBatch.Prepared? {
        while let first = prepared.first {
            if first.id == event { return first }
            prepared.removeFirst()
        }
        return nil
    }

    mutating func add(_ totals: Totals) throws(StoreError) {
        self.totals.add(totals)
    }

    /// Ends the rebuild: removes what has not come out again. Returns whether all is as it was.
    mutating func finish() throws(StoreError) -> Bool {
        let database = stored.database
        let group = stored.book.group
        for number in try database.entries.numbers(in: group) where !entries.contains(number) {
            isSame = false
            try database.entries.remove(event: number)
        }
        for (number, label) in try database.events.labelNumbers(in: group) {
            let after = labels.removeValue(forKey: number)
            guard after != label else { continue }
            isSame = false
            try database.events.setLabel(after, of: number)
        }
        for (number, label) in labels {
            isSame = false
            try database.events.setLabel(label, of: number)
        }
        var sums: [PartyID: Int128] = [:]
        for (party, amount) in try database.balances.all(in: group) where amount != 0 {
            sums[PartyID(raw: party)] = amount
        }
        let computed = totals.balances.sums.filter { $0.value != 0 }
        if sums != computed {
            isSame = false
            try database.balances.removeAll(in: group)
            for (party, amount) in computed {
                try database.balances.set(amount, of: party.raw, in: group)
            }
        }
        let tallies = totals.tallies.pruned
        if try !hasTallies(tallies) {
            isSame = false
            try database.tallies.replaceAll(with: tallies.saved(), in: group)
        }
        return isSame
    }

    /// Whether these sums are stored, and can be read at all.
    private func hasTallies(_ tallies: Tallies) throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try stored.tallies().pruned == tallies
        } catch {
            guard error.code == .corrupt else { throw error }
            return false
        }
    }
}
