import FenCrypto
import FenLedger
import FenProtocol
import FenStore

/// Where lines came from.
enum LineOrigin {
    /// A file of the group's store: the store has these events.
    case store
    /// This device or another person's: the store may not have them yet.
    case device
}

/// What became of a batch of lines.
struct IntakeResult {
    /// What was stored.
    var facts: [Fact] = []
    /// The numbers of the events stored.
    var numbers: [EventID: EventNumber] = [:]
    /// Events stored before whose chain turned out to be broken.
    var withdrawn: [WithdrawnEvent] = []
    /// Events that were here already.
    var duplicates = 0
    /// Lines kept until a successor or a good copy comes.
    var held = 0
    /// Lines refused, by reason.
    var refused: [RefusalReason: Int] = [:]
    /// Authors whose lines were left in the file because nobody has admitted them.
    var strangers: Set<MemberID> = []

    /// Adds what another batch came to.
    mutating func add(_ other: IntakeResult) {
        facts += other.facts
        numbers.merge(other.numbers) { $1 }
        withdrawn += other.withdrawn
        duplicates += other.duplicates
        held += other.held
        refused.merge(other.refused) { $0 + $1 }
        strangers.formUnion(other.strangers)
    }

    fileprivate mutating func refuse(_ reason: RefusalReason) {
        refused[reason, default: 0] += 1
    }
}

/// Takes lines into the store, up to the projection (protocol §4, ingest). One transaction holds
/// everything that a call does.
struct Intake {
    /// Where lines are stored.
    let database: Database
    /// What is stored of each log; brought up to date on the way.
    let book: LogBook
    /// Who is admitted, as it was before these lines.
    let context: GroupContext
    /// What opens an event.
    let keys: KeyRing
    /// Where the lines come from.
    let origin: LineOrigin
    /// Unix milliseconds.
    let now: UInt64

    /// The most lines of an unknown format kept for one group.
    private static let mostAside = 10_000

    private var result = IntakeResult()
    /// Some line of this group is held, so every new event asks whether it releases one.
    private var hasHeld: Bool

    init(
        database: Database, book: LogBook, context: GroupContext, keys: KeyRing,
        origin: LineOrigin, now: UInt64
    ) throws(StoreError) {
        self.database = database
        self.book = book
        self.context = context
        self.keys = keys
        self.origin = origin
        self.now = now
        hasHeld = try database.aside.isHolding(in: book.group)
    }

    /// Takes a batch.
    mutating func take(_ lines: ParsedLines) throws(StoreError) -> IntakeResult {
        result = IntakeResult()
        result.facts.reserveCapacity(lines.events.count)
        result.numbers.reserveCapacity(lines.events.count)
        for refused in lines.refused { try refuse(refused.error, refused.line) }
        for (author, events) in Self.byAuthor(lines.events) {
            try take(accepted(events, of: author), of: author)
        }
        return result
    }

    /// The events of each author, authors in the order in which they come.
    private static func byAuthor(
        _ events: [OpenedEvent]
    ) -> [(author: MemberID, events: [OpenedEvent])] {
        guard let first = events.first?.event.header.author else { return [] }
        // A file is one author's, unless somebody has meddled with it.
        if events.allSatisfy({ $0.event.header.author == first }) { return [(first, events)] }
        var authors: [(author: MemberID, events: [OpenedEvent])] = []
        var places: [MemberID: Int] = [:]
        for event in events {
            let author = event.event.header.author
            if let place = places[author] {
                authors[place].events.append(event)
            } else {
                places[author] = authors.count
                authors.append((author, [event]))
            }
        }
        return authors
    }

    // MARK: Whose lines are taken (§9)

    private mutating func accepted(
        _ events: [OpenedEvent], of author: MemberID
    ) -> [OpenedEvent] {
        if author == context.founder || context.isAdmitted(author) { return events }
        let stored = book.log(of: author).count
        guard stored > 0 || events.contains(where: isJoining) else {
            result.strangers.insert(author)
            return []
        }
        let room = max(0, ProtocolLimits.pendingEvents - stored)
        if events.count > room { result.strangers.insert(author) }
        return Array(
            events.sorted { $0.event.head < $1.event.head }.prefix(room))
    }

    private func isJoining(_ event: OpenedEvent) -> Bool {
        if case .payload(.memberJoined) = event.content { true } else { false }
    }

    // MARK: Authentic, then stored

    private mutating func take(
        _ events: [OpenedEvent], of author: MemberID
    ) throws(StoreError) {
        var check = AuthenticityCheck(book)
        for (opened, verdict) in zip(events, try check.judge(events)) {
            switch verdict {
            case .signed: try store(opened.event, opened.content, signature: .verified)
            case .named: try store(opened.event, opened.content, signature: .unchecked)
            case .unproven: try hold(opened.event)
            }
        }
    }

