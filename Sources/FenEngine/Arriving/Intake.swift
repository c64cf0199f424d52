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

/// Takes lines into the store, up to the projection (Wire format, Ingest). One transaction holds
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
    /// Who this device's person is.
    let me: MemberID?
    /// Where the lines come from.
    let origin: LineOrigin
    /// Unix milliseconds.
    let now: UInt64

    /// What is kept of lines of an unknown format: anybody who can write to the store can make
    /// some.
    private static let mostAside = LineLimit(count: 10_000, bytes: 32 << 20)
    /// What is kept of lines with wrong signatures in one author's name.
    private static let mostHeldOfAuthor = LineLimit(count: 1_000, bytes: 8 << 20)
    /// What is kept of such lines altogether.
    private static let mostHeld = LineLimit(count: 4_000, bytes: 32 << 20)

    /// What has become of the batch so far.
    var result = IntakeResult()
    /// Some line of this group is held, so every new event asks whether it releases one.
    private var hasHeld: Bool

    init(
        database: Database, book: LogBook, context: GroupContext, keys: KeyRing,
        me: MemberID?, origin: LineOrigin, now: UInt64
    ) throws(StoreError) {
        self.database = database
        self.book = book
        self.context = context
        self.keys = keys
        self.me = me
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
            try take(events, of: author)
        }
        try limitWhatIsKept()
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

    // MARK: Whose lines are taken (Storage, Reading lines)

    private mutating func accepted(
        _ events: [JudgedEvent], of author: MemberID
    ) throws(StoreError) -> [JudgedEvent] {
        // What this person has written themselves is all kept, or numbers would be used twice: also
        // what does not open, as after a fresh invite that brings only a newer key.
        if author == me { return events }
        if context.takesWhole(author) { return try withoutFlood(events, of: author) }
        // Refused ones take a place too: what is kept of a joiner may not depend on what came first.
        let stored = book.rowCount(of: author)
        // Only what is authentic counts: forged lines in a joiner's name neither make them one nor
        // take the place of theirs.
        let authentic = events.filter { $0.verdict != .unproven }
        guard stored > 0 || authentic.contains(where: { isJoining($0.opened) }) else {
            result.strangers.insert(author)
            return []
        }
        var known: [JudgedEvent] = []
        var fresh: [JudgedEvent] = []
        for event in authentic {
            if try book.number(of: event.opened.event) == nil {
                fresh.append(event)
            } else {
                known.append(event)
            }
        }
        let room = max(0, ProtocolLimits.pendingEvents - stored)
        if fresh.count > room { result.strangers.insert(author) }
        fresh.sort { $0.opened.event.head < $1.opened.event.head }
        return known + fresh.prefix(room) + events.filter { $0.verdict == .unproven }
    }

    private func isJoining(_ event: OpenedEvent) -> Bool {
        if case .payload(.memberJoined) = event.content { true } else { false }
    }

    // MARK: Authentic, then stored

    private mutating func take(
        _ events: [OpenedEvent], of author: MemberID
    ) throws(StoreError) {
        var check = AuthenticityCheck(book)
        let judged = zip(events, try check.judge(events)).map(JudgedEvent.init)
        for event in try accepted(judged, of: author) {
            let opened = event.opened
            switch event.verdict {
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
        if try book.isNamed(event) { return try store(event, open(event), signature: .wrong) }
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
        if let number = try book.number(of: event) { return try met(again: event, number) }
        let chain = try book.chain(of: event)
        // Since this was read a key may have come that opens it, or gone that had opened it.
        let isHeld = keys.key(epoch: event.header.epoch, id: event.header.keyID) != nil
        let content = if isHeld, case .unknownKey = read { open(event) } else { read }
        let fact = Fact(
            header: event.header, id: event.id, content: isHeld ? content : .unknownKey)
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

    /// A held line that this event names is authentic now; one with this id has had a good copy.
    private mutating func release(_ event: SealedEvent) throws(StoreError) {
        try database.aside.release(event.id.raw, in: book.group)
        guard let line = try database.aside.held(event.header.prev.raw, in: book.group)?.line else {
            return
        }
        let held: SealedEvent
        do throws(LineError) {
            held = try EventLine.decode(line, group: context.group)
        } catch {
            // It was read when it was held, by rules that hold no more: it is no event now.
            try database.aside.release(event.header.prev.raw, in: book.group)
            return
        }
        guard held.header.author == event.header.author else { return }
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
        guard error.reason == .unknownFormat else { return }
        try database.aside.put(
            AsideLine(
                digest: SHA256.hash(line).raw, reason: error.reason.label, author: nil, line: line),
            in: book.group, at: now)
    }

    /// Once a batch, which is small beside what is kept.
    private func limitWhatIsKept() throws(StoreError) {
        if result.held > 0 {
            try database.aside.limitHeld(
                author: Self.mostHeldOfAuthor, all: Self.mostHeld, in: book.group)
        }
        if result.refused[.unknownFormat] != nil {
            try database.aside.limit(
                RefusalReason.unknownFormat.label, to: Self.mostAside, in: book.group)
        }
    }
}
