import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStore

/// Where a stored event's chain came from: the newest connected event seen of a log.
struct LogTip {
    /// Names the event.
    let id: EventID
    /// Its number in the log.
    let seq: UInt64
    /// Its logical time.
    let lamport: UInt64
}

/// The structure of one group's stored logs: what the ledger asks about, kept in a few words per
/// author and in the store's columns.
///
/// Refused (`BAD_CHAIN`) events are in the table, so that what follows them is refused in any
/// order of arrival, and nowhere in what this tells.
final class LogBook: LogIndex {
    /// One author's log; an object, so that an event of a run changes it where it stands.
    final class Log {
        let number: LogNumber
        fileprivate(set) var log: AuthorLog
        /// The last event stored whose chain is whole; saves a look-up for each event of a run.
        fileprivate(set) var tip: LogTip?
        /// How many events are in the table that this log does not show.
        fileprivate(set) var refusedCount: Int
        /// The largest number that was ever stored here and not refused, also when a damaged disk or
        /// the lab has taken it away since.
        fileprivate(set) var claimed: UInt64

        fileprivate init(
            number: LogNumber, log: AuthorLog = AuthorLog(), refusedCount: Int = 0,
            claimed: UInt64 = 0
        ) {
            self.number = number
            self.log = log
            self.refusedCount = refusedCount
            self.claimed = max(claimed, log.held.last ?? 0)
        }
    }

    /// The group whose logs these are.
    let group: GroupNumber
    /// Where they are stored.
    let store: EventStore
    /// The logs of which something is stored.
    private(set) var logs: [MemberID: Log] = [:]
    /// The log asked for last: events come in runs of one author.
    private var recent: (author: MemberID, log: Log)?
    /// How many stored events wait for the one before them; while none does, no new event has
    /// followers to look for.
    private var waitingCount = 0

    /// Reads what is stored: a few columns per author, and the numbers only of logs with holes.
    init(group: GroupNumber, store: EventStore) throws(StoreError) {
        self.group = group
        self.store = store
        for state in try store.logs(in: group) {
            let refused = try store.count(of: state.number, in: .refused)
            waitingCount += try store.count(of: state.number, in: .waiting)
            let count = state.storedCount - refused
            var held = NumberSet()
            if count == Int(state.maxSeq), !state.isForked, refused == 0 {
                if count > 0 { held.append(1...state.maxSeq) }
            } else {
                for range in try store.heldRanges(of: state.number) { held.append(range) }
            }
            logs[MemberID(raw: state.author)] = Log(
                number: state.number,
                log: AuthorLog(held: held, count: count, isLinear: !state.isForked),
                refusedCount: refused, claimed: state.claimedSeq
            )
        }
    }

    func log(of author: MemberID) -> AuthorLog {
        known(author)?.log ?? AuthorLog()
    }

    /// The log of an author of whom something is stored.
    func known(_ author: MemberID) -> Log? {
        if let recent, recent.author == author { return recent.log }
        guard let log = logs[author] else { return nil }
        recent = (author, log)
        return log
    }

    /// The number of an author's log; nil when nothing of it is stored.
    func logNumber(of author: MemberID) -> LogNumber? {
        known(author)?.number
    }

    /// Notes an event that has just been stored and is not refused; call it before the rows that
    /// follow it are looked at.
    func noteStored(_ event: SealedEvent, chain: ChainState) throws(StoreError) {
        let header = event.header
        let entry = try entry(for: header.author)
        if entry.log.isLinear {
            entry.log.isLinear = try fitsNeighbours(event, entry)
        }
        if entry.log.held.last.map({ header.seq > $0 }) ?? true {
            entry.log.held.append(header.seq...header.seq)
        } else if !entry.log.held.contains(header.seq) {
            entry.log.held = entry.log.held.union(NumberSet([header.seq...header.seq]))
        }
        entry.log.count += 1
        entry.claimed = max(entry.claimed, header.seq)
        if chain == .waiting { waitingCount += 1 }
        if chain == .connected {
            entry.tip = LogTip(id: event.id, seq: header.seq, lamport: header.lamport)
        }
    }

    /// Whether stored events may wait for others at all.
    var hasWaiting: Bool {
        waitingCount > 0
    }

    /// Notes that an event no longer waits: it is connected, or refused.
    func noteNoLongerWaiting() {
        waitingCount -= 1
    }

    /// Notes an event that is in the table and refused.
    func noteRefused(author: MemberID, wasStored: Bool) throws(StoreError) {
        let entry = try entry(for: author)
        entry.refusedCount += 1
        entry.tip = nil
        if wasStored {
            entry.log.count -= 1
            var held = NumberSet()
            for range in try store.heldRanges(of: entry.number) { held.append(range) }
            // What was refused is claimed no more; what is lost from above it still is.
            if entry.claimed == entry.log.held.last { entry.claimed = held.last ?? 0 }
            entry.log.held = held
            entry.log.isLinear = try isLinear(entry.number)
        }
    }

    /// Takes what is here for all that an author has written.
    func forgetLost(of author: MemberID) {
        guard let entry = known(author) else { return }
        entry.claimed = entry.log.held.last ?? 0
    }

    /// Writes the frontier columns of an author.
    func writeFrontier(of author: MemberID, contiguous: UInt64) throws(StoreError) {
        guard let log = logs[author] else { return }
        try store.setFrontier(
            of: log.number, contiguous: contiguous, claimed: log.claimed,
            isForked: !log.log.isLinear)
    }

    private func entry(for author: MemberID) throws(StoreError) -> Log {
        if let known = known(author) { return known }
        let entry = Log(number: try store.logNumber(of: author.raw, in: group))
        logs[author] = entry
        return entry
    }

    /// Linear: no other event has the number, the event before, where its number is held, is the
    /// one this names, and the event after, where held, names this one.
    private func fitsNeighbours(
        _ event: SealedEvent, _ entry: Log
    ) throws(StoreError) -> Bool {
        let header = event.header
        let held = entry.log.held
        if held.contains(header.seq) { return false }
        if header.seq > 1, held.contains(header.seq - 1), entry.tip?.id != header.prev,
            try !store.ids(at: header.seq - 1, in: entry.number).contains(header.prev.raw)
        {
            return false
        }
        if held.contains(header.seq + 1),
            try store.successors(of: event.id.raw, at: header.seq, in: entry.number).isEmpty
        {
            return false
        }
        return true
    }
}
