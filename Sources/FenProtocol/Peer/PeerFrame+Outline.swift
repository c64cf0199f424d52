extension PeerFrame {
    /// What the frame is called on the page *FenPeer*, such as `ask-id`.
    package var name: String {
        switch self {
        case .have: "have"
        case .want: "want"
        case .total: "total"
        case .events: "events"
        case .cannot: "cannot"
        case .askIDs: "ask-id"
        case .ids: "ids"
        case .blobWant: "blob-want"
        case .blob: "blob"
        case .done: "done"
        case .ping: "ping"
        case .bye: "bye"
        }
    }

    /// What can be counted in the frame, by name, and nothing of what it says beyond that:
    /// `authors`, `ranges`, `numbers` (of events that are wanted, or held beyond a gap), `events`,
    /// `ids`, the log's `number` that is asked about, an attachment's `offset` and `size` in
    /// bytes, the `bytes` of lines that are to come, the `code` of a farewell.
    package var counts: [String: UInt64] {
        switch self {
        case .have(_, let authors): Self.counts(authors.mapValues(\.beyond))
        case .want(let authors), .cannot(let authors): Self.counts(authors)
        case .total(let events, let bytes): ["events": events, "bytes": bytes]
        case .events(let lines): ["events": UInt64(lines.count)]
        case .askIDs(_, let number): ["number": number]
        case .ids(_, let number, let ids): ["number": number, "ids": UInt64(ids.count)]
        case .blobWant(_, let offset): ["offset": offset]
        case .blob(_, let offset, let size, _): ["offset": offset, "size": size]
        case .done, .ping: [:]
        case .bye(let code, _): ["code": UInt64(code)]
        }
    }

    private static func counts(_ authors: [MemberID: NumberSet]) -> [String: UInt64] {
        [
            "authors": UInt64(authors.count),
            "ranges": authors.values.reduce(0) { $0 + UInt64($1.ranges.count) },
            // Hostile ranges may name more than 2^64 numbers together.
            "numbers": authors.values.reduce(0) { $0 &+ $1.count },
        ]
    }
}
