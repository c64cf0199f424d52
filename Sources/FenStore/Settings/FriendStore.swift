package import FenEncoding

/// Somebody known beyond one group.
package struct FriendRecord: Hashable, Sendable {
    /// Their key.
    package var member: Bytes32
    /// What this person calls them.
    package var name: String
    /// Whether the safety numbers were compared.
    package var isVerified: Bool
    /// Since when, in Unix milliseconds.
    package var addedAt: UInt64

    /// Describes a friend.
    package init(member: Bytes32, name: String, isVerified: Bool, addedAt: UInt64) {
        self.member = member
        self.name = name
        self.isVerified = isVerified
        self.addedAt = addedAt
    }
}

/// People known beyond one group.
package final class FriendStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Keeps a friend.
    package func put(_ friend: FriendRecord) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO friends(member, name, is_verified, added_at)
            VALUES(?1, ?2, ?3, ?4)
            """, friend.member, friend.name, friend.isVerified, friend.addedAt)
    }

    /// The friend with a key, or nil.
    package func find(_ member: Bytes32) throws(StoreError) -> FriendRecord? {
        try connection.first(
            "SELECT member, name, is_verified, added_at FROM friends WHERE member = ?1", member,
            as: Self.friend)
    }

    /// All friends, by name.
    package func all() throws(StoreError) -> [FriendRecord] {
        try connection.all(
            "SELECT member, name, is_verified, added_at FROM friends ORDER BY name, member",
            as: Self.friend)
    }

    /// Forgets a friend.
    package func remove(_ member: Bytes32) throws(StoreError) {
        try connection.execute("DELETE FROM friends WHERE member = ?1", member)
    }

    private static func friend(_ row: Statement) throws(StoreError) -> FriendRecord {
        FriendRecord(
            member: try row.fixed(0), name: row.text(1), isVerified: row.bool(2),
            addedAt: row.unsigned(3))
    }
}
