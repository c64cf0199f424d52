import Glibc

/// What concerns a group, or the file, as a whole.
extension Database {
    /// Throws away what is computed of a group; the caller computes it again in the same
    /// transaction.
    package func clearProjection(of group: GroupNumber) throws(StoreError) {
        try entries.removeAll(in: group)
        try balances.removeAll(in: group)
        try tallies.removeAll(in: group)
        try facts.removeAll(in: group)
    }

    /// Removes a group and everything that belongs to it; what it held is overwritten.
    package func removeGroup(_ group: GroupNumber) throws(StoreError) {
        try events.writeCounts()
        try groups.remove(group)
        events.forgetCaches()
    }

    /// Rewrites the whole file without what was removed, and empties what stands beside it. Throws
    /// where somebody reads an older state meanwhile: that stays until they have ended.
    package func compact() throws(StoreError) {
        // The copy that this makes on the way would else stand in the system's temporary folder.
        try connection.runScript("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA temp_store = DEFAULT")
        guard try connection.pragma("PRAGMA wal_checkpoint(TRUNCATE)") != 0 else { return }
        throw StoreError(
            .busy,
            "It is done, but another fen reads this home just now: what was there before stays in "
                + "its files until both have ended.",
            hint: "End the other one, then this one; /quit leaves.")
    }

    /// Writes a whole and compact copy of the database, as of now, into a new file that only its
    /// owner reads. It holds every secret that this one holds.
    package func copy(to path: String) throws(StoreError) {
        guard access(path, F_OK) != 0 else {
            throw StoreError(
                .denied, "There is a file of that name already.", hint: "Choose another name.")
        }
        try home.makeFile(path)
        do throws(StoreError) {
            try connection.execute("VACUUM INTO ?1", path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// What is wrong with the file, in SQLite's words; empty when it is sound. Reads all of it.
    package func complaints() throws(StoreError) -> [String] { try connection.complaints() }
}
