package import FenCrypto
import Glibc

extension Database {
    /// Takes over everything that another database of fen's holds, a backup that was opened, in
    /// place of what is here; all of it or nothing. The other file is brought up to date first and
    /// is of no use to anybody afterwards: the caller destroys it.
    ///
    /// Numbers that the backup's home gave away later may be missing in it, so this is a new life
    /// of the database, with a store id of its own. What was sealed there is plain here.
    ///
    /// - Parameter lockKey: what the other database's secrets are sealed with, if they are.
    package func takeOver(_ path: String, lockKey: SecretBytes?) throws {
        let source = try Connection(path: path, mode: .readWrite)
        try Migrations.refuseUnknown(source)
        guard try source.complaints(limit: 1).isEmpty else { throw StoreError.corrupt("a backup") }
        let isAltered = try Migrations.bringUpToDate(source)
        try openSecrets(of: source, lockKey)
        try connection.copyAll(from: source)
        try transaction {
            try begin(anew: isAltered)
            try renewStoreID()
        }
        try connection.checkpoint()
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
