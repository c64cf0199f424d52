import FenCrypto
import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Stored events, by one author or everybody, in canonical order; `range` limits the numbers,
    /// `newest` how many of each author come.
    package func log(
        author: PartyID? = nil, range: ClosedRange<UInt64>? = nil, newest: Int? = nil,
        in id: GroupID
    ) throws(FenError) -> [EventView] {
        try answering {
            let group = try group(id)
            let unsynced = try unpublishedIDs(in: group)
            let authors = author.map { [$0.member] } ?? Array(group.book.logs.keys)
            var events: [EventView] = []
            for author in authors {
                guard let log = group.book.logs[author] else { continue }
                let held = group.book.log(of: author).held
                let first = newest.flatMap { held.number(fromEnd: $0) } ?? 1
                let range = range ?? first...ProtocolLimits.largestCounter
                var walk = ClaimWalk()
                try database.events.forEach(.log(log.number, range)) { row in
                    guard row.chain != .refused else { return }
                    let earlier = try walk.step(row)
                    events.append(
                        try view(of: row, after: earlier, in: group, unsynced: unsynced))
                }
            }
            return events.sorted { ($0.lamport, $0.id) < ($1.lamport, $1.id) }
        }
    }

    /// The newest events in canonical order, at most so many, and how many there are. Only these
    /// are opened.
    package func newest(
        _ most: Int, in id: GroupID
    ) throws(FenError) -> (events: [EventView], count: Int) {
        try answering {
            let group = try group(id)
            let unsynced = try unpublishedIDs(in: group)
            var events: [EventView] = []
            try database.events.forEach(.newest(group.number, most)) { row in
                events.append(try view(of: row, in: group, unsynced: unsynced))
            }
            let count = group.book.logs.values.reduce(0) { $0 + $1.log.count }
            return (events.reversed(), count)
        }
    }

    /// The events with an author's number; several where the author has forked.
    package func find(
        author: PartyID, seq: UInt64, branch: Int = 0, in id: GroupID
    ) throws(FenError) -> [EventID] {
        try answering {
            let group = try group(id)
            guard let log = group.book.logs[author.member] else { return [] }
            let ids = try database.events.ids(at: seq, in: log.number)
            return ids.dropFirst(branch).map(EventID.init(raw:))
        }
    }

    /// The one event whose id begins with these digits.
    package func find(idPrefix digits: String, in id: GroupID) throws(FenError) -> EventID {
        try answering {
            let digits = digits.lowercased()
            guard digits.utf8.count >= 4 else {
                throw FenError(
                    "SHORT_PREFIX", "An id needs at least four of its digits.", status: .usage)
            }
            let found = try database.events.ids(beginning: digits, in: try group(id).number)
            guard let first = found.first else {
                throw FenError("NO_EVENT", "No event's id begins with \(digits).")
            }
            guard found.count == 1 else {
                throw FenError(
                    "AMBIGUOUS_PREFIX", "More than one event's id begins with \(digits).",
                    hint:
                        "Type more digits: \(found.map { $0.hex.prefix(12) }.joined(separator: ", ")).",
                    status: .usage)
            }
            return EventID(raw: first)
        }
    }

    /// How an event is referred to on every screen.
    package func reference(of event: EventID, in id: GroupID) throws(FenError) -> Reference {
        try answering {
            let group = try group(id)
            guard let place = try group.book.place(of: event) else {
                throw FenError("NO_EVENT", "This event is not on this device.")
            }
            return try reference(of: event, author: place.author, seq: place.seq, in: group)
        }
    }

    func reference(
        of event: EventID, author: MemberID, seq: UInt64, in group: LocalGroup
    ) throws -> Reference {
        Reference(
            author: PartyID(member: author), seq: seq,
            branch: try branch(of: Head(id: event, seq: seq), author: author, in: group))
    }

    /// Which of an author's events with one number it is, by id; 0 in a log without forks.
    func branch(of head: Head, author: MemberID, in group: LocalGroup) throws -> Int {
        guard let log = group.book.logs[author], !log.log.isLinear else { return 0 }
        return try database.events.ids(at: head.seq, in: log.number).firstIndex(of: head.id.raw)
            ?? 0
    }

    /// A stored row for people; `earlier` is when the author's event before it claims to have been
    /// written, and is looked up where it is not given.
    func view(
        of row: FenStore.EventView, after earlier: UInt64? = nil, in group: LocalGroup,
        unsynced: Set<EventID>
    ) throws -> EventView {
        let event = SealedEvent(try row.record, group: group.id)
        var scratch: [UInt8] = []
        let fact = Fact(
            header: event.header, id: event.id,
            content: group.keys.open(event, scratch: &scratch))
        return try view(
            of: fact, label: row.label.flatMap(RefusalReason.init(rawValue:)), after: earlier,
            in: group, unsynced: unsynced)
    }

    func view(
        of fact: Fact, label: RefusalReason?, after earlier: UInt64? = nil, in group: LocalGroup,
        unsynced: Set<EventID>
    ) throws -> EventView {
        let earlier = try earlier ?? claim(of: fact.prev.raw, in: group)
        return EventView(
            id: fact.id,
            reference: try reference(of: fact.id, author: fact.author, seq: fact.seq, in: group),
            lamport: fact.lamport, createdAt: Int64(clamping: fact.createdAt),
            kindName: fact.payload?.kindName ?? "", payload: fact.payload, label: label,
            isSynced: !unsynced.contains(fact.id),
            clock: ClockDoubt(claimed: fact.createdAt, after: earlier, now: now()))
    }
}
