package import FenEncoding

extension EntryStore {
    /// Shows the entries of a group that a filter lets through until `body` says false, the last in
    /// canonical order first; what is kept in memory is a number for each that is wanted.
    ///
    /// A few are walked in their order. Where many are, what is left is looked through as it lies in
    /// the file, and only what is wanted of it is brought into order: a walk in order jumps between
    /// all pages of a large table.
    ///
    /// - Parameter isWanted: looks at a saved state in place, before anything of the entry is
    ///   copied: looking for a few out of many costs little more than reading them.
    package func walkBack(
        in group: GroupNumber, _ filter: EntryFilter = EntryFilter(),
        where isWanted: (UnsafeRawBufferPointer) throws -> Bool = { _ in true },
        _ body: (EntryRecord) throws -> Bool
    ) throws {
        try withoutActuallyEscaping(body) { body in
            try walkBack(in: group, filter, isWanted, AlikeEntries(body))
        }
    }

    /// Shows the entries of a group that a filter lets through in no particular order, each in
    /// place: for adding them up.
    package func lookThrough(
        in group: GroupNumber, _ filter: EntryFilter,
        where isWanted: (UnsafeRawBufferPointer) throws -> Bool, _ body: (SavedEntry) throws -> Void
    ) throws {
        let queries = try isMost(group) ? Self.shownAsTheyLie : Self.shownByIndex
        let statement = try connection.statement(queries[filter.shape])
        defer { statement.finish() }
        filter.bind(of: group, to: statement)
        var authors = AuthorNames(connection)
        while try statement.step() {
            let state = statement.raw(0)
            guard try isWanted(state) else { continue }
            try body(
                SavedEntry(
                    id: try statement.fixed(1), lamport: statement.unsigned(2),
                    author: try authors.author(of: statement.int(3)), seq: statement.unsigned(4),
                    state: state))
        }
    }

    private func walkBack(
        in group: GroupNumber, _ filter: EntryFilter,
        _ isWanted: (UnsafeRawBufferPointer) throws -> Bool, _ entries: AlikeEntries
    ) throws {
        var alike = entries
        let few = try isMost(group) ? Self.fewRows : .max
        guard let bound = try walkFew(few, in: group, filter, where: isWanted, &alike),
            try alike.show()
        else { return }
        let statement = try connection.statement(Self.numbersAsTheyLie[filter.shape])
        defer { statement.finish() }
        filter.bind(of: group, to: statement)
        statement.bind(Int64(bitPattern: bound), at: 8)
        var found: [(lamport: UInt64, number: EventNumber)] = []
        while try statement.step() {
            guard try isWanted(statement.raw(0)) else { continue }
            found.append((statement.unsigned(1), statement.number(2)))
        }
        found.sort { $0.lamport > $1.lamport }
        for (_, number) in found {
            guard let record = try find(event: number) else { continue }
            guard try alike.take(record) else { return }
        }
        _ = try alike.show()
    }

    /// Walks the first few in order. Returns the lamport below which more may be; nil where there
    /// are no more, or no more are wanted.
    private func walkFew(
        _ few: Int, in group: GroupNumber, _ filter: EntryFilter,
        where isWanted: (UnsafeRawBufferPointer) throws -> Bool, _ alike: inout AlikeEntries
    ) throws -> UInt64? {
        var authors = AuthorNames(connection)
        let statement = try connection.statement(Self.backwards[filter.shape])
        defer { statement.finish() }
        filter.bind(of: group, to: statement)
        var (count, last) = (0, UInt64.max)
        while try statement.step() {
            let lamport = statement.unsigned(1)
            if count >= few, lamport != last { return last }
            (count, last) = (count + 1, lamport)
            guard try isWanted(statement.raw(8)) else { continue }
            guard try alike.take(try authors.entry(statement)) else { return nil }
        }
        _ = try alike.show()
        return nil
    }

    /// Whether a good part of the table is this group's, so that little is read in vain where all
    /// of the table is.
    private func isMost(_ group: GroupNumber) throws(StoreError) -> Bool {
        let share = try connection.first(
            """
            SELECT sum(stored_count) FILTER (WHERE group_no = ?1) * 4 >= sum(stored_count) FROM logs
            """, group, as: { (row) throws(StoreError) in row.bool(0) })
        return share ?? false
    }

    private static let fewRows = 2_000

    /// What is not wanted is read in vain, so that no more columns are asked for than are needed.
    private static let columns = """
        SELECT n.id, n.lamport, n.kind, n.flags, n.log_no, n.seq, n.date, n.currency, n.state \
        FROM entries n
        """
    private static let numberColumns = "SELECT n.state, n.lamport, n.row FROM entries n"
    private static let shownColumns = """
        SELECT n.state, n.id, n.lamport, n.log_no, n.seq FROM entries n
        """

