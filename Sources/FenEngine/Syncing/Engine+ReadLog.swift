import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStorage
import FenStore

/// What reading a file came to.
struct LogReading: Sendable {
    /// The version that was read last.
    var etag: ETag
    /// How large it was.
    var size: Int
    /// Bytes at its end that no newline has ended yet.
    var pending = 0
}

extension Engine {
    /// How many bytes of a file are asked for at once: what bounds the memory of a pass.
    private static let pieceBytes = 2 << 20

    /// Reads a file from an offset to its end, in pieces: while one is stored, the next is parsed
    /// and opened on the other cores, and the one after that is on its way.
    ///
    /// A tail is taken only if its first line goes on from the last event known at the offset;
    /// else the whole file is read.
    func readLog(
        _ id: GroupID, _ object: ObjectInfo, from start: Int, expecting last: EventID?,
        store: StoreLink, into report: inout SyncReport, progress: ProgressHandler?
    ) async throws(FenError) -> LogReading {
        var splitter = LineSplitter()
        var reading = LogReading(etag: object.etag, size: object.size)
        var offset = start
        var expected = last
        var parsing: Task<ParsedLines, Never>?
        var fetching = fetch(object.path, from: start, store)
        var parsed = 0
        defer {
            parsing?.cancel()
            fetching.cancel()
        }
        repeat {
            let body = try await taken(fetching)
            reading.etag = body.etag
            reading.size = body.totalSize
            offset = body.offset + body.bytes.count
            let chunk = splitter.take(body.bytes)
            if let previous = expected, let chunk {
                expected = nil
                if !chunk.continues(previous, in: id) {
                    try answering {
                        try forgetCursor(object.path, store, in: id)
                        if !store.isFormer { try noteLoss(of: object.path, store, in: id) }
                    }
                    return try await readLog(
                        id, object, from: 0, expecting: nil, store: store, into: &report,
                        progress: progress)
                }
            }
            let isLast = body.bytes.isEmpty || body.reachesEnd
            if !isLast { fetching = fetch(object.path, from: offset, store) }
            // This piece is parsed while the one before it is stored.
            let next = try chunk.map { chunk throws(FenError) in try parse(chunk, in: id) }
            let earlier = parsing
            parsing = next
            if let earlier {
                try take(await earlier.value, at: parsed, id, object.path, store, &report)
                progress?(Progress(done: parsed, total: reading.size, unit: "bytes"))
            }
            parsed = start + splitter.consumed
            if isLast { break }
        } while true
        if let finished = parsing {
            try take(await finished.value, at: parsed, id, object.path, store, &report)
        }
        if splitter.overlong > 0 {
            report.refused[RefusalReason.tooLong.label, default: 0] += splitter.overlong
            report.files[String(object.path.name), default: DoubtfulLines()].refused +=
                splitter.overlong
        }
        reading.pending = splitter.pending
        try answering { try noteRead(object.path, store, reading, offset: parsed, in: id) }
        progress?(Progress(done: reading.size, total: reading.size, unit: "bytes"))
        return reading
    }

