/// One sync pass, or one session with a peer, that has ended.
package struct PassRecord: Hashable, Sendable {
    /// With whom: a store or a peer, by a name that the engine gives.
    package var source: String
    /// When it ended, in Unix milliseconds.
    package var at: UInt64
    /// `done`, or the code of what ended it.
    package var outcome: String
    /// How many events were sent.
    package var sent: Int
    /// How many new events were received.
    package var received: Int

    /// Describes a pass.
    package init(source: String, at: UInt64, outcome: String, sent: Int, received: Int) {
        self.source = source
        self.at = at
        self.outcome = outcome
        self.sent = sent
        self.received = received
    }
}

/// When groups were last synced, and with whom: what `/status` says in words.
package final class PassStore {
    /// How many passes of a group are remembered.
    package static let kept = 200

    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Remembers a pass; old ones make room. One that moved nothing takes the place of the one
    /// before with the same source and outcome, so that polling does not push the others out.
    package func add(_ pass: PassRecord, in group: GroupNumber) throws(StoreError) {
        if pass.sent == 0, pass.received == 0 {
            try connection.execute(
                """
                DELETE FROM passes WHERE pass_no = (
                    SELECT max(pass_no) FROM passes WHERE group_no = ?1 AND source = ?2)
                AND outcome = ?3 AND sent = 0 AND received = 0
                """, group, pass.source, pass.outcome)
        }
        try connection.execute(
            """
            INSERT INTO passes(group_no, source, at, outcome, sent, received)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6)
            """, group, pass.source, pass.at, pass.outcome, pass.sent, pass.received)
        try connection.execute(
            """
            DELETE FROM passes WHERE group_no = ?1 AND pass_no <= (
                SELECT pass_no FROM passes WHERE group_no = ?1
                ORDER BY pass_no DESC LIMIT 1 OFFSET ?2)
            """, group, Self.kept)
    }

    /// The last passes of a group, newest first.
    package func last(
        _ limit: Int, in group: GroupNumber
    ) throws(StoreError) -> [PassRecord] {
        try connection.all(
            """
            SELECT source, at, outcome, sent, received FROM passes
            WHERE group_no = ?1 ORDER BY pass_no DESC LIMIT ?2
            """, group, limit, as: Self.pass)
    }

    /// The last pass of a group that went through, with anybody or with one source.
    package func lastDone(
        of source: String? = nil, in group: GroupNumber
    ) throws(StoreError) -> PassRecord? {
        try connection.first(
            """
            SELECT source, at, outcome, sent, received FROM passes
            WHERE group_no = ?1 AND outcome = 'done' AND (?2 IS NULL OR source = ?2)
            ORDER BY pass_no DESC LIMIT 1
            """, group, source, as: Self.pass)
    }

    private static func pass(_ row: Statement) throws(StoreError) -> PassRecord {
        PassRecord(
            source: row.text(0), at: row.unsigned(1), outcome: row.text(2), sent: Int(row.int(3)),
            received: Int(row.int(4)))
    }
}