    /// By what is asked of a row (``EntryFilter/shape``), so that nothing is asked in vain.
    private static let backwards = EntryFilter.conditions.map {
        Query(columns + " INDEXED BY entries_in_order WHERE \($0) ORDER BY n.lamport DESC")
    }
    private static let numbersAsTheyLie = EntryFilter.conditions.map {
        Query(numberColumns + " NOT INDEXED WHERE \($0) AND n.lamport < ?8")
    }
    private static let shownAsTheyLie = EntryFilter.conditions.map {
        Query(shownColumns + " NOT INDEXED WHERE \($0)")
    }
    private static let shownByIndex = EntryFilter.conditions.map {
        Query(shownColumns + " INDEXED BY entries_in_order WHERE \($0)")
    }
}

extension EntryFilter {
    private static let terms = [
        "n.kind = ?2", "n.flags & ?3 = ?3", "n.flags & ?4 = 0", "n.date >= ?5", "n.date <= ?6",
        "n.currency = ?7",
    ]

    /// The conditions of all shapes.
    fileprivate static let conditions = (0..<1 << terms.count).map { shape in
        let asked = terms.indices.filter { shape >> $0 & 1 == 1 }.map { terms[$0] }
        return (["n.group_no = ?1"] + asked).joined(separator: " AND ")
    }

    /// Which of the terms this filter has, a bit each.
    fileprivate var shape: Int {
        let asked = [
            kind != nil, flagsSet != 0, flagsClear != 0, from != nil, through != nil,
            currency != nil,
        ]
        return asked.indices.reduce(0) { asked[$1] ? $0 | 1 << $1 : $0 }
    }

    fileprivate func bind(of group: GroupNumber, to statement: Statement) {
        let values: [(any Bindable)?] = [
            kind, flagsSet == 0 ? nil : flagsSet, flagsClear == 0 ? nil : flagsClear, from, through,
            currency,
        ]
        group.bind(to: statement, at: 1)
        for (index, value) in zip(Int32(2)..., values) { value?.bind(to: statement, at: index) }
    }
}

/// Who wrote the logs that a walk comes to.
private struct AuthorNames {
    private let connection: Connection
    private var authors: [Int64: Bytes32] = [:]

    init(_ connection: Connection) { self.connection = connection }

    /// The entry of a row whose fifth column is the number of its log.
    mutating func entry(_ row: Statement) throws(StoreError) -> EntryRecord {
        try EntryStore.entry(row, author: try author(of: row.int(4)))
    }

    /// Who wrote the log with a number.
    mutating func author(of log: Int64) throws(StoreError) -> Bytes32 {
        if let author = authors[log] { return author }
        let author: Bytes32? = try connection.first(
            "SELECT author FROM logs WHERE log_no = ?1", LogNumber(rawValue: log),
            as: { (row) throws(StoreError) in try row.fixed(0) })
        guard let author else { throw .corrupt("an entry of an unknown log") }
        authors[log] = author
        return author
    }
}

/// An entry as it lies in the database, valid while it is shown.
package struct SavedEntry {
    /// The id of the event that created it.
    package let id: Bytes32
    /// Its place in the order: that event's lamport.
    package let lamport: UInt64
    /// That event's author.
    package let author: Bytes32
    /// That event's number in its author's log.
    package let seq: UInt64
    /// The whole state, as the ledger writes it.
    package let state: UnsafeRawBufferPointer

    /// Describes an entry.
    package init(
        id: Bytes32, lamport: UInt64, author: Bytes32, seq: UInt64, state: UnsafeRawBufferPointer
    ) {
        self.id = id
        self.lamport = lamport
        self.author = author
        self.seq = seq
        self.state = state
    }
}

/// Entries of one lamport, which wait for each other: the index orders by lamport alone.
private struct AlikeEntries {
    let body: (EntryRecord) throws -> Bool
    private var records: [EntryRecord] = []

    init(_ body: @escaping (EntryRecord) throws -> Bool) { self.body = body }

    /// Takes the next entry; shows those before it where they come before it for good. Returns
    /// whether more are wanted.
    mutating func take(_ record: EntryRecord) throws -> Bool {
        if let first = records.first, first.lamport != record.lamport, try !show() { return false }
        records.append(record)
        return true
    }

    /// Shows all that wait. Returns whether more are wanted.
    mutating func show() throws -> Bool {
        records.sort { $0.id > $1.id }
        defer { records.removeAll(keepingCapacity: true) }
        for record in records where try !body(record) { return false }
        return true
    }
}
