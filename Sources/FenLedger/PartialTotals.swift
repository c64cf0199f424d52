package import FenProtocol

/// What keeps totals from being whole (ledger, Partial totals).
package struct PartialTotals: Hashable, Sendable {
    /// Numbers known to exist and not here.
    package var missing: UInt64
    /// Events under a key that is not held.
    package var unopened: Int
    /// Events that wait: for their target, an unknown member, an announced key, or the clock.
    package var waiting: Int
    /// Events of a newer version of fen.
    package var newer: Int
    /// Events of people who are not let in yet.
    package var pending: Int

    /// Gathers what is known from the frontiers and from how many events carry which label.
    package init(frontiers: [AuthorFrontier], labels: [RefusalReason: Int]) {
        func count(_ reasons: RefusalReason...) -> Int {
            reasons.reduce(0) { $0 + (labels[$1] ?? 0) }
        }
        missing = frontiers.reduce(0) { $0 + $1.missing.count }
        unopened = count(.unknownEpoch)
        waiting = count(.orphan, .unknownMember, .unannouncedKey, .clockAhead)
        newer = count(.newerKind, .newerFormat)
        pending = count(.pending)
    }

    /// Whether totals are whole. What people who are not let in have logged does not count yet,
    /// and their own device says so.
    package var isEmpty: Bool {
        missing == 0 && unopened == 0 && waiting == 0 && newer == 0
    }
}
