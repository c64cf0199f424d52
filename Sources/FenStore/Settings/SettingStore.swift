/// What this person has set, for everything or for one group. Nothing here is secret.
package final class SettingStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// A setting, or nil when it was never set.
    package func value(
        _ key: String, in group: GroupNumber? = nil
    ) throws(StoreError) -> String? {
        try connection.first(
            "SELECT value FROM settings WHERE group_no = ?1 AND key = ?2", group ?? Self.everywhere,
            key, as: { (row) throws(StoreError) in row.text(0) })
    }

    /// Sets a setting, or removes it.
    package func set(
        _ key: String, _ value: String?, in group: GroupNumber? = nil
    ) throws(StoreError) {
        if let value {
            try connection.execute(
                "INSERT OR REPLACE INTO settings(group_no, key, value) VALUES(?1, ?2, ?3)",
                group ?? Self.everywhere, key, value)
        } else {
            try connection.execute(
                "DELETE FROM settings WHERE group_no = ?1 AND key = ?2", group ?? Self.everywhere,
                key)
        }
    }

    /// All settings, by key.
    package func all(in group: GroupNumber? = nil) throws(StoreError) -> [String: String] {
        let rows = try connection.all(
            "SELECT key, value FROM settings WHERE group_no = ?1", group ?? Self.everywhere,
            as: { (row) throws(StoreError) in (row.text(0), row.text(1)) })
        return Dictionary(rows) { first, _ in first }
    }

    /// No group has this number: SQLite gives numbers from 1 on.
    private static let everywhere = GroupNumber(rawValue: 0)
}
