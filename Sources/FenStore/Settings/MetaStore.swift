package import FenEncoding

/// Facts about this database itself.
package final class MetaStore {
    /// The names of the facts.
    package struct Key: Hashable, Sendable {
        let text: String

        /// Names a fact.
        package init(_ text: String) { self.text = text }

        static let storeID = Key("store_id")
        static let isOpen = Key("is_open")
        static let needsRebuild = Key("needs_rebuild")
        static let projection = Key("projection")
        static let lock = Key("lock")
    }

    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// An integer, or nil.
    package func int(_ key: Key) throws(StoreError) -> Int? {
        try connection.first(
            "SELECT value FROM meta WHERE key = ?1", key.text,
            as: { (row) throws(StoreError) in Int(row.int(0)) })
    }

    /// Bytes of fixed length, or nil.
    package func fixed<Value: FixedBytes>(_ key: Key) throws(StoreError) -> Value? {
        try connection.first(
            "SELECT value FROM meta WHERE key = ?1", key.text,
            as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// Text, or nil.
    package func text(_ key: Key) throws(StoreError) -> String? {
        try connection.first(
            "SELECT value FROM meta WHERE key = ?1", key.text,
            as: { (row) throws(StoreError) in row.text(0) })
    }

    /// Bytes, or nil.
    package func bytes(_ key: Key) throws(StoreError) -> [UInt8]? {
        try connection.first(
            "SELECT value FROM meta WHERE key = ?1", key.text,
            as: { (row) throws(StoreError) in row.bytes(0) })
    }

    /// Removes a fact.
    package func remove(_ key: Key) throws(StoreError) {
        try connection.execute("DELETE FROM meta WHERE key = ?1", key.text)
    }

    /// Sets a fact.
    package func set(_ key: Key, _ value: some Bindable) throws(StoreError) {
        try connection.execute(
            "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)", key.text, value)
    }

    /// Gives the database a new name.
    func renewStoreID() throws(StoreError) {
        try connection.execute("UPDATE meta SET value = randomblob(16) WHERE key = 'store_id'")
    }
}
