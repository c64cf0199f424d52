import FenCrypto
import FenLedger
import FenProtocol
import FenStore

/// One group on this device: its keys, the book of its logs, and its projection, over the
/// database. Not `Sendable`; the engine's actor owns it.
///
/// After a transaction has failed, what is in memory may be ahead of the database: the owner
/// drops this value and loads it anew.
final class LocalGroup {
    /// Where everything of it is kept.
    let database: Database
    /// The database's number for it.
    let number: GroupNumber
    /// Names it everywhere.
    let id: GroupID
    /// Whose log begins it.
    let founder: MemberID
    /// The keys this device holds.
    var keys: KeyRing
    /// Those of them that were handed to it; the others stand and fall with events that bring them.
    var handed: KeyRing
    /// The keys that histories bring, by event: deriving them costs.
    var historyKeys: [EventID: GroupKey] = [:]
    /// Whom boxes with keys are opened for; nil where that is nobody, or not now.
    var boxOwner: BoxOwner?
    /// What the boxes for them held, by event: opening them costs.
    var openedBoxes: [EventID: BoxContent] = [:]
    /// What is stored of each log.
    let book: LogBook
    /// What its events come to. Whatever is stored or opened goes through it.
    var projector: Projector {
        didSet { knownFrontiers = nil }
    }
    /// The frontiers, as long as nothing was stored since they were worked out.
    var knownFrontiers: [AuthorFrontier]?

    /// How many events are opened and projected at once, where it may be all of a group.
    var batchSize = 2_000

    /// What follows from the control events.
    var context: GroupContext {
        projector.context
    }

    /// Takes a group up from the database: O(control events).
    init(_ record: GroupRecord, number: GroupNumber, database: Database) throws {
        self.database = database
        self.number = number
        id = GroupID(raw: record.id)
        founder = MemberID(raw: record.founder)
        var keys = KeyRing()
        var handed = KeyRing()
        for stored in try database.keys.all(in: number) {
            if let key = GroupKey(
                group: GroupID(raw: record.id), epoch: stored.epoch, secret: stored.secret)
            {
                _ = keys.insert(key)
                if stored.receivedAt != nil { _ = handed.insert(key) }
            }
        }
        self.keys = keys
        self.handed = handed
        book = try LogBook(group: number, store: database.events)
        projector = try Projector(
            group: id, founder: founder,
            control: Self.controlFacts(of: id, number, keys, in: database), index: book)
    }

    /// The stored control events with what opening them shows.
    static func controlFacts(
        of id: GroupID, _ number: GroupNumber, _ keys: KeyRing, in database: Database
    ) throws -> [Fact] {
        var control: [Fact] = []
        var scratch: [UInt8] = []
        try database.events.forEach(.control(number)) { row in
            let stored = try row.record
            guard stored.state.chain != .refused else { return }
            let event = SealedEvent(stored, group: id)
            control.append(
                Fact(
                    header: event.header, id: event.id,
                    content: keys.open(event, scratch: &scratch)))
        }
        return control
    }

    /// The projection's tables, for the projector.
    func projection(_ numbers: [EventID: EventNumber] = [:]) -> StoredProjection {
        StoredProjection(database: database, book: book, id: id, keys: keys, numbers: numbers)
    }

    /// Takes lines in, down to the projection; call it inside a transaction.
    func take(
        _ lines: ParsedLines, origin: LineOrigin, me: MemberID?, now: UInt64
    ) throws -> IntakeResult {
        var intake = try Intake(
            database: database, book: book, context: context, keys: keys, me: me, origin: origin,
            now: now)
        let result = try intake.take(lines)
        try project(
            result.facts, withdrawn: result.withdrawn, numbers: result.numbers, me: me, now: now)
        return result
    }

    /// Projects facts that have just been stored, and whatever new keys among them open.
    func project(
        _ facts: [Fact], withdrawn: [WithdrawnEvent] = [], numbers: [EventID: EventNumber],
        me: MemberID?, now: UInt64
    ) throws {
        try apply(facts, withdrawn: withdrawn, numbers: numbers)
        // Without histories the keys held are those that were handed over.
        if handed.count != keys.count || projector.control.values.contains(where: \.isKeyHistory) {
            try settleKeys()
        }
        if facts.contains(where: \.isControl) { try takeBoxes(at: now) }
    }

    /// Projects facts under the keys held.
    func apply(
        _ facts: [Fact], withdrawn: [WithdrawnEvent] = [], numbers: [EventID: EventNumber]
    ) throws {
        var store = projection(numbers)
        try projector.apply(facts, withdrawn: withdrawn, index: book, store: &store)
        var authors: Set<MemberID> = []
        var last: MemberID?
        for index in facts.indices where facts[index].author != last {
            last = facts[index].author
            authors.insert(facts[index].author)
        }
        try writeFrontiers(of: authors)
    }

    // MARK: Rebuilding

    /// Computes the projection anew from the stored events, into the same bytes; call it inside a
    /// transaction. Returns whether it was the same before.
    @discardableResult
    func rebuild(progress: (Int) throws -> Void = { _ in }) throws -> Bool {
        var store = RebuildProjection(projection())
        try projector.begin(&store)
        let (keys, context) = (keys, context)
        var batch: [EvaluatedBatch.Stored] = []
        var ahead: [Ahead<EvaluatedBatch>] = []
        var done = 0
        // Batches are opened and evaluated on another core while those before them are compared
        // with what is stored; so many at most, which bounds the memory.
        func finish(downTo most: Int) throws {
            while ahead.count > most {
                let batch = ahead.removeFirst().take()
                store.prepared = batch.prepared[...]
                try projector.replay(batch.events, store: &store)
                done += batch.events.count
                try progress(done)
            }
        }
        func flush() throws {
            let stored = batch
            batch = []
            ahead.append(Ahead { EvaluatedBatch(stored, keys: keys, context: context) })
            try finish(downTo: 2)
        }
        let size = min(batchSize, 500)
        try database.events.forEach(.all(number)) { row in
            guard row.chain != .refused, !row.isControl else { return }
            batch.append(
                EvaluatedBatch.Stored(event: try SealedEvent(row, group: id), number: row.number))
            if batch.count == size { try flush() }
        }
        try flush()
        try finish(downTo: 0)
        store.prepared = []
        try projector.end(&store)
        return try store.finish()
    }

    // MARK: Clock and frontier

    /// The lamport of the next event: one above the largest stored that does not run ahead.
    func nextLamport() throws -> UInt64 {
        let bound = context.clockBound
        var largest: UInt64 = 0
        for state in try database.events.logs(in: number) {
            largest = max(
                largest,
                state.maxLamport <= bound
                    ? state.maxLamport
                    : try database.events.maxLamport(of: state.number, upTo: bound))
        }
        return largest + 1
    }

    /// Takes what is here for all that an author has written; call it inside a transaction.
    func forgetLost(of author: MemberID) throws {
        book.forgetLost(of: author)
        try writeFrontiers(of: [author])
    }

    private func writeFrontiers(of authors: Set<MemberID>) throws {
        for author in authors {
            let first = book.log(of: author).held.ranges.first
            try book.writeFrontier(
                of: author, contiguous: first?.lowerBound == 1 ? first?.upperBound ?? 0 : 0)
        }
    }
}
