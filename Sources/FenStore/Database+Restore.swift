package import FenCrypto
import Glibc

extension Database {
    /// Takes over everything that another database of fen's holds, a backup that was opened, in
    /// place of what is here. One commit decides: when this throws nothing has changed, and when it
    /// returns all of it is here. The other file is brought up to date first and is of no use to
    /// anybody afterwards: the caller destroys it.
    ///
    /// Numbers that the backup's home gave away later may be missing in it, so this is a new life
    /// of the database, with a store id of its own. What was sealed there is plain here.
    ///
    /// - Parameters:
    ///   - lockKey: what the other database's secrets are sealed with, if they are.
    ///   - note: writes what the caller has to add into the other database, before it comes here.
    package func takeOver<Success>(
        _ path: String, lockKey: SecretBytes?, noting note: (Database) throws -> Success
    ) throws -> Success {
        let source = try Connection(path: path, mode: .readWrite)
        // A crash leaves no journal of it behind that another file of this name would be taken for.
        try source.runScript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
        try Migrations.refuseUnknown(source)
        guard try source.complaints(limit: 1).isEmpty else { throw StoreError.corrupt("a backup") }
        let isAltered = try Migrations.bringUpToDate(source)
        try openSecrets(of: source, lockKey)
        let other = try Database(home, .readWrite, source, nil, projection)
        // The transaction marks it as open, which it is from the commit below on.
        let success = try other.transaction {
            if isAltered { try other.meta.set(.needsRebuild, 1) }
            try other.renewStoreID()
            return try note(other)
        }
        try connection.copyAll(from: source)
        begin(as: other, isRebuildDue: isAltered)
        // What stays in the WAL is as safe there; it is moved on the next occasion.
        try? connection.checkpoint()
        return success
    }

    /// Unseals the secrets in the other database, while it is still apart.
    private func openSecrets(of source: Connection, _ key: SecretBytes?) throws {
        let meta = MetaStore(connection: source)
        guard try meta.bytes(.lock) != nil else { return }
        guard let key else { throw StoreError.passphraseNeeded() }
        let other = try Database(home, .readWrite, source, nil, projection)
        other.unlock(with: key)
        try other.setLock(nil)
    }
}