    /// Asks for a piece of a file, beside whatever else is done.
    private func fetch(
        _ path: ObjectPath, from offset: Int, _ store: StoreLink
    ) -> Task<Result<ObjectBody, FenError>, Never> {
        Task.detached { [self] in
            do throws(FenError) {
                return .success(
                    try await asking {
                        try await store.backend.get(path, from: offset, limit: Self.pieceBytes)
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits for a piece; whoever cancels the pass ends its way too.
    private func taken(
        _ fetching: Task<Result<ObjectBody, FenError>, Never>
    ) async throws(FenError) -> ObjectBody {
        let result = await withTaskCancellationHandler {
            await fetching.value
        } onCancel: {
            fetching.cancel()
        }
        return try result.get()
    }

    /// Parses a chunk on all cores.
    private func parse(
        _ chunk: LineChunk, in id: GroupID
    ) throws(FenError) -> Task<ParsedLines, Never> {
        let keys = try answering { try group(id).keys }
        return Task.detached {
            let (first, second) = chunk.halves()
            async let later = second.parse(group: id, keys: keys)
            var lines = first.parse(group: id, keys: keys)
            lines.append(await later)
            return lines
        }
    }

    /// Stores what was parsed and moves the cursor with it, in one transaction.
    private func take(
        _ lines: ParsedLines, at offset: Int, _ id: GroupID, _ path: ObjectPath,
        _ store: StoreLink, _ report: inout SyncReport
    ) throws(FenError) {
        let result = try answering {
            try change(id) { group in
                let me = try person()?.publicKey
                let before = try roles(in: group)
                let taken = group.takenDigest
                let result = try group.take(
                    lines, origin: store.isFormer ? .device : .store, me: me, now: now())
                if !store.isFormer {
                    if !result.strangers.isEmpty {
                        try noteStrangers(in: path, of: group, whileTaken: taken)
                    }
                    try noteRepaired(lines, in: path, store.layout, of: group)
                }
                var cursor =
                    try database.cursors.find(
                        path.text, of: store.cursors, in: group.number)
                    ?? Cursor(path: path.text)
                cursor.offset = offset
                cursor.etag = nil
                if let last = lines.events.last { cursor.lastID = last.event.id.raw }
                try database.cursors.put(cursor, of: store.cursors, in: group.number)
                try announce(result, since: before, in: group)
                return result
            }
        }
        tellPeers(result.facts, in: id)
        report.pulled += result.facts.count
        report.held += result.held
        if result.held > 0 {
            report.files[String(path.name), default: DoubtfulLines()].held += result.held
        }
        for (reason, count) in result.refused {
            report.refused[reason.label, default: 0] += count
            report.files[String(path.name), default: DoubtfulLines()].refused += count
        }
    }

    private func noteRead(
        _ path: ObjectPath, _ store: StoreLink, _ reading: LogReading, offset: Int, in id: GroupID
    ) throws {
        try change(id) { group in
            var cursor =
                try database.cursors.find(path.text, of: store.cursors, in: group.number)
                ?? Cursor(path: path.text)
            cursor.etag = reading.etag.text
            cursor.size = reading.size
            cursor.offset = offset
            try database.cursors.put(cursor, of: store.cursors, in: group.number)
        }
    }

    private func forgetCursor(_ path: ObjectPath, _ store: StoreLink, in id: GroupID) throws {
        try change(id) { group in
            try database.cursors.remove(path.text, of: store.cursors, in: group.number)
        }
    }

    /// Tells the person at the prompt what has come, and what it replaced of theirs.
    func announce(
        _ result: IntakeResult, since before: RoleStanding, in group: LocalGroup
    ) throws {
        let me = try person()?.publicKey
        announce(before.notices(to: try roles(in: group), in: group.id))
        announceWrongKeys(in: group)
        try announceRelayed(result.facts, in: group)
        try announceNewKeys(result.facts, wasIn: before.wasIn, in: group)
        let last = result.facts.reversed().lazy.filter { $0.author != me }
        let news = last.prefix(Self.mostAnnounced).reversed()
        guard !news.isEmpty else { return }
        let unsynced = try unpublishedIDs(in: group)
        let views = try news.map {
            try view(of: $0, label: try label(of: $0.id, in: group), in: group, unsynced: unsynced)
        }
        announcer.yield(.arrived(group.id, views))
        // Whatever else has come, nothing of theirs is replaced without a word.
        for fact in result.facts where fact.author != me {
            guard try replacesUnsent(fact, in: group) else { continue }
            let label = try label(of: fact.id, in: group)
            guard label == nil else { continue }
            let view = try view(of: fact, label: nil, in: group, unsynced: unsynced)
            replacing[group.id, default: []].append(view)
            announcer.yield(.conflict(group.id, view))
        }
    }

    /// The most events of one piece that are announced one by one.
    private static let mostAnnounced = 20

    private func label(of event: EventID, in group: LocalGroup) throws -> RefusalReason? {
        let found = try database.events.find(event.raw, in: group.number)
        return found?.record.state.label.flatMap(RefusalReason.init(rawValue:))
    }
}
