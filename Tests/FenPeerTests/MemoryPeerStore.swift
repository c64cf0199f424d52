import FenCrypto
import FenEncoding
import FenProtocol
import Synchronization

@testable import FenPeer

/// An event of the tests: enough of one to have an author, a number, a previous event and an id.
struct FakeEvent: Hashable, Sendable {
    let author: MemberID
    let seq: UInt64
    let prev: EventID
    let text: [UInt8]

    let line: [UInt8]

    let id: EventID
    var head: Head { Head(id: id, seq: seq) }

    init(author: MemberID, seq: UInt64, prev: EventID, text: [UInt8]) {
        self.author = author
        self.seq = seq
        self.prev = prev
        self.text = text
        line = author.bytes + withUnsafeBytes(of: seq.bigEndian) { [UInt8]($0) } + prev.bytes + text
        id = EventID(raw: SHA256.hash(line).raw)
    }

    init?(line: [UInt8]) {
        guard line.count >= 72, let author = MemberID(line[..<32]),
            let prev = EventID(line[40..<72])
        else { return nil }
        let seq = line[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard seq > 0 else { return nil }
        self.init(author: author, seq: seq, prev: prev, text: [UInt8](line[72...]))
    }

    /// A log of so many events, or the rest of one that parts from another after an event.
    static func log(
        _ author: MemberID,
        _ count: Int,
        after event: FakeEvent? = nil,
        mark: UInt8 = 0,
        size: Int = 60
    ) -> [FakeEvent] {
        var events: [FakeEvent] = []
        var last = event
        for _ in 0..<count {
            let next = FakeEvent(
                author: author, seq: (last?.seq ?? 0) + 1, prev: last?.id ?? .zero,
                text: [mark] + [UInt8](repeating: 0x2e, count: size))
            events.append(next)
            last = next
        }
        return events
    }
}

/// A store in memory that takes fake events of authors it was told of.
final class MemoryPeerStore: PeerStore {
    struct State {
        var authors: [MemberID: UInt64] = [:]
        var events: [MemberID: [UInt64: [EventID: FakeEvent]]] = [:]
        var connected: [MemberID: [UInt64: Set<EventID>]] = [:]
        var taken = 0
        var useless = 0
        var reads = 0
        var cache: [MemberID: PeerHoldings] = [:]
        var boasts: [MemberID: PeerHoldings] = [:]
        var fails = false
    }

    struct Failure: Error {}

    let id: StoreID
    private let state: Mutex<State>

    init(_ number: UInt8, authors: [MemberID], room: UInt64 = .max) {
        id = StoreID([UInt8](repeating: number, count: 16)) ?? .zero
        var state = State()
        for author in authors { state.authors[author] = room }
        self.state = Mutex(state)
    }

    func with<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
        state.withLock { body(&$0) }
    }

    @discardableResult
    func add(_ events: some Sequence<FakeEvent>) -> [MemberID: [Head]] {
        let events = [FakeEvent](events)
        return state.withLock { state in
            var new: [MemberID: [Head]] = [:]
            for event in events where state.add(event) {
                new[event.author, default: []].append(event.head)
            }
            return new
        }
    }

    /// All ids, by author.
    var contents: [MemberID: Set<EventID>] {
        state.withLock { state in
            state.events.mapValues { Set($0.values.flatMap(\.keys)) }.filter { !$0.value.isEmpty }
        }
    }

    /// All events.
    var all: [FakeEvent] {
        state.withLock { $0.events.values.flatMap(\.values).flatMap(\.values) }
    }

    /// The ids of connected events, by author.
    var connected: [MemberID: Set<EventID>] {
        state.withLock { state in
            state.connected.mapValues { Set($0.values.flatMap(\.self)) }.filter {
                !$0.value.isEmpty
            }
        }
    }

    /// What is held of an author, in short.
    func summary(_ author: MemberID) -> String {
        state.withLock { state in
            let holdings = state.holdings(author)
            let count = state.events[author, default: [:]].values.reduce(0) { $0 + $1.count }
            return "\(count) events, tips \(holdings.tips.map(\.seq)), "
                + "beyond \(holdings.beyond.ranges)"
        }
    }

