import FenLedger
import FenProtocol
import FenStore

extension LocalGroup {
    /// Judges the chains of refused events anew: an older version may have refused what this one
    /// takes. Returns whether any is refused no longer; then everything in memory is out of date,
    /// and the group has to be taken up from the database again. Call it inside a transaction.
    func judgeRefusedAnew() throws -> Bool {
        var isChanged = false
        for log in book.logs.values where log.refusedCount > 0 {
            var isFreed = false
            // By number, so that the one before is judged before the one after.
            for (row, record) in try database.events.records(.unconnected(log.number))
            where record.state.chain == .refused {
                let event = SealedEvent(record, group: id)
                let chain = try book.chain(of: event)
                guard chain != .refused else { continue }
                try database.events.setChain(chain, of: row)
                var scratch: [UInt8] = []
                let fact = Fact(
                    header: event.header, id: event.id,
                    content: keys.open(event, scratch: &scratch))
                let entity = fact.entity
                try database.events.setOpened(
                    row, kind: fact.storedKind, isControl: fact.isControl,
                    target: entity == fact.id ? nil : entity.raw)
                isFreed = true
            }
            guard isFreed else { continue }
            var held = NumberSet()
            for range in try database.events.heldRanges(of: log.number) { held.append(range) }
            let first = held.ranges.first
            try database.events.setFrontier(
                of: log.number, contiguous: first?.lowerBound == 1 ? first?.upperBound ?? 0 : 0,
                claimed: max(log.claimed, held.last ?? 0), isForked: try !book.isLinear(log.number))
            isChanged = true
        }
        return isChanged
    }

    /// Takes events for what they are that an older version stored as of a kind it did not know.
    /// Returns whether there are any; then the group has to be taken up from the database again.
    /// Call it inside a transaction.
    func openNewerKinds() throws -> Bool {
        var known: [(row: EventNumber, fact: Fact)] = []
        var scratch: [UInt8] = []
        try database.events.forEach(.labelled(number, RefusalReason.newerKind.rawValue)) { row in
            let event = SealedEvent(try row.record, group: id)
            let fact = Fact(
                header: event.header, id: event.id,
                content: keys.open(event, scratch: &scratch))
            guard let kind = fact.payload?.kind, kind != .unknown else { return }
            known.append((row.number, fact))
        }
        for (row, fact) in known {
            let entity = fact.entity
            try database.events.setOpened(
                row, kind: fact.storedKind, isControl: fact.isControl,
                target: entity == fact.id ? nil : entity.raw)
            try database.events.setLabel(nil, of: row)
        }
        return !known.isEmpty
    }

    /// Reads the lines again that an older version could not: those that it kept, and, since it
    /// kept only so many, with the next pass every file anew. Call it inside a transaction, after
    /// the projection has been computed.
    func readAsideAgain(me: MemberID?, now: UInt64) throws {
        let lines = try database.aside.take(RefusalReason.unknownFormat.label, in: number)
        guard !lines.isEmpty else { return }
        for path in try database.cursors.all(of: CursorSource.store, in: number).keys {
            try database.cursors.remove(path, of: CursorSource.store, in: number)
        }
        let bytes: [[UInt8]] = lines.map { $0.line + [0x0a] }
        let parsed = LineChunk(bytes: Array(bytes.joined())).parse(group: id, keys: keys)
        _ = try take(parsed, origin: .store, me: me, now: now)
    }
}
