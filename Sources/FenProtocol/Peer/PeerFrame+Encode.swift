import FenCrypto
import FenEncoding

extension PeerFrame {
    /// The number that says which frame it is.
    package var kind: UInt64 {
        switch self {
        case .have: 0
        case .want: 1
        case .total: 2
        case .events: 3
        case .cannot: 4
        case .askIDs: 5
        case .ids: 6
        case .blobWant: 7
        case .blob: 8
        case .done: 9
        case .ping: 10
        case .bye: 11
        }
    }

    /// The bytes of the frame: deterministic CBOR (RFC 8949 §4.2.1).
    package func encode() -> [UInt8] {
        CBOR.encode(.array([.unsigned(kind)] + fields))
    }

    private var fields: [CBORValue] {
        switch self {
        case .have(let store, let authors):
            [.bytes(store), Self.map(authors, Self.value)]
        case .want(let ranges), .cannot(let ranges):
            [Self.map(ranges, Self.value)]
        case .total(let events, let bytes):
            [.unsigned(events), .unsigned(bytes)]
        case .events(let lines):
            [.array(lines.map(CBORValue.bytes))]
        case .askIDs(let author, let seq):
            [.bytes(author), .unsigned(seq)]
        case .ids(let author, let seq, let ids):
            [.bytes(author), .unsigned(seq), .array(ids.map { .bytes($0) })]
        case .blobWant(let hash, let offset):
            [.bytes(hash), .unsigned(offset)]
        case .blob(let hash, let offset, let size, let bytes):
            [.bytes(hash), .unsigned(offset), .unsigned(size), .bytes(bytes)]
        case .done, .ping:
            []
        case .bye(let code, let text):
            [.unsigned(UInt64(code)), .text(text)]
        }
    }

    private static func map<Value>(
        _ authors: [MemberID: Value],
        _ value: (Value) -> CBORValue
    ) -> CBORValue {
        .map(CBORMap(authors.map { (key: .bytes($0.key), value: value($0.value)) }))
    }

    private static func value(_ ranges: NumberSet) -> CBORValue {
        .array(
            ranges.ranges.map {
                .array([.unsigned($0.lowerBound), .unsigned($0.upperBound)])
            })
    }

    private static func value(_ holdings: PeerHoldings) -> CBORValue {
        .array([
            .array(holdings.tips.map { .array([.unsigned($0.seq), .bytes($0.id)]) }),
            .unsigned(holdings.claimed),
            value(holdings.beyond),
        ])
    }
}

extension PeerFrame {
    /// A `have` as so many frames as it takes, each within the limits; at least one.
    ///
    /// More ranges of one author than a frame may name are left out from the highest down, more
    /// tips from the lowest up.
    package static func haves(
        store: StoreID,
        _ authors: [MemberID: PeerHoldings]
    ) -> [PeerFrame] {
        let entries = authors.sorted { $0.key < $1.key }.map { author, holdings in
            var holdings = holdings
            holdings.tips = [Head](holdings.tips.suffix(PeerLimits.tips))
            holdings.beyond = holdings.beyond.prefix(ranges: PeerLimits.ranges)
            return (author, holdings)
        }
        let frames = split(entries) { value($0).encodedCount }
        return frames.isEmpty ? [.have(store: store, [:])] : frames.map { .have(store: store, $0) }
    }

    /// Wants as so many frames as they take; ranges past the limit of one frame go into the next.
    package static func wants(_ authors: [MemberID: NumberSet]) -> [PeerFrame] {
        split(pieces(authors)) { value($0).encodedCount }.map { .want($0) }
    }

    /// What cannot be given, as so many frames as it takes.
    package static func cannots(_ authors: [MemberID: NumberSet]) -> [PeerFrame] {
        split(pieces(authors)) { value($0).encodedCount }.map { .cannot($0) }
    }

    private static func pieces(_ authors: [MemberID: NumberSet]) -> [(MemberID, NumberSet)] {
        authors.sorted { $0.key < $1.key }.flatMap { author, ranges in
            stride(from: 0, to: ranges.ranges.count, by: PeerLimits.ranges).map { start in
                (author, NumberSet(ranges.ranges[start...].prefix(PeerLimits.ranges)))
            }
        }
    }

    private static func split<Value>(
        _ entries: [(MemberID, Value)],
        size: (Value) -> Int
    ) -> [[MemberID: Value]] {
        var frames: [[MemberID: Value]] = []
        var frame: [MemberID: Value] = [:]
        // The array, the kind, a store's id and the head of a map take fewer bytes than this.
        var bytes = 32
        for (author, value) in entries {
            // A key of 32 bytes with its head.
            let more = 34 + size(value)
            if frame.count == PeerLimits.authors || bytes + more > PeerLimits.frameBytes
                || frame[author] != nil
            {
                frames.append(frame)
                (frame, bytes) = ([:], 32)
            }
            frame[author] = value
            bytes += more
        }
        if !frame.isEmpty { frames.append(frame) }
        return frames
    }
}

extension CBORValue {
    fileprivate var encodedCount: Int { CBOR.encode(self).count }
}
