package import FenEncoding
import Glibc

/// One computed entry: an expense, a settlement, a message.
package struct EntryRecord: Hashable, Sendable {
    /// The id of the event that created it.
    package var id: Bytes32
    /// Its place in the order: that event's lamport.
    package var lamport: UInt64
    /// The stored value of its kind.
    package var kind: UInt8
    /// Bits that lists are filtered by (deleted, waiting, …); their meaning is the engine's.
    package var flags: Int
    /// That event's author, and number in the author's log.
    package var author: Bytes32
    /// That event's number in its author's log.
    package var seq: UInt64
    /// The date as `yyyymmdd`, for what has one.
    package var date: Int?
    /// The currency, for what has one.
    package var currency: String?
    /// The whole state, as the ledger writes it.
    package var state: [UInt8]

    /// Describes an entry.
    package init(
        id: Bytes32, lamport: UInt64, kind: UInt8, flags: Int, author: Bytes32, seq: UInt64,
        date: Int? = nil, currency: String? = nil, state: [UInt8]
    ) {
        self.id = id
        self.lamport = lamport
        self.kind = kind
        self.flags = flags
        self.author = author
        self.seq = seq
        self.date = date
        self.currency = currency
        self.state = state
    }
}

/// Which entries a walk shows.
package struct EntryFilter: Hashable, Sendable {
    /// Only this kind.
    package var kind: UInt8?
    /// Only those with all of these bits set.
    package var flagsSet: Int
    /// Only those with none of these bits set.
    package var flagsClear: Int
    /// Only those with a date, from this one on, as `yyyymmdd`.
    package var from: Int?
    /// Only those with a date, up to this one, as `yyyymmdd`.
    package var through: Int?
    /// Only those in this currency.
    package var currency: String?

    /// Shows everything that is not ruled out.
    package init(
        kind: UInt8? = nil, flagsSet: Int = 0, flagsClear: Int = 0, from: Int? = nil,
        through: Int? = nil, currency: String? = nil
    ) {
        self.kind = kind
        self.flagsSet = flagsSet
        self.flagsClear = flagsClear
        self.from = from
        self.through = through
        self.currency = currency
    }

    /// Whether an entry is shown.
    package func lets(_ entry: EntryRecord) -> Bool {
        (kind.map { $0 == entry.kind } ?? true) && entry.flags & flagsSet == flagsSet
            && entry.flags & flagsClear == 0
            && (from.map { $0 <= entry.date ?? .min } ?? true)
            && (through.map { entry.date ?? .max <= $0 } ?? true)
            && (currency.map { $0 == entry.currency } ?? true)
    }
}

