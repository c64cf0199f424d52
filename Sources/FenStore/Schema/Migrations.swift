/// Brings a database from the version it has to the one this fen writes.
enum Migrations {
    /// The steps, the first from version 1 to 2; each is SQL over the log layer only.
    static let steps: [String] = [
        withoutLinks, withAcknowledgements, withGaps, withTallies, withFetchedRates,
        withoutContributions,
    ]

    /// 1 to 2: a link holds the group's key and is of no use once it has been shown; what became of
    /// an invite stands in the log.
    private static let withoutLinks = """
        ALTER TABLE invites DROP COLUMN link;
        ALTER TABLE invites DROP COLUMN state;
        ALTER TABLE invites DROP COLUMN used_by;
        """

    /// 2 to 3: acknowledgements name what they are about. Nothing could acknowledge before.
    private static let withAcknowledgements =
        "DROP TABLE IF EXISTS acknowledgements;\n" + Schema.gate

    /// 3 to 4: gaps have a beginning each, no longer one for all of an author. When they began is
    /// found out anew: too late rather than too early.
    private static let withGaps = "DROP TABLE IF EXISTS gaps;\n" + Schema.gaps

    /// 4 to 5: the projection has tallies, and is computed again with every step; the newest events
    /// are found by an index.
    private static let withTallies = Schema.eventsInOrder

    /// 5 to 6: rates that were fetched are kept, so that a day is asked about once.
    private static let withFetchedRates =
        "DROP TABLE IF EXISTS fetched_rates;\n" + Schema.rates

    /// 6 to 7: entries lose a column that nothing was ever written to; the projection, as with every
    /// step, is made anew.
    private static let withoutContributions = ""

    /// Looks at the version, makes or alters the tables, and says whether the projection has to
    /// be computed again.
    ///
    /// Refuses a newer schema before anything is written. An older one is altered in one
    /// transaction: a crash in the middle leaves the older one.
    static func bringUpToDate(
        _ connection: Connection, steps: [String] = steps
    ) throws(StoreError) -> Bool {
        let known = 1 + steps.count
        let found = try connection.pragma("PRAGMA user_version")
        if found == known { return false }
        if found > known { throw .newerSchema(found: found, known: known) }
        try connection.begin()
        do throws(StoreError) {
            if found == 0 {
                for part in Schema.all { try connection.runScript(part) }
                try connection.runScript("PRAGMA application_id = \(Schema.applicationID)")
            } else {
                for step in steps[(found - 1)...] { try connection.runScript(step) }
                try connection.runScript(Schema.dropProjection)
                try connection.runScript(Schema.projection)
            }
            try connection.runScript("PRAGMA user_version = \(known)")
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
        return found != 0
    }

    /// Refuses a newer schema and a database that is not ours, before anything is written.
    static func refuseUnknown(_ connection: Connection) throws(StoreError) {
        let found = try connection.pragma("PRAGMA user_version")
        let application = try connection.pragma("PRAGMA application_id")
        let tables = try connection.pragma("SELECT count(*) FROM sqlite_schema")
        let isOurs = application == Schema.applicationID && found > 0
        let isEmpty = application == 0 && found == 0 && tables == 0
        guard isOurs || isEmpty else { throw .corrupt("a database that is not fen's") }
        if found > Schema.version { throw .newerSchema(found: found, known: Schema.version) }
    }

    /// Refuses to read what this fen would not write.
    static func requireCurrent(_ connection: Connection) throws(StoreError) {
        try refuseUnknown(connection)
        let found = try connection.pragma("PRAGMA user_version")
        if found == 0 { throw .empty() }
        if found < Schema.version { throw .olderSchema(found: found, known: Schema.version) }
    }
}
