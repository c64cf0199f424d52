internal import FenEncoding
internal import FenEngine
internal import FenProtocol

extension EventFace {
    /// An event in the JSON face; `payload` is the canonical payload as an object of its own.
    func json(_ event: EventView) -> OutputJSON {
        .fields([
            "ref": .string(roster.text(event.reference)),
            "id": .string(event.id.hex),
            "author": roster.json(event.reference.author),
            "seq": .number(event.reference.seq),
            "lamport": .number(event.lamport),
            "created_at": .number(event.createdAt),
            "clock": event.clock.map(ClockFace.json) ?? .null,
            "kind": .string(event.kindName),
            "label": .text(event.label?.rawValue),
            "synced": .bool(event.isSynced),
            "payload": event.payload.map {
                .string($0.withoutSecrets ?? String(decoding: $0.encode(), as: UTF8.self))
            } ?? .null,
        ])
    }

    /// A line of `/history` in the JSON face: an event, or a hole.
    func json(_ item: TimelineItem) -> OutputJSON {
        switch item {
        case .event(let event):
            .fields(["event": json(event), "hole": .null])
        case .hole(let author, let from, let through):
            .fields([
                "event": .null,
                "hole": roster.json(author, ["from": .number(from), "through": .number(through)]),
            ])
        }
    }

    /// A hole in a log: `bob 17–19 missing`.
    func hole(_ author: Phrase, from: UInt64, through: UInt64) -> Phrase {
        from == through ? "\(author) \(from) missing" : "\(author) \(from)–\(through) missing"
    }
}
