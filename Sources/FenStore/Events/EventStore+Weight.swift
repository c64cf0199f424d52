extension EventStore {
    /// How many events of a log have numbers in a range, and about how many bytes their lines have:
    /// base64url of the ciphertext, and what a line has besides.
    package func weight(
        of log: LogNumber, in range: ClosedRange<UInt64>
    ) throws(StoreError) -> (events: Int, bytes: Int) {
        let found = try connection.first(
            """
            SELECT count(*), ifnull(sum((length(ct) * 4 + 2) / 3), 0) FROM events
            WHERE log_no = ?1 AND seq BETWEEN ?2 AND ?3 AND chain_state <> 2
            """, log, range.lowerBound, range.upperBound,
            as: { (row) throws(StoreError) in (Int(row.int(0)), Int(row.int(1))) })
        let (events, bytes) = found ?? (0, 0)
        return (events, bytes + events * Self.bytesBesides)
    }

    /// What a line has besides its ciphertext, most of it hex and base64url of fixed length.
    private static let bytesBesides = 480
}
