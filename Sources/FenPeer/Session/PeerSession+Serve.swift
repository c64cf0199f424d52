import FenCrypto
package import FenProtocol

/// Where the answer to wants stands.
struct ServingPlace: Sendable {
    let author: MemberID
    let range: ClosedRange<UInt64>
    var after: Head?
}

extension PeerSession {
    /// The most lines sent unasked at once; what is more is left for the other side to want.
    static let mostPushed = 64

    /// Takes a want: says what is not held and how much is to come, and queues the rest.
    mutating func serve(_ wanted: [MemberID: NumberSet]) async throws -> [PeerOutput] {
        let held = try await store.holdings(of: Set(wanted.keys))
        let gone = try await store.gone(of: Set(wanted.keys))
        var missing: [MemberID: NumberSet] = [:]
        var isMore = false
        for (author, ranges) in wanted {
            let numbers = (held[author]?.numbers ?? NumberSet())
                .subtracting(gone[author] ?? NumberSet())
            let given = ranges.intersection(numbers)
            let lacking = ranges.subtracting(numbers)
            if !lacking.isEmpty { missing[author] = lacking }
            let more = given.subtracting(serving[author] ?? NumberSet())
            guard !more.isEmpty else { continue }
            isMore = true
            let measure = try await store.measure(author, more)
            toCome.events += measure.events
            toCome.bytes += measure.bytes
            let all = (serving[author] ?? NumberSet()).union(more)
            // An honest side asks again only when it was answered.
            guard all.ranges.count <= PeerLimits.ranges * 4 else { return end(.budget) }
            serving[author] = all
        }
        var outputs = PeerFrame.cannots(missing).map { PeerOutput.send($0) }
        if isMore {
            outputs.append(.send(.total(events: toCome.events, bytes: toCome.bytes)))
        }
        return outputs
    }

    /// Whether wants are not answered yet.
    package var hasMoreToSend: Bool { current != nil || !serving.isEmpty }

    /// The next batch of what was wanted, to be asked for while the connection has room.
    package mutating func nextBatch(now: Int64) async -> [PeerOutput] {
        await guarded { session throws in
            let lines = try await session.nextLines()
            guard !lines.isEmpty else { return [] }
            session.spoken = now
            let bytes = lines.reduce(0) { $0 + $1.count }
            session.toCome.events -= min(session.toCome.events, UInt64(lines.count))
            session.toCome.bytes -= min(session.toCome.bytes, UInt64(bytes))
            return [.send(.events(lines)), .tell(.sent(events: lines.count, bytes: bytes))]
        }
    }

    private mutating func nextLines() async throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var room = PeerLimits.batchBytes
        while room > 0, lines.count < PeerLimits.batchLines, let place = nextPlace() {
            let batch = try await store.read(
                place.author, place.range, after: place.after, bytes: room)
            let fitting = batch.lines.prefix(PeerLimits.batchLines - lines.count)
            lines += fitting
            // Each line takes a head of up to three bytes.
            room -= fitting.reduce(0) { $0 + $1.count + 3 }
            let isWhole = fitting.count == batch.lines.count && batch.reachesEnd
            if isWhole {
                current = nil
            } else if let last = batch.heads.prefix(fitting.count).last {
                current?.after = last
            } else {
                // Not one line fits any more; into an empty frame every line does.
                if lines.isEmpty { current = nil }
                break
            }
        }
        return lines
    }

    private mutating func nextPlace() -> ServingPlace? {
        if let current { return current }
        guard let author = serving.keys.min(), let ranges = serving[author],
            let range = ranges.ranges.first
        else { return nil }
        let left = NumberSet(ranges.ranges.dropFirst())
        serving[author] = left.isEmpty ? nil : left
        current = ServingPlace(author: author, range: range, after: nil)
        return current
    }

    /// Takes note of events stored here by other ways than this session: typed here, or come from
    /// another peer or the store. What the other side has not sent and goes on where its log ends
    /// is sent at once; in any case it is told. Of an author without events here there were too
    /// many to be pushed.
    package mutating func stored(
        _ events: [MemberID: [Head]],
        now: Int64
    ) async -> [PeerOutput] {
        await guarded { session throws in
            let own = try await session.store.holdings(of: Set(events.keys))
            var outputs: [PeerOutput] = []
            var lines: [[UInt8]] = []
            // Before the other side has said what it holds, nothing is pushed.
            let served = session.otherStore == nil ? [] : events.sorted { $0.key < $1.key }
            for (author, heads) in served where own[author] != nil {
                lines += try await session.push(author, heads, room: Self.mostPushed - lines.count)
            }
            while !lines.isEmpty {
                let batch = Self.firstBatch(of: &lines)
                let bytes = batch.reduce(0) { $0 + $1.count }
                outputs.append(.send(.events(batch)))
                outputs.append(.tell(.sent(events: batch.count, bytes: bytes)))
            }
            session.spoken = now
            outputs += PeerFrame.haves(store: session.store.id, own).map { .send($0) }
            return outputs + (try await session.plan([MemberID](events.keys), now: now))
        }
    }

    private mutating func push(
        _ author: MemberID,
        _ heads: [Head],
        room: Int
    ) async throws -> [[UInt8]] {
        let theirs = others[author] ?? PeerHoldings()
        guard let first = heads.map(\.seq).min(), heads.count <= room else { return [] }
        var next = max(theirs.contiguous, pushed[author, default: 0]) + 1
        guard first <= next else { return [] }
        var lines: [[UInt8]] = []
        for head in heads.sorted() where head.seq <= next && !theirs.tips.contains(head) {
            let isNew = head.seq == next
            // A number the other side has is sent only where the fork began, or goes on.
            guard isNew || !theirs.numbers.contains(head.seq) else { continue }
            let batch = try await store.read(
                author, head.seq...head.seq, after: nil, bytes: PeerLimits.batchBytes)
            guard let place = batch.heads.firstIndex(of: head) else { continue }
            lines.append(batch.lines[place])
            if isNew { next += 1 }
        }
        pushed[author] = next - 1
        return lines
    }

    private static func firstBatch(of lines: inout [[UInt8]]) -> [[UInt8]] {
        var room = PeerLimits.batchBytes
        let count = lines.prefix { line in
            room -= line.count + 3
            return room >= 0
        }.count
        defer { lines.removeFirst(max(1, count)) }
        return [[UInt8]](lines.prefix(max(1, count)))
    }
}
