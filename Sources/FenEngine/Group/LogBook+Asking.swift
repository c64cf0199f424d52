import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStore

/// What the ledger and the intake ask about stored events.
extension LogBook {
    func id(of author: MemberID, at seq: UInt64) throws(StoreError) -> EventID? {
        guard let log = logs[author] else { return nil }
        return try store.ids(at: seq, in: log.number).first.map(EventID.init(raw:))
    }

    func links(of author: MemberID) throws(StoreError) -> [LogLink] {
        guard let log = logs[author] else { return [] }
        return try store.links(of: log.number).map { link in
            LogLink(id: EventID(raw: link.id), seq: link.seq, prev: EventID(raw: link.prev))
        }
    }

    func place(of event: EventID) throws(StoreError) -> StoredPlace? {
        guard let place = try store.place(of: event.raw, in: group), place.chain != .refused else {
            return nil
        }
        return StoredPlace(
            author: MemberID(raw: place.author), seq: place.seq, isOpened: place.kind != 0
        )
    }

    /// The lamport of a stored event; 0 when it is not stored.
    func lamport(of event: EventID) throws(StoreError) -> UInt64 {
        try store.place(of: event.raw, in: group)?.lamport ?? 0
    }

    /// How many events of an author are in the table, refused ones too.
    func rowCount(of author: MemberID) -> Int {
        guard let log = known(author) else { return 0 }
        return log.log.count + log.refusedCount
    }

    /// The number of a stored event, refused ones too; nil when it is not stored.
    func number(of event: SealedEvent) throws(StoreError) -> EventNumber? {
        let author = event.header.author
        guard let log = known(author),
            log.refusedCount > 0 || log.log.held.contains(event.header.seq)
        else { return nil }
        return try store.number(
            of: event.id.raw, author: author.raw, seq: event.header.seq, in: group
        )
    }

    /// Whether a stored event of the same author names this one, which is not stored, as the one
    /// before it; whatever its number says, so that the order of arrival does not matter.
    func isNamed(_ event: SealedEvent) throws(StoreError) -> Bool {
        guard hasWaiting else { return false }
        let author = event.header.author.raw
        return try store.waiting(for: event.id.raw, in: group).contains { $0.author == author }
    }

    /// Whether an event's chain holds, as far as it is stored.
    func chain(of event: SealedEvent) throws(StoreError) -> ChainState {
        let header = event.header
        guard (header.seq == 1) == (header.prev == .zero) else { return .refused }
        if header.seq == 1 { return .connected }
        if let tip = known(header.author)?.tip, tip.id == header.prev {
            return tip.seq + 1 == header.seq && tip.lamport < header.lamport ? .connected : .refused
        }
        // Somebody else's event is as if it were not stored: not every device keeps it.
        guard let previous = try store.place(of: header.prev.raw, in: group),
            previous.author == header.author.raw
        else { return .waiting }
        let fits = previous.seq + 1 == header.seq && previous.lamport < header.lamport
        return fits ? previous.chain : .refused
    }

    /// Whether what is in the table of a log and not refused is one chain.
    func isLinear(_ log: LogNumber) throws(StoreError) -> Bool {
        var before: (id: Bytes32, seq: UInt64)?
        for link in try store.links(of: log) {
            if let before {
                if before.seq == link.seq { return false }
                if before.seq + 1 == link.seq, before.id != link.prev { return false }
            }
            before = (link.id, link.seq)
        }
        return true
    }
}
