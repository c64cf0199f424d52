import CSQLite

/// SQLite without anything of ours in between.
final class BareSQLite {
    /// What SQLite refused.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let handle: OpaquePointer

    /// Opens or makes a database with the settings that fen's own has.
    init(_ path: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
            throw Failure(description: "\(path) cannot be opened")
        }
        self.handle = handle
        try run(
            """
            PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4096;
            PRAGMA secure_delete = ON;
            """)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs text.
    func run(_ text: String) throws {
        guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
            throw Failure(description: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// Prepares a statement; the caller finalizes it.
    func prepare(_ text: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw Failure(description: String(cString: sqlite3_errmsg(handle))) }
        return statement
    }

    /// The bytes of the one value that a query finds.
    func blob(_ query: String) throws -> [UInt8] {
        let statement = try prepare(query)
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW else {
            throw Failure(description: "nothing is found by: \(query)")
        }
        let bytes = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, 0),
            count: Int(sqlite3_column_bytes(statement, 0)))
        return [UInt8](bytes)
    }

    /// Makes the tables and indexes that another database has.
    func copySchema(from other: BareSQLite, tables: [String]) throws {
        let statement = try other.prepare(
            "SELECT sql, tbl_name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW {
            let table = String(cString: sqlite3_column_text(statement, 1))
            if tables.contains(table) {
                try run(String(cString: sqlite3_column_text(statement, 0)))
            }
        }
    }
}

/// Rows of one table held in memory, to be put into another database.
final class HeldRows {
    private let columns: Int
    private var values: [OpaquePointer] = []

    /// Reads the rows of a table whose row numbers are in a range.
    init(of table: String, rows range: ClosedRange<Int64>, from source: BareSQLite) throws {
        let statement = try source.prepare(
            "SELECT * FROM \(table) WHERE row BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        defer { sqlite3_finalize(statement) }
        columns = Int(sqlite3_column_count(statement))
        while sqlite3_step(statement) == SQLITE_ROW {
            for column in 0..<columns {
                guard let copy = sqlite3_value_dup(sqlite3_column_value(statement, Int32(column)))
                else { throw BareSQLite.Failure(description: "no memory") }
                values.append(copy)
            }
        }
    }

    deinit {
        for value in values { sqlite3_value_free(value) }
    }

    /// How many rows there are.
    var count: Int { values.count / max(1, columns) }

    /// The text that inserts one row.
    static func insertion(into table: String, columns: Int) -> String {
        let marks = Array(repeating: "?", count: columns).joined(separator: ",")
        return "INSERT INTO \(table) VALUES(\(marks))"
    }

    /// How many columns a row has.
    var width: Int { columns }

    /// Inserts every row by a prepared statement.
    func insert(by statement: OpaquePointer) throws {
        for row in 0..<count {
            for column in 0..<columns {
                Self.bind(values[row * columns + column], statement, Int32(column + 1))
            }
            guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK
            else { throw BareSQLite.Failure(description: "a row was refused") }
        }
    }

    private static func bind(_ value: OpaquePointer, _ statement: OpaquePointer, _ index: Int32) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: sqlite3_bind_int64(statement, index, sqlite3_value_int64(value))
        case SQLITE_NULL: sqlite3_bind_null(statement, index)
        case SQLITE_TEXT:
            sqlite3_bind_text(
                statement, index, sqlite3_value_text(value), sqlite3_value_bytes(value), nil)
        default:
            let count = sqlite3_value_bytes(value)
            _ = fen_bind_blob_borrowed(
                statement, index, sqlite3_value_blob(value), Int64(count))
        }
    }
}
