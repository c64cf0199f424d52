package import FenEncoding

/// A line with a wrong signature and no authentic successor: waits for either, or for a good copy.
package struct HeldLine: Hashable, Sendable {
    /// The id that its bytes give.
    package var id: Bytes32
    /// Whose it claims to be.
    package var author: Bytes32
    /// Its number in that log.
    package var seq: UInt64
    /// The line, with its newline or without, as it came.
    package var line: [UInt8]

    /// Describes a held line.
    package init(id: Bytes32, author: Bytes32, seq: UInt64, line: [UInt8]) {
        self.id = id
        self.author = author
        self.seq = seq
        self.line = line
    }
}

/// A line that is kept to be read again later: of an unknown format, of a stranger, of too many
/// from somebody who waits to be admitted, of somebody who was removed.
package struct AsideLine: Hashable, Sendable {
    /// A digest of the line, so that it is kept once.
    package var digest: Bytes32
    /// The name of the reason.
    package var reason: String
    /// Whose it claims to be, where that can be told.
    package var author: Bytes32?
    /// The line as it came.
    package var line: [UInt8]

    /// Describes a line.
    package init(digest: Bytes32, reason: String, author: Bytes32?, line: [UInt8]) {
        self.digest = digest
        self.reason = reason
        self.author = author
        self.line = line
    }
}

/// How much is kept of something.
package struct LineLimit: Hashable, Sendable {
    /// So many lines.
    package var count: Int
    /// So many bytes of lines.
    package var bytes: Int

    /// Sets both; what comes first holds.
    package init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}

/// Lines that are kept but are no events (yet). How many are kept is the engine's to say.
package final class AsideStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Holds a line.
    package func hold(
        _ line: HeldLine, in group: GroupNumber, at time: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO held_lines(group_no, id, author, seq, received_at, line)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6)
            """, group, line.id, line.author, line.seq, time, line.line)
    }

    /// The held line with an id, or nil.
    package func held(
        _ id: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> HeldLine? {
        try connection.first(
            "SELECT id, author, seq, line FROM held_lines WHERE group_no = ?1 AND id = ?2", group,
            id, as: Self.heldLine)
    }

    /// Whether any line of a group is held.
    package func isHolding(in group: GroupNumber) throws(StoreError) -> Bool {
        try connection.first(
            "SELECT 1 FROM held_lines WHERE group_no = ?1 LIMIT 1", group,
            as: { (row) throws(StoreError) in row.bool(0) }) ?? false
    }

    /// All held lines of a group.
    package func held(in group: GroupNumber) throws(StoreError) -> [HeldLine] {
        try connection.all(
            """
            SELECT id, author, seq, line FROM held_lines WHERE group_no = ?1 ORDER BY author, seq
            """, group, as: Self.heldLine)
    }

    /// Lets a held line go: it is an event now, or too old.
    package func release(_ id: Bytes32, in group: GroupNumber) throws(StoreError) {
        try connection.execute(
            "DELETE FROM held_lines WHERE group_no = ?1 AND id = ?2", group, id)
    }

    /// Lets the oldest held lines go until a group's, and each author's of them, are within limits.
    package func limitHeld(
        author: LineLimit, all: LineLimit, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            """
            DELETE FROM held_lines WHERE group_no = ?1 AND id IN (SELECT id FROM (
                SELECT id, row_number() OVER kept AS place, sum(length(line)) OVER kept AS bytes
                FROM held_lines WHERE group_no = ?1
                WINDOW kept AS (PARTITION BY author ORDER BY received_at DESC, seq, id
                    ROWS UNBOUNDED PRECEDING))
                WHERE place > ?2 OR bytes > ?3)
            """, group, author.count, author.bytes)
        try connection.execute(
            """
            DELETE FROM held_lines WHERE group_no = ?1 AND id IN (SELECT id FROM (
                SELECT id, row_number() OVER kept AS place, sum(length(line)) OVER kept AS bytes
                FROM held_lines WHERE group_no = ?1
                WINDOW kept AS (ORDER BY received_at DESC, seq, id ROWS UNBOUNDED PRECEDING))
                WHERE place > ?2 OR bytes > ?3)
            """, group, all.count, all.bytes)
    }

    /// Lets the newest lines that are aside for a reason go until they are within a limit.
    package func limit(
        _ reason: String, to limit: LineLimit, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            """
            DELETE FROM aside_lines WHERE aside_no IN (SELECT aside_no FROM (
                SELECT aside_no, row_number() OVER kept AS place,
                    sum(length(line)) OVER kept AS bytes
                FROM aside_lines WHERE group_no = ?1 AND reason = ?2
                WINDOW kept AS (ORDER BY aside_no ROWS UNBOUNDED PRECEDING))
                WHERE place > ?3 OR bytes > ?4)
            """, group, reason, limit.count, limit.bytes)
    }

    /// Puts a line aside; one that is there already stays as it is.
    package func put(
        _ line: AsideLine, in group: GroupNumber, at time: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO aside_lines(group_no, digest, reason, author, received_at, line)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6)
            """, group, line.digest, line.reason, line.author, time, line.line)
    }

    /// How many lines are aside for a reason, of everybody or of one author.
    package func count(
        _ reason: String, author: Bytes32? = nil, in group: GroupNumber
    ) throws(StoreError) -> Int {
        try connection.first(
            """
            SELECT count(*) FROM aside_lines
            WHERE group_no = ?1 AND reason = ?2 AND (?3 IS NULL OR author = ?3)
            """, group, reason, author,
            as: { (row) throws(StoreError) in Int(row.int(0)) }) ?? 0
    }

    /// Takes out all lines that are aside for a reason (of one author, or of everybody), to be
    /// read again.
    package func take(
        _ reason: String, author: Bytes32? = nil, in group: GroupNumber
    ) throws(StoreError) -> [AsideLine] {
        let lines = try connection.all(
            """
            SELECT digest, reason, author, line FROM aside_lines
            WHERE group_no = ?1 AND reason = ?2 AND (?3 IS NULL OR author = ?3) ORDER BY aside_no
            """, group, reason, author,
            as: { (row) throws(StoreError) in
                AsideLine(
                    digest: try row.fixed(0), reason: row.text(1),
                    author: try row.optionalFixed(2), line: row.bytes(3))
            })
        try connection.execute(
            """
            DELETE FROM aside_lines
            WHERE group_no = ?1 AND reason = ?2 AND (?3 IS NULL OR author = ?3)
            """, group, reason, author)
        return lines
    }

    private static func heldLine(_ row: Statement) throws(StoreError) -> HeldLine {
        HeldLine(
            id: try row.fixed(0), author: try row.fixed(1), seq: row.unsigned(2),
            line: row.bytes(3))
    }
}
