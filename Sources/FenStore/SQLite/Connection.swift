import CSQLite

/// Owns one SQLite connection and its prepared statements.
///
/// Not `Sendable`, and opened without SQLite's own mutexes: whoever owns it (an actor with an
/// executor of its own, since every call may block) calls it from one place at a time, which the
/// compiler sees to.
package final class Connection {
    /// What a connection may do.
    package enum Mode: Hashable, Sendable {
        /// Read and write; the file is made if need be.
        case readWrite
        /// Only read, beside a writer in another process.
        case readOnly
        /// Only read a file on a medium that cannot be written and that nobody writes.
        case immutable
    }

    private let handle: OpaquePointer
    private var cache: [UInt: Statement] = [:]
    private var queries: [Query] = []
    private var depth = 0
    private static let isConfigured = fen_sqlite_without_statistics() == SQLITE_OK

    /// Opens a file. Nothing but the open itself happens; see ``configure()``.
    package init(path: String, mode: Mode) throws(StoreError) {
        // A refusal means that SQLite is in use already, and only costs time.
        _ = Self.isConfigured
        var handle: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch mode {
        case .readWrite: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:" + Self.escaped(path) + "?immutable=1"
        }
        let result = sqlite3_open_v2(name, &handle, flags, nil)
        guard result == SQLITE_OK, let handle else {
            let error = SQLiteErrors.error(result, handle)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit {
        cache = [:]
        sqlite3_close_v2(handle)
    }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// How many rows the last statement changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The number of the row that the last insert made.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// A statement from the cache, ready to be bound; give it back with ``Statement/finish()``.
    ///
    /// While one is in use, another one of the same text may be asked for: it is a fresh one.
    package func statement(_ text: StaticString) throws(StoreError) -> Statement {
        // A literal's text stays where it is for the life of the process.
        let buffer = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return try cached(UInt(bitPattern: text.utf8Start), buffer)
    }

    /// A statement from the cache for text that was put together; give it back like any other.
    package func statement(_ query: Query) throws(StoreError) -> Statement {
        let key = UInt(bitPattern: ObjectIdentifier(query))
        // Kept, so that no other query can come to have its identity.
        if cache[key] == nil { queries.append(query) }
        return try query.text.withUnsafeBufferPointer { (buffer) throws(StoreError) in
            try cached(key, buffer)
        }
    }

    private func cached(
        _ key: UInt, _ text: UnsafeBufferPointer<UInt8>
    ) throws(StoreError) -> Statement {
        let known = cache[key]
        if let known, !known.isBusy {
            known.isBusy = true
            return known
        }
        let made = try Statement(text, on: handle, persistent: known == nil)
        made.isBusy = true
        if known == nil { cache[key] = made }
        return made
    }

    /// Runs a statement that gives no rows.
    package func execute<each Value: Bindable>(
        _ text: StaticString, _ value: repeat each Value
    ) throws(StoreError) {
        let statement = try statement(text)
        defer { statement.finish() }
        statement.bind(repeat each value)
        _ = try statement.step()
    }

    /// The first row of a query, or nil.
    package func first<Row, each Value: Bindable>(
        _ text: StaticString, _ value: repeat each Value,
        as row: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> Row? {
        let statement = try statement(text)
        defer { statement.finish() }
        statement.bind(repeat each value)
        return try statement.step() ? try row(statement) : nil
    }

    /// The first row of a query, or nil.
    package func first<Row, each Value: Bindable>(
        _ query: Query, _ value: repeat each Value,
        as row: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> Row? {
        let statement = try statement(query)
        defer { statement.finish() }
        statement.bind(repeat each value)
        return try statement.step() ? try row(statement) : nil
    }

    /// All rows of a query.
    package func all<Row, each Value: Bindable>(
        _ text: StaticString, _ value: repeat each Value,
        as row: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        let statement = try statement(text)
        defer { statement.finish() }
        statement.bind(repeat each value)
        return try statement.rows(row)
    }

    /// All rows of a query.
    package func all<Row, each Value: Bindable>(
        _ query: Query, _ value: repeat each Value,
        as row: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        let statement = try statement(query)
        defer { statement.finish() }
        statement.bind(repeat each value)
        return try statement.rows(row)
    }

    /// Runs text of our own making that no cache should keep: pragmas, the schema.
    package func runScript(_ text: String) throws(StoreError) {
        let result = sqlite3_exec(handle, text, nil, nil, nil)
        guard result == SQLITE_OK else { throw SQLiteErrors.error(result, handle) }
    }

    /// Runs `body` as one transaction: all of it is kept, or nothing.
    ///
    /// Inside another transaction it is a savepoint of that one.
    @discardableResult
    package func transaction<Success>(_ body: () throws -> Success) throws -> Success {
        try begin()
        do {
            let success = try body()
            try commit()
            return success
        } catch {
            rollback()
            throw error
        }
    }

    /// Ends a transaction that only read; there is nothing that could fail to be kept.
    func endSnapshot() { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }

    /// Opens a transaction, or a savepoint in one.
    func begin() throws(StoreError) {
        try runScript(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT fen\(depth)")
        depth += 1
    }

    /// Keeps what has happened since ``begin()``. When this throws, ``rollback()`` is still due.
    func commit() throws(StoreError) {
        try runScript(depth == 1 ? "COMMIT" : "RELEASE fen\(depth - 1)")
        depth -= 1
    }

    /// Undoes what has happened since ``begin()``; SQLite may have done so by itself.
    func rollback() {
        depth -= 1
        guard isInTransaction else { return }
        // A failure here leaves nothing to do: the connection rolls back when it is closed.
        if depth == 0 {
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
        } else {
            sqlite3_exec(handle, "ROLLBACK TO fen\(depth); RELEASE fen\(depth)", nil, nil, nil)
        }
    }

    /// Takes over all that another database holds, as one transaction.
    func copyAll(from source: Connection) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw SQLiteErrors.error(sqlite3_errcode(handle), handle)
        }
        let result = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE, end == SQLITE_OK else {
            throw SQLiteErrors.error(result == SQLITE_DONE ? end : result, handle)
        }
    }

    /// A path as part of a `file:` URI: every byte that could mean something is spelled in hex.
    private static func escaped(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8)
        var text = ""
        for byte in path.utf8 {
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return text
    }
}