    /// Whether no number of an author has two events.
    func isStraight(_ author: MemberID) -> Bool {
        state.withLock { $0.events[author, default: [:]].values.allSatisfy { $0.count == 1 } }
    }

    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings] {
        try state.withLock { state throws in
            if state.fails { throw Failure() }
            var all: [MemberID: PeerHoldings] = [:]
            for author in authors ?? Set(state.authors.keys) where state.authors[author] != nil {
                let known = state.boasts[author] ?? state.cache[author]
                let holdings = known ?? state.holdings(author)
                state.cache[author] = holdings
                all[author] = holdings
            }
            return all
        }
    }

    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64] {
        state.withLock { state in state.authors.filter { authors.contains($0.key) } }
    }

    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID] {
        state.withLock { $0.connected[author]?[seq]?.sorted() ?? [] }
    }

    func measure(_ author: MemberID, _ ranges: NumberSet) async throws -> PeerMeasure {
        state.withLock { state in
            let lines = state.events[author, default: [:]].filter { ranges.contains($0.key) }
                .values.flatMap(\.values)
            let bytes = lines.reduce(0) { $0 + $1.line.count }
            return PeerMeasure(events: UInt64(lines.count), bytes: UInt64(bytes))
        }
    }

    func read(
        _ author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes: Int
    ) async throws -> PeerBatch {
        state.withLock { state in
            state.reads += 1
            let events = state.events[author, default: [:]]
            var batch = PeerBatch(heads: [], lines: [], reachesEnd: true)
            var room = bytes
            for seq in events.keys.filter({ range.contains($0) }).sorted() {
                for (id, event) in events[seq, default: [:]].sorted(by: { $0.key < $1.key }) {
                    if let after, Head(id: id, seq: seq) <= after { continue }
                    let line = event.line
                    room -= line.count
                    guard room >= 0 else {
                        batch.reachesEnd = false
                        return batch
                    }
                    batch.heads.append(event.head)
                    batch.lines.append(line)
                }
            }
            return batch
        }
    }

    func take(_ lines: [[UInt8]], from peer: X25519PublicKey) async throws -> PeerTaken {
        state.withLock { state in
            var taken = PeerTaken()
            for line in lines {
                guard let event = FakeEvent(line: line), state.authors[event.author] != nil else {
                    taken.uselessBytes += line.count
                    continue
                }
                let seen = taken.seen[event.author] ?? NumberSet()
                taken.seen[event.author] = seen.union(NumberSet([event.seq...event.seq]))
                if state.add(event) {
                    state.taken += 1
                    taken.stored[event.author, default: []].append(event.head)
                } else {
                    state.useless += 1
                    taken.uselessBytes += line.count
                }
            }
            return taken
        }
    }
}

extension MemoryPeerStore.State {
    mutating func add(_ event: FakeEvent) -> Bool {
        let id = event.id
        guard events[event.author]?[event.seq]?[id] == nil else { return false }
        events[event.author, default: [:]][event.seq, default: [:]][id] = event
        cache[event.author] = nil
        var fresh = [event]
        while let next = fresh.popLast() {
            let isConnected =
                next.seq == 1
                ? next.prev == .zero
                : connected[next.author]?[next.seq - 1]?.contains(next.prev) == true
            guard isConnected else { continue }
            connected[next.author, default: [:]][next.seq, default: []].insert(next.id)
            let after = events[next.author]?[next.seq + 1] ?? [:]
            fresh += after.values.filter { $0.prev == next.id }
        }
        return true
    }

    func holdings(_ author: MemberID) -> PeerHoldings {
        let chain = connected[author] ?? [:]
        let all = events[author] ?? [:]
        var tips: [Head] = []
        for (seq, ids) in chain {
            let named = Set((all[seq + 1] ?? [:]).values.map(\.prev))
            tips += ids.subtracting(named).map { Head(id: $0, seq: seq) }
        }
        tips.sort()
        let contiguous = tips.last?.seq ?? 0
        let beyond = all.keys.filter { $0 > contiguous }.map { $0...$0 }
        return PeerHoldings(
            tips: [Head](tips.suffix(PeerLimits.tips)), claimed: all.keys.max() ?? 0,
            beyond: NumberSet(beyond))
    }
}
