extension Database {
    /// Runs `body` as one transaction that a power cut, though no crash of the process, may undo.
    ///
    /// For what only makes a crash more comfortable: a draft that is about to become an event. The
    /// next ordinary transaction puts it on the medium too.
    package func relaxedTransaction<Success>(_ body: () throws -> Success) throws -> Success {
        try connection.runScript("PRAGMA synchronous = NORMAL")
        do {
            let success = try transaction(body)
            try connection.runScript("PRAGMA synchronous = FULL")
            return success
        } catch {
            try connection.runScript("PRAGMA synchronous = FULL")
            throw error
        }
    }
}
