/// What else is computed of a group, as named values that the ledger writes and reads: members,
/// names, exclusions, the state of the gate.
package final class FactStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// A value, or nil.
    package func value(
        _ key: String, in group: GroupNumber
    ) throws(StoreError) -> [UInt8]? {
        try connection.first(
            "SELECT value FROM group_facts WHERE group_no = ?1 AND key = ?2", group, key,
            as: { (row) throws(StoreError) in row.bytes(0) })
    }

    /// Sets a value, or removes it.
    package func set(
        _ key: String, _ value: [UInt8]?, in group: GroupNumber
    ) throws(StoreError) {
        if let value {
            try connection.execute(
                "INSERT OR REPLACE INTO group_facts(group_no, key, value) VALUES(?1, ?2, ?3)",
                group, key, value)
        } else {
            try connection.execute(
                "DELETE FROM group_facts WHERE group_no = ?1 AND key = ?2", group, key)
        }
    }

    /// Removes all values of a group.
    package func removeAll(in group: GroupNumber) throws(StoreError) {
        try connection.execute("DELETE FROM group_facts WHERE group_no = ?1", group)
    }
}