/// The computed entries of all groups.
package final class EntryStore {
    let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Puts an entry in, or in place of the one that the same event created.
    ///
    /// - Parameter event: the number of that event.
    package func put(
        _ entry: EntryRecord, event: EventNumber, log: LogNumber, in group: GroupNumber
    ) throws(StoreError) {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO entries(row, group_no, lamport, id, kind, flags, log_no, seq,
                date, currency, state)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        defer { statement.finish() }
        // One by one and in place: with the events' this is the hottest loop of the room. What is
        // not bound is NULL.
        statement.bind(event.rawValue, at: 1)
        statement.bind(group.rawValue, at: 2)
        statement.bind(Int64(bitPattern: entry.lamport), at: 3)
        statement.bind(fixed: entry.id, at: 4)
        statement.bind(Int64(entry.kind), at: 5)
        statement.bind(Int64(entry.flags), at: 6)
        statement.bind(log.rawValue, at: 7)
        statement.bind(Int64(bitPattern: entry.seq), at: 8)
        if let date = entry.date { statement.bind(Int64(date), at: 9) }
        if let currency = entry.currency { statement.bind(currency, at: 10) }
        try entry.state.withUnsafeBufferPointer { (bytes) throws(StoreError) in
            statement.bind(borrowing: UnsafeRawBufferPointer(bytes), at: 11)
            defer { statement.bindNull(at: 11) }
            try statement.run()
        }
    }

    /// Whether the entry that an event created is stored exactly so.
    package func holds(
        _ entry: EntryRecord, event: EventNumber, log: LogNumber, in group: GroupNumber
    ) throws(StoreError) -> Bool {
        let statement = try connection.statement(
            """
            SELECT state, id, lamport, kind, flags, seq, date, currency, log_no, group_no
            FROM entries WHERE row = ?1
            """)
        defer { statement.finish() }
        statement.bind(event)
        guard try statement.step() else { return false }
        let id: Bytes32 = try statement.fixed(1)
        return Self.areEqual(statement.raw(0), entry.state) && id == entry.id
            && statement.unsigned(2) == entry.lamport && statement.int(3) == Int64(entry.kind)
            && statement.int(4) == Int64(entry.flags) && statement.unsigned(5) == entry.seq
            && (statement.isNull(6) ? nil : Int(statement.int(6))) == entry.date
            && statement.optionalText(7) == entry.currency
            && statement.int(8) == log.rawValue && statement.int(9) == group.rawValue
    }

    private static func areEqual(_ stored: UnsafeRawBufferPointer, _ bytes: [UInt8]) -> Bool {
        guard let start = stored.baseAddress, stored.count == bytes.count else {
            return stored.isEmpty && bytes.isEmpty
        }
        return memcmp(start, bytes, bytes.count) == 0
    }

    /// The numbers of all entries of a group.
    package func numbers(in group: GroupNumber) throws(StoreError) -> [EventNumber] {
        try connection.all(
            "SELECT row FROM entries WHERE group_no = ?1", group,
            as: { (row) throws(StoreError) in row.number(0) })
    }

    /// Removes the entry that an event created, if there is one.
    package func remove(event: EventNumber) throws(StoreError) {
        try connection.execute("DELETE FROM entries WHERE row = ?1", event)
    }

    /// Removes all entries of a group.
    package func removeAll(in group: GroupNumber) throws(StoreError) {
        try connection.execute("DELETE FROM entries WHERE group_no = ?1", group)
    }

    /// The entry that an event created, or nil.
    package func find(event: EventNumber) throws(StoreError) -> EntryRecord? {
        try connection.first(Self.byNumber, event, as: Self.entry)
    }

    /// The entry with an id, or nil.
    package func find(_ id: Bytes32, in group: GroupNumber) throws(StoreError) -> EntryRecord? {
        let event: EventNumber? = try connection.first(
            "SELECT row FROM events WHERE id64 = ?1 AND id = ?2 AND group_no = ?3", id.prefix64, id,
            group, as: { (row) throws(StoreError) in row.number(0) })
        guard let event else { return nil }
        return try find(event: event)
    }

    /// The first `limit` entries of a group in canonical order, or the first behind a place in it.
    package func first(
        _ limit: Int, after place: (lamport: UInt64, id: Bytes32)? = nil, in group: GroupNumber
    ) throws(StoreError) -> [EntryRecord] {
        let place = place ?? (0, Bytes32())
        return try connection.all(
            Self.forward, group, place.lamport, place.id, limit, as: Self.entry)
    }

    /// Shows every entry of a group in canonical order; memory stays bounded.
    package func forEach(
        in group: GroupNumber, _ body: (EntryRecord) throws -> Void
    ) throws {
        let statement = try connection.statement(Self.inOrder)
        defer { statement.finish() }
        statement.bind(group)
        while try statement.step() { try body(try Self.entry(statement)) }
    }

    private static func entry(_ row: Statement) throws(StoreError) -> EntryRecord {
        try entry(row, author: try row.fixed(4))
    }

    /// The entry of a row whose fifth column is its author, or says who that is.
    static func entry(_ row: Statement, author: Bytes32) throws(StoreError) -> EntryRecord {
        EntryRecord(
            id: try row.fixed(0), lamport: row.unsigned(1),
            kind: UInt8(truncatingIfNeeded: row.int(2)), flags: Int(row.int(3)),
            author: author, seq: row.unsigned(5),
            date: row.isNull(6) ? nil : Int(row.int(6)), currency: row.optionalText(7),
            state: row.bytes(8))
    }

    private static let select = """
        SELECT n.id, n.lamport, n.kind, n.flags, l.author, n.seq, n.date, n.currency, n.state \
        FROM entries n JOIN logs l ON l.log_no = n.log_no
        """
    private static let byNumber = Query(select + " WHERE n.row = ?1")
    private static let forward = Query(
        select + " WHERE n.group_no = ?1 AND n.lamport >= ?2 AND (n.lamport > ?2 OR n.id > ?3)"
            + " ORDER BY n.lamport, n.id LIMIT ?4")
    private static let inOrder = Query(
        select + " WHERE n.group_no = ?1 ORDER BY n.lamport, n.id")
}
