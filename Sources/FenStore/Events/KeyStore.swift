package import FenCrypto
package import FenEncoding

/// A group key that this device holds.
package struct KeyRecord: Sendable {
    /// Names the key in the events that it seals.
    package var keyID: Bytes16
    /// The epoch it belongs to; two keys may share one.
    package var epoch: UInt32
    /// The key.
    package var secret: SecretBytes
    /// When it came to this device, in Unix milliseconds.
    package var receivedAt: UInt64

    /// Describes a key.
    package init(keyID: Bytes16, epoch: UInt32, secret: SecretBytes, receivedAt: UInt64) {
        self.keyID = keyID
        self.epoch = epoch
        self.secret = secret
        self.receivedAt = receivedAt
    }
}

/// The group keys that this device holds. None is ever printed, and none is removed while its
/// group is here: old keys open old events.
package final class KeyStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Keeps a key; returns whether it was new.
    @discardableResult
    package func insert(_ key: KeyRecord, in group: GroupNumber) throws(StoreError) -> Bool {
        let statement = try connection.statement(
            """
            INSERT OR IGNORE INTO group_keys(group_no, key_id, epoch, received_at, secret)
            VALUES(?1, ?2, ?3, ?4, ?5)
            """)
        defer { statement.finish() }
        statement.bind(group, key.keyID, key.epoch, key.receivedAt)
        try statement.run(borrowing: key.secret, at: 5)
        return connection.changes > 0
    }

    /// All keys of a group, oldest epoch first.
    package func all(in group: GroupNumber) throws(StoreError) -> [KeyRecord] {
        try connection.all(
            """
            SELECT key_id, epoch, secret, received_at FROM group_keys WHERE group_no = ?1
            ORDER BY epoch, key_id
            """, group,
            as: { (row) throws(StoreError) in
                KeyRecord(
                    keyID: try row.fixed(0), epoch: UInt32(truncatingIfNeeded: row.int(1)),
                    secret: SecretBytes(copying: row.raw(2)), receivedAt: row.unsigned(3))
            })
    }
}
