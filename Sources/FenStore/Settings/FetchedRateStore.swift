/// An exchange rate as a service answered it.
package struct FetchedRateRecord: Hashable, Sendable {
    /// The currency one unit of which is meant, three letters.
    package var base: String
    /// The currency it is worth so much of, three letters.
    package var quote: String
    /// The day that was asked for, `2026-08-01`.
    package var asked: String
    /// The day the answer is of: the same one or an earlier one.
    package var answered: String
    /// The rate in the protocol's grammar.
    package var rate: String
    /// Who said so.
    package var source: String
    /// When, in Unix milliseconds.
    package var fetchedAt: UInt64
    /// Whether the day asked for was over for good then, so that the answer will stay the same.
    package var isFinal: Bool

    /// Describes an answer.
    package init(
        base: String, quote: String, asked: String, answered: String, rate: String,
        source: String, fetchedAt: UInt64, isFinal: Bool
    ) {
        self.base = base
        self.quote = quote
        self.asked = asked
        self.answered = answered
        self.rate = rate
        self.source = source
        self.fetchedAt = fetchedAt
        self.isFinal = isFinal
    }
}

/// The rates this device has fetched; they belong to no group.
package final class FetchedRateStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Keeps an answer in the place of an earlier one about the same day.
    package func put(_ rate: FetchedRateRecord) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO fetched_rates(
                base, quote, asked, answered, rate, source, fetched_at, is_final)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, rate.base, rate.quote, rate.asked, rate.answered, rate.rate, rate.source,
            rate.fetchedAt, rate.isFinal)
    }

    /// What was answered about a day, or by an answer that is of that day; nil for nothing. An
    /// earlier day's answer that is not final comes last.
    package func find(
        _ base: String, in quote: String, on day: String
    ) throws(StoreError) -> FetchedRateRecord? {
        try connection.first(
            """
            SELECT base, quote, asked, answered, rate, source, fetched_at, is_final
            FROM fetched_rates WHERE base = ?1 AND quote = ?2 AND (asked = ?3 OR answered = ?3)
            ORDER BY answered <> ?3 AND NOT is_final, asked <> ?3, asked LIMIT 1
            """, base, quote, day, as: Self.rate)
    }

    /// The answer about the latest day; nil where nothing was fetched.
    package func newest(
        _ base: String, in quote: String
    ) throws(StoreError) -> FetchedRateRecord? {
        try connection.first(
            """
            SELECT base, quote, asked, answered, rate, source, fetched_at, is_final
            FROM fetched_rates WHERE base = ?1 AND quote = ?2
            ORDER BY asked DESC LIMIT 1
            """, base, quote, as: Self.rate)
    }

    private static func rate(_ row: Statement) throws(StoreError) -> FetchedRateRecord {
        FetchedRateRecord(
            base: row.text(0), quote: row.text(1), asked: row.text(2), answered: row.text(3),
            rate: row.text(4), source: row.text(5), fetchedAt: row.unsigned(6),
            isFinal: row.bool(7))
    }
}
