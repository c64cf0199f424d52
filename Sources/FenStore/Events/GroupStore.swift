package import FenCrypto
package import FenEncoding

/// A group on this device.
package struct GroupRecord: Hashable, Sendable {
    /// Its number here; nil until it is stored.
    package internal(set) var number: GroupNumber?
    /// Its id.
    package var id: Bytes16
    /// The founder's key, pinned when the group was made or joined.
    package var founder: Bytes32
    /// What it is called, as far as is known.
    package var name: String
    /// Its currency.
    package var currency: String
    /// How far this person is in it (`joining`, `active`, `left`, `removed`, `archived`); the
    /// words are the engine's.
    package var state: String
    /// Whether it is one in which `/lab` works.
    package var isLab: Bool
    /// When it came to be on this device, in Unix milliseconds.
    package var createdAt: UInt64

    /// Describes a group.
    package init(
        id: Bytes16, founder: Bytes32, name: String, currency: String, state: String,
        isLab: Bool = false, createdAt: UInt64
    ) {
        self.id = id
        self.founder = founder
        self.name = name
        self.currency = currency
        self.state = state
        self.isLab = isLab
        self.createdAt = createdAt
    }
}

/// The groups on this device.
package final class GroupStore {
    private let connection: Connection
    private let vault: Vault

    init(connection: Connection, vault: Vault) {
        self.connection = connection
        self.vault = vault
    }

    /// Stores a new group and returns its number.
    @discardableResult
    package func insert(_ group: GroupRecord) throws(StoreError) -> GroupNumber {
        try connection.execute(
            """
            INSERT INTO groups(group_id, founder, name, currency, state, is_lab, created_at)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, group.id, group.founder, group.name, group.currency, group.state, group.isLab,
            group.createdAt)
        return GroupNumber(rawValue: connection.lastRow)
    }

    /// Changes what may change of a group: name, currency (known only once the founding event has
    /// come) and state.
    package func update(_ group: GroupRecord) throws(StoreError) {
        try connection.execute(
            "UPDATE groups SET name = ?2, currency = ?3, state = ?4, is_lab = ?5 WHERE group_id = ?1",
            group.id, group.name, group.currency, group.state, group.isLab)
    }

    /// All groups, in the order in which they came.
    package func all() throws(StoreError) -> [GroupRecord] {
        try connection.all(
            """
            SELECT group_no, group_id, founder, name, currency, state, is_lab, created_at
            FROM groups ORDER BY group_no
            """, as: Self.group)
    }

    /// The group with an id, or nil.
    package func find(_ id: Bytes16) throws(StoreError) -> GroupRecord? {
        try connection.first(
            """
            SELECT group_no, group_id, founder, name, currency, state, is_lab, created_at
            FROM groups WHERE group_id = ?1
            """, id, as: Self.group)
    }

    /// The descriptor of a group's store, which holds its credentials; nil for peers only.
    package func descriptor(of group: GroupNumber) throws(StoreError) -> SecretBytes? {
        let found = try connection.first(
            "SELECT descriptor FROM groups WHERE group_no = ?1", group,
            as: { (row) throws(StoreError) in
                guard !row.isNull(0) else { return nil as SecretBytes? }
                return try vault.secret(SecretBytes(copying: row.raw(0)), Self.place(group))
            })
        return found ?? nil
    }

    /// Sets the descriptor of a group's store, or removes it.
    package func setDescriptor(
        _ descriptor: SecretBytes?, of group: GroupNumber
    ) throws(StoreError) {
        let statement = try connection.statement(
            "UPDATE groups SET descriptor = ?2 WHERE group_no = ?1")
        defer { statement.finish() }
        statement.bind(group)
        if let descriptor {
            try statement.run(borrowing: vault.stored(descriptor, Self.place(group)), at: 2)
        } else {
            try statement.run()
        }
    }

    private static func place(_ group: GroupNumber) -> String { "store/\(group.rawValue)" }

    /// Removes a group and everything that belongs to it; see ``Database/removeGroup(_:)``.
    func remove(_ group: GroupNumber) throws(StoreError) {
        try connection.execute(
            """
            DELETE FROM unpublished WHERE log_no IN (SELECT log_no FROM logs WHERE group_no = ?1)
            """, group)
        try connection.execute("DELETE FROM events WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM logs WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM entries WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM balances WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM tallies WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM group_facts WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM group_keys WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM held_lines WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM aside_lines WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM drafts WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM outbox WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM cursors WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM passes WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM invites WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM acknowledgements WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM gaps WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM settings WHERE group_no = ?1", group)
        try connection.execute("DELETE FROM groups WHERE group_no = ?1", group)
        try connection.execute(
            "DELETE FROM key_names WHERE key_no NOT IN (SELECT key_no FROM events)")
    }

    private static func group(_ row: Statement) throws(StoreError) -> GroupRecord {
        var group = GroupRecord(
            id: try row.fixed(1), founder: try row.fixed(2), name: row.text(3),
            currency: row.text(4), state: row.text(5), isLab: row.bool(6),
            createdAt: row.unsigned(7))
        group.number = row.number(0)
        return group
    }
}
