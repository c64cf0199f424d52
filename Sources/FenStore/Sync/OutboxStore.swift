/// How one of the own files stands with the group's store.
package struct OutboxRecord: Hashable, Sendable {
    /// How far sending a file has come; a state belongs to the file, not to one event.
    package enum State: String, Sendable {
        /// Everything is in the store, or will be sent at the next chance.
        case pending
        /// The last attempt failed; the next is at ``OutboxRecord/nextAt``.
        case retrying
        /// So many attempts failed that the person is told.
        case stalled
        /// A person has to act first (quota, credentials).
        case blocked
        /// The store will never take it.
        case refused
    }

    /// The object's path in the store.
    package var path: String
    /// How it stands.
    package var state: State
    /// How many attempts in a row have failed.
    package var attempts: Int
    /// When the next attempt is due, in Unix milliseconds.
    package var nextAt: UInt64?
    /// Since when attempts have been failing.
    package var failingSince: UInt64?
    /// The code of the last failure.
    package var code: String?
    /// The sentence of the last failure.
    package var message: String?
    /// The ETag the object had after the last write that is known to have succeeded.
    package var etag: String?
    /// The object's size after that write.
    package var size: Int
    /// The largest number of this author's that is in the object.
    package var publishedSeq: UInt64

    /// A file that has never been sent.
    package init(path: String) {
        self.path = path
        state = .pending
        attempts = 0
        size = 0
        publishedSeq = 0
    }
}

/// How the own files (log, repair file, attachments) stand with the stores.
///
/// Which events are in none of them is in ``EventStore``.
package final class OutboxStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// How a file stands, or nil when it was never to be sent.
    package func find(
        _ path: String, in group: GroupNumber
    ) throws(StoreError) -> OutboxRecord? {
        try connection.first(
            """
            SELECT path, state, attempts, next_at, failing_since, code, message, etag, size,
                published_seq
            FROM outbox WHERE group_no = ?1 AND path = ?2
            """, group, path, as: Self.record)
    }

    /// How all files of a group stand.
    package func all(in group: GroupNumber) throws(StoreError) -> [OutboxRecord] {
        try connection.all(
            """
            SELECT path, state, attempts, next_at, failing_since, code, message, etag, size,
                published_seq
            FROM outbox WHERE group_no = ?1 ORDER BY path
            """, group, as: Self.record)
    }

    /// Notes how a file stands.
    package func put(_ record: OutboxRecord, in group: GroupNumber) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO outbox(group_no, path, state, attempts, next_at, failing_since,
                code, message, etag, size, published_seq)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """, group, record.path, record.state.rawValue, record.attempts, record.nextAt,
            record.failingSince, record.code, record.message, record.etag, record.size,
            record.publishedSeq)
    }

    /// Forgets how a file stands.
    package func remove(_ path: String, in group: GroupNumber) throws(StoreError) {
        try connection.execute(
            "DELETE FROM outbox WHERE group_no = ?1 AND path = ?2", group, path)
    }

    /// Forgets how all files of a group stand: it has another store now.
    package func removeAll(in group: GroupNumber) throws(StoreError) {
        try connection.execute("DELETE FROM outbox WHERE group_no = ?1", group)
    }

    private static func record(_ row: Statement) throws(StoreError) -> OutboxRecord {
        var record = OutboxRecord(path: row.text(0))
        record.state = OutboxRecord.State(rawValue: row.text(1)) ?? .pending
        record.attempts = Int(row.int(2))
        record.nextAt = row.isNull(3) ? nil : row.unsigned(3)
        record.failingSince = row.isNull(4) ? nil : row.unsigned(4)
        record.code = row.optionalText(5)
        record.message = row.optionalText(6)
        record.etag = row.optionalText(7)
        record.size = Int(row.int(8))
        record.publishedSeq = row.unsigned(9)
        return record
    }
}
