package import FenCrypto

/// What must never be shown: the identity's entropy, passwords of stores, and their like.
///
/// Without a passphrase the bytes lie in the database as they are, and the home's permissions
/// protect them; with one they are sealed. What is removed is overwritten (`secure_delete`).
package final class SecretStore {
    private let connection: Connection

    private let vault: Vault

    init(connection: Connection, vault: Vault) {
        self.connection = connection
        self.vault = vault
    }

    /// A secret by name, or nil.
    package func value(_ name: String) throws(StoreError) -> SecretBytes? {
        try connection.first(
            "SELECT value FROM secrets WHERE name = ?1", name,
            as: { (row) throws(StoreError) in
                try vault.secret(SecretBytes(copying: row.raw(0)), Self.place(name))
            })
    }

    /// Keeps a secret, in place of one of that name.
    package func set(_ name: String, _ secret: SecretBytes) throws(StoreError) {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO secrets(name, value) VALUES(?1, ?2)")
        defer { statement.finish() }
        statement.bind(name)
        try statement.run(borrowing: vault.stored(secret, Self.place(name)), at: 2)
    }

    private static func place(_ name: String) -> String { "secret/\(name)" }

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
