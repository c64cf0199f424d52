package import FenProtocol

/// Which events of one author some heads cover (What counts): the heads, their ancestors by `prev`, and
/// what a gap in the path hides.
package struct Coverage: Hashable, Sendable {
    /// Every number up to this one is covered.
    package var upTo: UInt64
    /// Covered events above it; empty while the author has no branches.
    package var ids: Set<EventID>

    /// Covers all numbers up to one, and some events above it.
    package init(upTo: UInt64 = 0, ids: Set<EventID> = []) {
        self.upTo = upTo
        self.ids = ids
    }

    /// Whether an event is covered.
    package func contains(_ seq: UInt64, _ id: EventID) -> Bool {
        seq <= upTo || (!ids.isEmpty && ids.contains(id))
    }
}

/// A log with branches, loaded once and walked as often as needed.
struct BranchedLog {
    /// The links, ascending by number and id.
    let links: [LogLink]
    /// The links by event.
    let byID: [EventID: LogLink]
    /// The last number of the unbranched beginning: one event each, connected back to number 1.
    let trunk: UInt64

    init(_ links: [LogLink]) {
        self.links = links
        byID = Dictionary(links.map { ($0.id, $0) }) { first, _ in first }
        var trunk: UInt64 = 0
        var tip: EventID?
        for (index, link) in links.enumerated() {
            let next = index + 1 < links.count ? links[index + 1].seq : 0
            guard link.seq == trunk + 1, next != link.seq, tip == nil || tip == link.prev else {
                break
            }
            trunk = link.seq
            tip = link.id
        }
        self.trunk = trunk
    }

    /// The events above the leaving's number that provably do not descend from it. Everything else
    /// above it does, or a gap hides whether it does.
    func besides(_ leaving: Head) -> Set<EventID> {
        var besides: Set<EventID> = []
        for link in links where link.seq >= leaving.seq {
            if link.seq == leaving.seq ? link.id != leaving.id : besides.contains(link.prev) {
                besides.insert(link.id)
            }
        }
        return besides
    }
}

/// Reads coverage and descent out of an index, loading each log with branches once.
struct AncestryReader<Index: LogIndex> {
    /// Where the logs are.
    let index: Index
    /// The heads asked about that are not stored: each covers what its number says until it comes
    /// and turns out to stand elsewhere.
    private(set) var absentHeads: Set<EventID> = []
    private var branched: [MemberID: BranchedLog] = [:]

    init(_ index: Index) {
        self.index = index
    }

    /// The log of an author with branches; nil while it is linear.
    mutating func branchedLog(
        of author: MemberID
    ) throws(Index.Failure) -> BranchedLog? {
        if index.log(of: author).isLinear { return nil }
        if let log = branched[author] { return log }
        let log = BranchedLog(try index.links(of: author))
        branched[author] = log
        return log
    }

    /// What heads cover of an author's log. A head that is stored at another number of it covers
    /// nothing; one that is somebody else's event is as if it were not stored, for whether a device
    /// keeps that may not matter.
    mutating func coverage(
        of author: MemberID,
        by heads: [Head]
    ) throws(Index.Failure) -> Coverage {
        var coverage = Coverage()
        let log = try branchedLog(of: author)
        for head in heads {
            if let place = try index.place(of: head.id), place.author == author {
                guard place.seq == head.seq else { continue }
                if let log {
                    walk(from: head, in: log, into: &coverage)
                } else {
                    coverage.upTo = max(coverage.upTo, head.seq)
                }
            } else {
                absentHeads.insert(head.id)
                coverage.upTo = max(coverage.upTo, head.seq)
            }
        }
        return coverage
    }

    private func walk(from head: Head, in log: BranchedLog, into coverage: inout Coverage) {
        var next = log.byID[head.id]
        var lowest = head.seq + 1
        while let link = next {
            guard link.seq > log.trunk else {
                coverage.upTo = max(coverage.upTo, link.seq)
                return
            }
            guard coverage.ids.insert(link.id).inserted else { return }
            lowest = link.seq
            next = log.byID[link.prev]
        }
        // The path ends here: at number 1, or where a gap hides the rest.
        coverage.upTo = max(coverage.upTo, lowest - 1)
    }
}
