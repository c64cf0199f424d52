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
    /// When it was handed to this device, in Unix milliseconds; nil when an event of the group
    /// brought it, with which it stands and falls.
    package var receivedAt: UInt64?

    /// Describes a key.
    package init(keyID: Bytes16, epoch: UInt32, secret: SecretBytes, receivedAt: UInt64?) {
        self.keyID = keyID
        self.epoch = epoch
        self.secret = secret
        self.receivedAt = receivedAt
    }
}

/// The group keys that this device holds. None is ever printed, and none that was handed to it is
/// removed while its group is here: old keys open old events.
package final class KeyStore {
    private let connection: Connection
    private let vault: Vault

    init(connection: Connection, vault: Vault) {
        self.connection = connection
        self.vault = vault
    }

    /// Keeps a key; returns whether anything changed. One that an event brought and that is handed
    /// over now stands by itself from here on; one that was handed over stays so.
    @discardableResult
    package func insert(_ key: KeyRecord, in group: GroupNumber) throws(StoreError) -> Bool {
        let statement = try connection.statement(
            """
            INSERT INTO group_keys(group_no, key_id, epoch, received_at, secret)
            VALUES(?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET received_at = excluded.received_at
                WHERE received_at = 0 AND excluded.received_at <> 0
            """)
        defer { statement.finish() }
        statement.bind(group, key.keyID, key.epoch, key.receivedAt.map { max($0, 1) } ?? 0)
        let stored = try vault.stored(key.secret, Self.place(key.keyID, group))
        try statement.run(borrowing: stored, at: 5)
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
                let receivedAt = row.unsigned(3)
                let keyID: Bytes16 = try row.fixed(0)
                return KeyRecord(
                    keyID: keyID, epoch: UInt32(truncatingIfNeeded: row.int(1)),
                    secret: try vault.secret(
                        SecretBytes(copying: row.raw(2)), Self.place(keyID, group)),
                    receivedAt: receivedAt == 0 ? nil : receivedAt)
            })
    }

    /// Stores a key that is here already once more, sealed as secrets are now.
    func replace(_ key: KeyRecord, in group: GroupNumber) throws(StoreError) {
        let statement = try connection.statement(
            "UPDATE group_keys SET secret = ?3 WHERE group_no = ?1 AND key_id = ?2")
        defer { statement.finish() }
        statement.bind(group, key.keyID)
        let stored = try vault.stored(key.secret, Self.place(key.keyID, group))
        try statement.run(borrowing: stored, at: 3)
    }

    private static func place(_ keyID: Bytes16, _ group: GroupNumber) -> String {
        "key/\(group.rawValue)/\(keyID.hex)"
    }

    /// Removes a key that an event brought which turned out to be refused.
    package func remove(
        _ keyID: Bytes16, epoch: UInt32, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM group_keys WHERE group_no = ?1 AND key_id = ?2 AND epoch = ?3", group,
            keyID, epoch)
    }
}
