import FenEncoding
import FenStore

extension Database {
    /// A home whose database file is another file than it was has been copied or restored: numbers
    /// its first life gave away later may be missing here. It gets a new store id, and is trusted
    /// only after its own log has been compared (Wire format, Own tail).
    func noticeCopiedHome() throws {
        guard let file = home.databaseFile else { return }
        let known = try meta.text(.databaseFile)
        guard known != file else { return }
        try transaction {
            if known != nil { try renewStoreID() }
            try meta.set(.databaseFile, file)
        }
    }

    /// The identity was made in this life of this database, so nobody else has its numbers.
    var isIdentityBornHere: Bool {
        get throws { try meta.text(.birthplace) == storeID.hex }
    }
}

extension MetaStore.Key {
    /// Which file the database was in last.
    static let databaseFile = MetaStore.Key("database_file")
    /// The store id under which the identity was made.
    static let birthplace = MetaStore.Key("birthplace")
    /// The person's public key.
    static let person = MetaStore.Key("public_key")
}
