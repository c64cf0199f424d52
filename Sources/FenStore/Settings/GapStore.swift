package import FenEncoding

/// Since when this device has known that something of an author's log is missing: the organiser
/// may make a snapshot only of what has been missing for long.
package final class GapStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// When each gap was noticed first, in Unix milliseconds, by author.
    package func all(in group: GroupNumber) throws(StoreError) -> [Bytes32: UInt64] {
        let rows = try connection.all(
            "SELECT author, since FROM gaps WHERE group_no = ?1", group,
            as: { (row) throws(StoreError) in
                let author: Bytes32 = try row.fixed(0)
                return (author, row.unsigned(1))
            })
        return Dictionary(rows) { first, _ in first }
    }

    /// Notes that something of an author is missing; the first time counts.
    package func put(
        _ author: Bytes32, since time: UInt64, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "INSERT OR IGNORE INTO gaps(group_no, author, since) VALUES(?1, ?2, ?3)", group,
            author, time)
    }

    /// Notes that nothing of an author is missing any more.
    package func remove(_ author: Bytes32, in group: GroupNumber) throws(StoreError) {
        try connection.execute(
            "DELETE FROM gaps WHERE group_no = ?1 AND author = ?2", group, author)
    }
}
