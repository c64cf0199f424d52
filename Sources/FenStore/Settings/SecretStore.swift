package import FenCrypto

/// What must never be shown: the identity's entropy, passwords of stores, and their like.
///
/// The bytes lie in the database as they are; the home's permissions protect them. What is
/// removed is overwritten (`secure_delete`).
package final class SecretStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// A secret by name, or nil.
    package func value(_ name: String) throws(StoreError) -> SecretBytes? {
        try connection.first(
            "SELECT value FROM secrets WHERE name = ?1", name,
            as: { (row) throws(StoreError) in SecretBytes(copying: row.raw(0)) })
    }

    /// Keeps a secret, in place of one of that name.
    package func set(_ name: String, _ secret: SecretBytes) throws(StoreError) {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO secrets(name, value) VALUES(?1, ?2)")
        defer { statement.finish() }
        statement.bind(name)
        try statement.run(borrowing: secret, at: 2)
    }

    /// Forgets a secret.
    package func remove(_ name: String) throws(StoreError) {
        try connection.execute("DELETE FROM secrets WHERE name = ?1", name)
    }

    /// The names of all secrets.
    package func names() throws(StoreError) -> [String] {
        try connection.all(
            "SELECT name FROM secrets ORDER BY name",
            as: { (row) throws(StoreError) in row.text(0) })
    }
}

extension Statement {
    /// Runs with a secret bound in place, so that no copy of it is left behind.
    func run(borrowing secret: SecretBytes, at index: Int32) throws(StoreError) {
        try secret.withUnsafeBytes { (bytes) throws(StoreError) in
            bind(borrowing: bytes, at: index)
            defer { bindNull(at: index) }
            try run()
        }
    }
}
