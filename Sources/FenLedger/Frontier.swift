package import FenProtocol

/// Two or more events of one author with the same `prev` (What counts, Logs, gaps and forks).
package struct Fork: Hashable, Sendable {
    /// The number the branches start with.
    package let seq: UInt64
    /// The first events of the branches, ascending.
    package let branches: [EventID]
    /// Whether the acknowledgements so far cover every branch.
    package let isAcknowledged: Bool

    /// Describes a fork.
    package init(seq: UInt64, branches: [EventID], isAcknowledged: Bool) {
        self.seq = seq
        self.branches = branches
        self.isAcknowledged = isAcknowledged
    }
}

/// How far one author's log goes, of what is stored and not `AFTER_REMOVAL`.
package struct AuthorFrontier: Hashable, Sendable {
    /// Whose log.
    package let author: MemberID
    /// The largest connected number; 0 without any.
    package let contiguous: UInt64
    /// The largest number of any stored event; 0 without any.
    package let claimed: UInt64
    /// The numbers that are known to exist and not here.
    package let missing: NumberSet
    /// The events nothing builds on, ascending by number and id.
    package let tips: [Head]
    /// The forks, ascending by number.
    package let forks: [Fork]

    /// Whether every stored event is connected and every head that a counted event names is here.
    package var isWhole: Bool { missing.isEmpty }
}

extension AuthorFrontier {
    /// The frontiers of all keys ever admitted, ascending by key.
    package static func all<Index: LogIndex>(
        in context: GroupContext,
        index: Index
    ) throws(Index.Failure) -> [AuthorFrontier] {
        var frontiers: [AuthorFrontier] = []
        var reader = AncestryReader(index)
        for key in context.standings.keys.sorted() {
            frontiers.append(try evaluate(key, context, &reader))
        }
        return frontiers
    }

    /// The frontier of one author.
    package static func of<Index: LogIndex>(
        _ author: MemberID,
        in context: GroupContext,
        index: Index
    ) throws(Index.Failure) -> AuthorFrontier {
        var reader = AncestryReader(index)
        return try evaluate(author, context, &reader)
    }

    /// How far one author's log goes, of all that is stored, `AFTER_REMOVAL` or not.
    package static func whole<Index: LogIndex>(
        of author: MemberID,
        in context: GroupContext,
        index: Index
    ) throws(Index.Failure) -> AuthorFrontier {
        var reader = AncestryReader(index)
        return try evaluate(author, context, &reader, standing: Standing())
    }

    private static func evaluate<Index: LogIndex>(
        _ author: MemberID,
        _ context: GroupContext,
        _ reader: inout AncestryReader<Index>,
        standing known: Standing? = nil
    ) throws(Index.Failure) -> AuthorFrontier {
        let standing = known ?? context.standings[author] ?? Standing()
        let bridge = NumberSet(standing.exclusions.compactMap(\.bridge))
        var absent: [ClosedRange<UInt64>] = []
        for head in context.namedHeads[author] ?? [] {
            if let limit = standing.limit, head.seq > limit { continue }
            if bridge.contains(head.seq) { continue }
            let place = try reader.index.place(of: head.id)
            if let place, place.author == author, !standing.excludes(place.seq, head.id) {
                continue
            }
            absent.append(head.seq...head.seq)
        }
        if let log = try reader.branchedLog(of: author) {
            let heads = context.acknowledged[author] ?? []
            let acknowledged = try reader.coverage(of: author, by: heads)
            return BranchedFrontier(
                author: author, links: log.links.filter { !standing.excludes($0.seq, $0.id) },
                bridge: bridge, acknowledged: acknowledged
            ).frontier(absent: absent)
        }
        return try linear(author, standing, bridge, absent, reader.index)
    }

    private static func linear<Index: LogIndex>(
        _ author: MemberID,
        _ standing: Standing,
        _ bridge: NumberSet,
        _ absent: [ClosedRange<UInt64>],
        _ index: Index
    ) throws(Index.Failure) -> AuthorFrontier {
        let excluded = NumberSet(standing.exclusions.compactMap(\.numbers))
        let held = index.log(of: author).held.subtracting(excluded)
        let claimed = held.last ?? 0
        var contiguous: UInt64 = 0
        var tips: [Head] = []
        for range in held.ranges {
            let first = range.lowerBound
            if first == 1 || bridge.contains(first - 1) { contiguous = range.upperBound }
            if let id = try index.id(of: author, at: range.upperBound) {
                tips.append(Head(id: id, seq: range.upperBound))
            }
        }
        let missing = held.union(bridge).missing(through: claimed)
        return AuthorFrontier(
            author: author, contiguous: contiguous, claimed: claimed,
            missing: missing.union(NumberSet(absent)), tips: tips, forks: []
        )
    }
}

/// Works out the frontier of a log with branches, link by link.
private struct BranchedFrontier {
    let author: MemberID
    /// The links that are not excluded, ascending by number and id.
    let links: [LogLink]
    let bridge: NumberSet
    let acknowledged: Coverage

    func frontier(absent: [ClosedRange<UInt64>]) -> AuthorFrontier {
        var connected: [EventID: Bool] = [:]
        var missing = absent
        var contiguous: UInt64 = 0
        var held = NumberSet()
        for link in links {
            held.append(link.seq...link.seq)
            var isConnected = link.seq == 1 || bridge.contains(link.seq - 1)
            if let before = connected[link.prev] {
                isConnected = before
            } else if !isConnected {
                missing.append((link.seq - 1)...(link.seq - 1))
            }
            connected[link.id] = isConnected
            if isConnected { contiguous = max(contiguous, link.seq) }
        }
        let claimed = held.last ?? 0
        let named = Set(links.map(\.prev))
        return AuthorFrontier(
            author: author, contiguous: contiguous, claimed: claimed,
            missing: held.union(bridge).missing(through: claimed).union(NumberSet(missing)),
            tips: links.filter { !named.contains($0.id) }.map { Head(id: $0.id, seq: $0.seq) },
            forks: forks
        )
    }

    private var forks: [Fork] {
        var branches: [EventID: [LogLink]] = [:]
        for link in links { branches[link.prev, default: []].append(link) }
        return branches.values.filter { $0.count > 1 }
            .map { links in
                Fork(
                    seq: links[0].seq, branches: links.map(\.id),
                    isAcknowledged: links.allSatisfy { acknowledged.contains($0.seq, $0.id) }
                )
            }
            .sorted { ($0.seq, $0.branches[0]) < ($1.seq, $1.branches[0]) }
    }
}
