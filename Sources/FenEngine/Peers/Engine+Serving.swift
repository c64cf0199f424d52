import FenCrypto
import FenLedger
import FenPeer
import FenProtocol
import FenStore

/// What other devices are told and given (protocol §8): of admitted and former members and of who
/// waits to be let in, and of nobody what their removal took out.
extension Engine {
    func peerHoldings(
        of authors: Set<MemberID>?, in id: GroupID
    ) throws -> [MemberID: PeerHoldings] {
        let group = try group(id)
        let served = authors.map(Array.init) ?? Array(group.book.logs.keys)
        var holdings: [MemberID: PeerHoldings] = [:]
        for author in served where try isServed(author, in: group) {
            let frontier =
                try handsOnLate(author, in: group)
                ? AuthorFrontier.whole(of: author, in: group.context, index: group.book)
                : AuthorFrontier.of(author, in: group.context, index: group.book)
            guard frontier.claimed > 0 else { continue }
            holdings[author] = try group.holdings(frontier)
        }
        return holdings
    }

    /// The same with what is kept here of those who have gone and is not handed on.
    func peerEverythingHeld(
        of authors: Set<MemberID>, in id: GroupID
    ) throws -> [MemberID: PeerHoldings] {
        let group = try group(id)
        var holdings = try peerHoldings(of: authors, in: id)
        for author in authors {
            guard let standing = group.context.standings[author], !standing.exclusions.isEmpty
            else { continue }
            let whole = try AuthorFrontier.whole(of: author, in: group.context, index: group.book)
            holdings[author] = (holdings[author] ?? PeerHoldings())
                .joined(with: try group.holdings(whole))
        }
        return holdings
    }

    func peerGone(of authors: Set<MemberID>, in id: GroupID) throws -> [MemberID: NumberSet] {
        let context = try group(id).context
        return Dictionary(uniqueKeysWithValues: authors.map { ($0, context.gone(of: $0)) })
    }

    func peerIDs(of author: MemberID, at seq: UInt64, in id: GroupID) throws -> [EventID] {
        let group = try group(id)
        guard try isServed(author, in: group), let log = group.book.logs[author] else { return [] }
        return try database.events.ids(at: seq, in: log.number)
            .filter { try database.events.place(of: $0, in: group.number)?.chain == .connected }
            .map(EventID.init(raw:))
            .prefix(PeerLimits.ids).map(\.self)
    }

    func peerMeasure(
        _ author: MemberID, _ ranges: NumberSet, in id: GroupID
    ) throws -> PeerMeasure {
        let group = try group(id)
        guard try isServed(author, in: group), let log = group.book.logs[author] else {
            return PeerMeasure()
        }
        var measure = PeerMeasure()
        for range in ranges.ranges {
            let (events, bytes) = try database.events.weight(of: log.number, in: range)
            measure.events += UInt64(events)
            measure.bytes += UInt64(bytes)
        }
        return measure
    }

    func peerLines(
        of author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes most: Int,
        in id: GroupID
    ) throws -> PeerBatch {
        let group = try group(id)
        guard try isServed(author, in: group), let log = group.book.logs[author] else {
            return PeerBatch(heads: [], lines: [], reachesEnd: true)
        }
        let first = max(range.lowerBound, after?.seq ?? 0)
        guard first <= range.upperBound else {
            return PeerBatch(heads: [], lines: [], reachesEnd: true)
        }
        let handsOnLate = try handsOnLate(author, in: group)
        var found: [(head: Head, line: [UInt8])] = []
        var size = 0
        var reachesEnd = true
        try database.events.walk(.log(log.number, first...range.upperBound)) { row in
            guard row.chain != .refused else { return true }
            let event = SealedEvent(try row.record, group: id)
            if let after, event.head <= after { return true }
            if !handsOnLate, row.label == RefusalReason.afterRemoval.label { return true }
            // All events with one number go together, so that a fork's are in the order of ids.
            if size >= most, found.last?.head.seq != event.header.seq {
                reachesEnd = false
                return false
            }
            let line = Array(EventLine.encode(event).dropLast())
            size += line.count
            found.append((event.head, line))
            return true
        }
        found.sort { $0.head < $1.head }
        return PeerBatch(
            heads: found.map(\.head), lines: found.map(\.line), reachesEnd: reachesEnd)
    }

    func peerAppetite(
        for authors: Set<MemberID>, in id: GroupID
    ) throws -> [MemberID: UInt64] {
        let group = try group(id)
        var appetite: [MemberID: UInt64] = [:]
        for author in authors {
            if group.context.takesWhole(author) || author == group.founder {
                appetite[author] = .max
            } else {
                let stored = group.book.log(of: author).count
                appetite[author] = UInt64(max(0, ProtocolLimits.pendingEvents - stored))
            }
        }
        return appetite
    }
}

extension Engine {
    /// Whether events of a key are handed on.
    func isServed(_ author: MemberID, in group: LocalGroup) throws -> Bool {
        guard group.context.takesWhole(author) || group.context.joiners[author] != nil else {
            return false
        }
        return try !withholdsOwnLog(of: group) || author != person()?.publicKey
    }

    /// Whether this device hands on what does not count: its own person's, who has gone and asks to
    /// be let in again. Only the organiser's device takes it.
    private func handsOnLate(_ author: MemberID, in group: LocalGroup) throws -> Bool {
        try group.context.returners[author] != nil && author == person()?.publicKey
    }
}

extension PeerHoldings {
    /// What either of two says.
    fileprivate func joined(with other: PeerHoldings) -> PeerHoldings {
        let tips = Array(Set(self.tips).union(other.tips).sorted().suffix(PeerLimits.tips))
        return PeerHoldings(
            tips: tips, claimed: max(claimed, other.claimed),
            beyond: numbers.union(other.numbers))
    }
}

extension LocalGroup {
    /// A frontier as sessions need it, with every range: a frame that may not name them all leaves
    /// some out, but what is held here must never be asked for.
    func holdings(_ frontier: AuthorFrontier) throws -> PeerHoldings {
        // Whoever has come back goes on behind numbers that nobody hands on any more: where nothing
        // else is missing, their log is connected over those.
        let isBridged = frontier.missing.isEmpty
        let connected = try frontier.tips.filter {
            if isBridged, $0.seq <= frontier.contiguous { return true }
            return try database.events.place(of: $0.id.raw, in: number)?.chain == .connected
        }
        var tips = Array(connected.suffix(PeerLimits.tips))
        if tips.isEmpty, frontier.contiguous > 0 {
            tips = try database.events.ids(at: frontier.contiguous, in: logNumber(frontier.author))
                .prefix(PeerLimits.tips)
                .map { Head(id: EventID(raw: $0), seq: frontier.contiguous) }
        }
        let contiguous = tips.last?.seq ?? 0
        let known = book.log(of: frontier.author).held.union(context.gone(of: frontier.author))
        let held = known.ranges.compactMap { range in
            let low = max(range.lowerBound, contiguous + 1)
            let high = min(range.upperBound, frontier.claimed)
            return low <= high ? low...high : nil
        }
        return PeerHoldings(
            tips: tips, claimed: frontier.claimed, beyond: NumberSet(held))
    }

    private func logNumber(_ author: MemberID) throws -> LogNumber {
        guard let log = book.logs[author] else {
            throw FenError("DEFECT", "A log that is not here was asked for.", status: .defect)
        }
        return log.number
    }
}
