package import FenEncoding

/// Numbers of one author that are missing, and since when this device has known it.
package struct GapRecord: Hashable, Sendable {
    /// In whose log.
    package var author: Bytes32
    /// The numbers.
    package var range: ClosedRange<UInt64>
    /// When they were noticed first, in Unix milliseconds.
    package var since: UInt64

    /// Describes a gap.
    package init(author: Bytes32, range: ClosedRange<UInt64>, since: UInt64) {
        self.author = author
        self.range = range
        self.since = since
    }
}

/// Since when this device has known that something is missing: the organiser may make a snapshot
/// only of what has been missing for long. Each range has a time of its own, for a new gap is not
/// an old one only because the same author has both.
package final class GapStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// All gaps of a group, by author and number.
    package func all(in group: GroupNumber) throws(StoreError) -> [GapRecord] {
        try connection.all(
            """
            SELECT author, low, high, since FROM gaps WHERE group_no = ?1 ORDER BY author, low
            """, group,
            as: { (row) throws(StoreError) in
                let low = row.unsigned(1)
                return GapRecord(
                    author: try row.fixed(0), range: low...max(low, row.unsigned(2)),
                    since: row.unsigned(3))
            })
    }

    /// Keeps these gaps of a group and no others.
    package func replace(
        with gaps: [GapRecord], in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute("DELETE FROM gaps WHERE group_no = ?1", group)
        for gap in gaps {
            try connection.execute(
                "INSERT INTO gaps(group_no, author, low, high, since) VALUES(?1, ?2, ?3, ?4, ?5)",
                group, gap.author, gap.range.lowerBound, gap.range.upperBound, gap.since)
        }
    }
}
