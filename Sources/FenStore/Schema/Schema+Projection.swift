extension Schema {
    /// The computed layer. An entry's number is the row of the event that created it.
    static let projection = """
        CREATE TABLE entries(
            row INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            lamport INTEGER NOT NULL,
            id BLOB NOT NULL,
            kind INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            log_no INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            date INTEGER,
            currency TEXT,
            state BLOB NOT NULL);
        CREATE INDEX entries_in_order ON entries(group_no, lamport);
        CREATE TABLE balances(
            group_no INTEGER NOT NULL,
            party BLOB NOT NULL,
            amount NOT NULL,
            PRIMARY KEY(group_no, party)) WITHOUT ROWID;
        CREATE TABLE tallies(
            tally_no INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            piece BLOB NOT NULL);
        CREATE INDEX tallies_of ON tallies(group_no);
        CREATE TABLE group_facts(
            group_no INTEGER NOT NULL,
            key TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY(group_no, key)) WITHOUT ROWID;
        """

    /// Removes the computed layer; what remains is enough to compute it again.
    static let dropProjection = """
        DROP TABLE IF EXISTS entries;
        DROP TABLE IF EXISTS balances;
        DROP TABLE IF EXISTS tallies;
        DROP TABLE IF EXISTS group_facts;
        """
}
