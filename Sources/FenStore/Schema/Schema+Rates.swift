extension Schema {
    /// What services of exchange rates have answered.
    static let rates = """
        CREATE TABLE fetched_rates(
            base TEXT NOT NULL,
            quote TEXT NOT NULL,
            asked TEXT NOT NULL,
            answered TEXT NOT NULL,
            rate TEXT NOT NULL,
            source TEXT NOT NULL,
            fetched_at INTEGER NOT NULL,
            is_final INTEGER NOT NULL,
            PRIMARY KEY(base, quote, asked)) WITHOUT ROWID;
        """
}
