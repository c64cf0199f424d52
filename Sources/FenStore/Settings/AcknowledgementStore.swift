package import FenEncoding

/// One thing that a person goes on without, in their own name only.
package struct AcknowledgementRecord: Hashable, Sendable {
    /// What is acknowledged.
    package enum Subject: Hashable, Sendable {
        /// These numbers are missing.
        case missing(ClosedRange<UInt64>)
        /// These numbers are sealed under a key that is not held.
        case unheldKey(epoch: UInt32, keyID: Bytes16, ClosedRange<UInt64>)
        /// The fork at this number has this branch.
        case branch(seq: UInt64, Bytes32)
    }

    /// In whose log.
    package var author: Bytes32
    /// What is acknowledged.
    package var subject: Subject
    /// When, in Unix milliseconds.
    package var at: UInt64

    /// Describes an acknowledgement.
    package init(author: Bytes32, subject: Subject, at: UInt64) {
        self.author = author
        self.subject = subject
        self.at = at
    }
}

/// What this person has decided to go on without: the gate opens for them alone, and says so.
package final class AcknowledgementStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Keeps an acknowledgement; one that is there already keeps its time.
    package func put(
        _ record: AcknowledgementRecord, in group: GroupNumber
    ) throws(StoreError) {
        let statement = try connection.statement(
            """
            INSERT OR IGNORE INTO acknowledgements(
                group_no, author, kind, low, high, epoch, id, at)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """)
        defer { statement.finish() }
        switch record.subject {
        case .missing(let range):
            statement.bind(
                group, record.author, Kind.missing.rawValue, range.lowerBound, range.upperBound,
                UInt32(0), [UInt8](), record.at)
        case .unheldKey(let epoch, let keyID, let range):
            statement.bind(
                group, record.author, Kind.unheldKey.rawValue, range.lowerBound,
                range.upperBound, epoch, keyID, record.at)
        case .branch(let seq, let id):
            statement.bind(
                group, record.author, Kind.branch.rawValue, seq, seq, UInt32(0), id, record.at)
        }
        try statement.run()
    }

    /// Everything acknowledged in a group, by author.
    package func all(in group: GroupNumber) throws(StoreError) -> [AcknowledgementRecord] {
        try connection.all(
            """
            SELECT author, kind, low, high, epoch, id, at FROM acknowledgements
            WHERE group_no = ?1 ORDER BY author, kind, low, id
            """, group, as: Self.record)
    }

    private enum Kind: Int {
        case missing = 1
        case unheldKey = 2
        case branch = 3
    }

    private static func record(_ row: Statement) throws(StoreError) -> AcknowledgementRecord {
        let range = row.unsigned(2)...max(row.unsigned(2), row.unsigned(3))
        let subject: AcknowledgementRecord.Subject
        switch Kind(rawValue: Int(row.int(1))) {
        case .missing: subject = .missing(range)
        case .unheldKey:
            subject = .unheldKey(
                epoch: UInt32(truncatingIfNeeded: row.int(4)), keyID: try row.fixed(5), range)
        case .branch: subject = .branch(seq: range.lowerBound, try row.fixed(5))
        case nil: throw StoreError.corrupt("an acknowledgement of an unknown kind")
        }
        return AcknowledgementRecord(
            author: try row.fixed(0), subject: subject, at: row.unsigned(6))
    }
}
