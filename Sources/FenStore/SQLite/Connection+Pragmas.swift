extension Connection {
    /// Sets what every connection of ours has: WAL, and a commit that is on the medium.
    package func configure(_ mode: Mode) throws(StoreError) {
        try runScript("PRAGMA cache_size = -16384; PRAGMA foreign_keys = OFF;")
        guard mode == .readWrite else { return }
        try runScript(
            """
            PRAGMA page_size = 4096;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA wal_autocheckpoint = 4096;
            PRAGMA journal_size_limit = 33554432;
            """)
    }

    /// A pragma's integer value.
    package func pragma(_ text: StaticString) throws(StoreError) -> Int {
        let statement = try statement(text)
        defer { statement.finish() }
        return try statement.step() ? Int(statement.int(0)) : 0
    }

    /// What SQLite finds wrong with the file, at most `limit` complaints; empty when it is sound.
    package func complaints(limit: Int = 20) throws(StoreError) -> [String] {
        let statement = try statement("PRAGMA integrity_check")
        defer { statement.finish() }
        var found: [String] = []
        do throws(StoreError) {
            while found.count < limit, try statement.step() {
                let line = statement.text(0)
                if line != "ok" { found.append(line) }
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            found.append(error.cause ?? error.message)
        }
        return found
    }

    /// Moves what is in the WAL into the main file and empties the WAL.
    package func checkpoint() throws(StoreError) {
        try runScript("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
