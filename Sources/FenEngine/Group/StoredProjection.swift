import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

/// What lists of entries are filtered by.
enum EntryFlag {
    /// Deleted or voided.
    static let gone = 1
    /// A money unit waits for an unknown member.
    static let waiting = 2
    /// The event that created it does not count.
    static let uncounted = 4
}

/// The projection of one group in the database, for the ledger's projector.
struct StoredProjection: ProjectionStore {
    /// Where the tables are.
    let database: Database
    /// The logs the events stand in.
    let book: LogBook
    /// The group.
    let id: GroupID
    /// What opens stored events.
    let keys: KeyRing
    /// Numbers of events just stored, so that they need not be looked up.
    var numbers: [EventID: EventNumber] = [:]

    private var group: GroupNumber {
        book.group
    }

    func facts(of entity: EventID) throws(StoreError) -> EntityFacts {
        var facts = EntityFacts()
        if let (_, record) = try database.events.find(entity.raw, in: group),
            record.state.chain != .refused
        {
            facts.root = labelled(record)
        }
        do {
            try database.events.forEach(.about(entity.raw, group)) { row in
                let record = try row.record
                if record.state.chain != .refused { facts.dependents.append(labelled(record)) }
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.misuse, "An event could not be read.", cause: "\(error)")
        }
        facts.dependents.sort { $0.fact.order < $1.fact.order }
        return facts
    }

    func entry(_ entity: EventID) throws(StoreError) -> Entry? {
        guard let number = try number(of: entity),
            let record = try database.entries.find(event: number)
        else { return nil }
        return try Entry(record)
    }

    func entities(ofEventsBy author: MemberID, from seq: UInt64) throws(StoreError) -> [EventID] {
        guard let log = book.logs[author] else { return [] }
        return try database.events.entities(of: log.number, from: seq).map(EventID.init(raw:))
    }

    func entities(labelled labels: Set<RefusalReason>) throws(StoreError) -> [EventID] {
        var entities: [EventID] = []
        for label in labels {
            entities += try database.events.entities(labelled: label.rawValue, in: group)
                .map(EventID.init(raw:))
        }
        return entities
    }

    func entities(lamportAbove bound: UInt64) throws(StoreError) -> [EventID] {
        try database.events.entities(lamportAbove: bound, in: group).map(EventID.init(raw:))
    }

    func entitiesWithDependents() throws(StoreError) -> [EventID] {
        try database.events.targets(in: group).map(EventID.init(raw:))
    }

    func allEntities() throws(StoreError) -> [EventID] {
        try database.events.entities(in: group).map(EventID.init(raw:))
    }

    mutating func commit(_ change: EntryChange) throws(StoreError) {
        if let entry = change.after {
            guard let number = try number(of: change.entity), let log = book.logs[entry.author]
            else { throw StoreError(.constraint, "An entry has no event.") }
            try database.entries.put(EntryRecord(entry), event: number, log: log.number, in: group)
        } else if change.before != nil, let number = try number(of: change.entity) {
            try database.entries.remove(event: number)
        }
        for label in change.labels { try setLabel(label) }
    }

    mutating func setLabel(_ change: LabelChange) throws(StoreError) {
        guard let number = try number(of: change.event) else { return }
        try database.events.setLabel(change.after?.rawValue, of: number)
    }

    mutating func add(_ totals: Totals) throws(StoreError) {
        for (party, amount) in totals.balances.sums where amount != 0 {
            try database.balances.add(amount, to: party.raw, in: group)
        }
        let piece = totals.tallies.pruned
        guard !piece.isEmpty else { return }
        guard try database.tallies.append(piece.saved(), in: group) else { return }
        do throws(StoreError) {
            try database.tallies.replaceAll(with: tallies().pruned.saved(), in: group)
        } catch {
            // A damaged cache keeps nobody from writing: whoever reads it is sent to /rebuild.
            guard error.code == .corrupt else { throw error }
        }
    }

    /// What the expenses of the group add up to.
    func tallies() throws(StoreError) -> Tallies {
        var sums = Tallies()
        do {
            try database.tallies.forEach(in: group) { try sums.add(saved: $0) }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .corrupt, "The sums of the projection cannot be read.",
                hint: "/rebuild computes them anew from the log; nothing is lost.")
        }
        return sums
    }

    /// The number of a stored event; nil when it is not stored.
    func number(of event: EventID) throws(StoreError) -> EventNumber? {
        if let known = numbers[event] { return known }
        return try database.events.number(of: event.raw, in: group)
    }

    private func labelled(_ record: EventRecord) -> LabelledFact {
        let event = SealedEvent(record, group: id)
        var scratch: [UInt8] = []
        return LabelledFact(
            fact: Fact(
                header: event.header, id: event.id,
                content: keys.open(event, scratch: &scratch)),
            label: record.state.label.flatMap(RefusalReason.init(rawValue:)))
    }
}

extension EntryRecord {
    /// An entry's columns.
    init(_ entry: Entry) {
        var flags = 0
        if entry.isGone { flags |= EntryFlag.gone }
        if entry.isWaiting { flags |= EntryFlag.waiting }
        if !entry.stands { flags |= EntryFlag.uncounted }
        let kind: EventKind
        var date: Int?
        var currency: String?
        switch entry.body {
        case .expense(let expense):
            kind = .expenseLogged
            date = expense.date.digits
            currency = (expense.money ?? expense.waitingMoney)?.currency.code
        case .settlement(let settlement):
            kind = .settlementRecorded
            currency = settlement.record.currency.code
        case .message: kind = .messagePosted
        }
        self.init(
            id: entry.id.raw, lamport: entry.lamport, kind: kind.rawValue, flags: flags,
            author: entry.author.raw, seq: entry.seq, date: date, currency: currency,
            state: entry.saved())
    }
}

extension Entry {
    /// The entry that columns hold.
    init(_ record: EntryRecord) throws(StoreError) {
        self = try record.state.span.withUnsafeBytes { (state) throws(StoreError) in
            try Entry(
                SavedEntry(
                    id: record.id, lamport: record.lamport, author: record.author, seq: record.seq,
                    state: state))
        }
    }

    /// The entry that a row shows.
    init(_ row: SavedEntry) throws(StoreError) {
        do throws(DamagedEntry) {
            try self.init(
                id: EventID(raw: row.id), lamport: row.lamport, author: MemberID(raw: row.author),
                seq: row.seq, saved: row.state)
        } catch {
            throw StoreError(
                .corrupt, "An entry in the projection cannot be read.",
                hint: "/rebuild computes it anew from the log; nothing is lost.")
        }
    }
}