    private mutating func hold(_ event: SealedEvent) throws(StoreError) {
        if let number = try book.number(of: event) {
            // A bad copy of what a good one has proven already.
            try met(again: event, number)
            return
        }
        // A line of this batch that was judged later may have vouched for it since.
        if try book.isNamed(event) {
            try store(event, open(event), signature: .wrong)
            return
        }
        var line: [UInt8] = []
        EventLine.append(event, to: &line)
        try database.aside.hold(
            HeldLine(
                id: event.id.raw, author: event.header.author.raw, seq: event.header.seq,
                line: line),
            in: book.group, at: now)
        result.held += 1
        hasHeld = true
    }

    private mutating func store(
        _ event: SealedEvent, _ read: OpenResult, signature: SignatureState
    ) throws(StoreError) {
        if let number = try book.number(of: event) {
            try met(again: event, number)
            return
        }
        let chain = try book.chain(of: event)
        // A key that came with this batch may open what was read without it.
        let content = if case .unknownKey = read { open(event) } else { read }
        let fact = Fact(header: event.header, id: event.id, content: content)
        let number = try database.events.insert(
            EventRecord(event, fact: fact, chain: chain, signature: signature),
            in: book.group, unpublishedSince: origin == .device ? now : nil)
        if chain == .refused {
            try book.noteRefused(author: event.header.author, wasStored: false)
            result.refuse(.badChain)
        } else {
            try book.noteStored(event, chain: chain)
            result.facts.append(fact)
            result.numbers[event.id] = number
        }
        try settleFollowers(of: event, chain: chain)
        if hasHeld { try release(event) }
    }

    /// An event that is stored already: the store has it, and its signature may be the better one.
    private mutating func met(
        again event: SealedEvent, _ number: EventNumber
    ) throws(StoreError) {
        result.duplicates += 1
        if origin == .store { try database.events.setPublished(number) }
        guard let known = try database.events.signature(of: number), known.state != .verified,
            known.bytes != event.signature.raw
        else { return }
        if event.verifySignature() {
            try database.events.setSignature(event.signature.raw, .verified, of: number)
        }
    }

    // MARK: What the new event changes about others

    /// Events that were waiting for this one are connected now, or refused; while it waits itself,
    /// those that cannot follow it are refused all the same.
    private mutating func settleFollowers(
        of event: SealedEvent, chain: ChainState
    ) throws(StoreError) {
        guard book.hasWaiting else { return }
        var pending = [
            (event.id, event.header.author, event.header.seq, event.header.lamport, chain)
        ]
        while let (id, author, seq, lamport, state) = pending.popLast() {
            for next in try database.events.waiting(for: id.raw, in: book.group) {
                let fits =
                    state != .refused && next.author == author.raw && next.seq == seq + 1
                    && next.lamport > lamport
                if fits, state == .waiting { continue }
                let follower = EventID(raw: next.id)
                try database.events.setChain(fits ? .connected : .refused, of: next.number)
                book.noteNoLongerWaiting()
                if !fits { try refuseStored(next) }
                pending.append(
                    (
                        follower, MemberID(raw: next.author), next.seq, next.lamport,
                        fits ? .connected : .refused
                    ))
            }
        }
    }

    private mutating func refuseStored(_ waiting: WaitingEvent) throws(StoreError) {
        let author = MemberID(raw: waiting.author)
        try book.noteRefused(author: author, wasStored: true)
        result.refuse(.badChain)
        let event = EventID(raw: waiting.id)
        if result.numbers.removeValue(forKey: event) != nil {
            result.facts.removeAll { $0.id == event }
        } else if let record = try database.events.find(waiting.number) {
            result.withdrawn.append(
                WithdrawnEvent(
                    id: event, entity: record.state.target.map(EventID.init(raw:)) ?? event))
        }
    }

    /// A held line that this event names is authentic now; one with this id has had a good copy.
    private mutating func release(_ event: SealedEvent) throws(StoreError) {
        try database.aside.release(event.id.raw, in: book.group)
        guard
            let line = try database.aside.held(event.header.prev.raw, in: book.group)?.line,
            let held = try? EventLine.decode(line, group: context.group),
            held.header.author == event.header.author
        else { return }
        try database.aside.release(held.id.raw, in: book.group)
        try store(held, open(held), signature: .wrong)
    }

    private func open(_ event: SealedEvent) -> OpenResult {
        var scratch: [UInt8] = []
        return keys.open(event, scratch: &scratch)
    }

    private mutating func refuse(_ error: LineError, _ line: [UInt8]) throws(StoreError) {
        result.refuse(error.reason)
        // Only what a later version may read is worth keeping, and only so much of it.
        guard error.reason == .unknownFormat,
            try database.aside.count(error.reason.label, in: book.group) < Self.mostAside
        else { return }
        try database.aside.put(
            AsideLine(
                digest: SHA256.hash(line).raw, reason: error.reason.label, author: nil, line: line),
            in: book.group, at: now)
    }
}
