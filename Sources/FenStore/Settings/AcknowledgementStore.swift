package import FenEncoding

/// What this person has decided to go on without: the gate opens for them alone, and says so.
package final class AcknowledgementStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Notes that what is missing of an author up to a number is accepted as missing.
    package func put(
        _ author: Bytes32, through seq: UInt64, in group: GroupNumber, at time: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO acknowledgements(group_no, author, through, at)
            VALUES(?1, ?2, ?3, ?4)
            """, group, author, seq, time)
    }

    /// Up to which number of each author missing events are accepted.
    package func all(in group: GroupNumber) throws(StoreError) -> [Bytes32: UInt64] {
        let rows = try connection.all(
            "SELECT author, through FROM acknowledgements WHERE group_no = ?1", group,
            as: { (row) throws(StoreError) in
                let author: Bytes32 = try row.fixed(0)
                return (author, row.unsigned(1))
            })
        return Dictionary(rows) { first, _ in first }
    }

    /// Takes an acknowledgement back, or all of a group.
    package func remove(
        _ author: Bytes32? = nil, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM acknowledgements WHERE group_no = ?1 AND (?2 IS NULL OR author = ?2)",
            group, author)
    }
}
