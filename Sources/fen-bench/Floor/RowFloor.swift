import CSQLite

/// What it costs SQLite alone to take the rows that fen wrote.
struct RowFloor {
    /// A database that fen filled.
    let source: BareSQLite
    /// How many rows one transaction takes, as fen's pieces of a file do.
    static let batch: Int64 = 4_000

    /// Reads from the database of a home.
    init(home: String) throws {
        source = try BareSQLite(home + "/fen.db")
    }

    /// Inserts the event rows and entry rows of the whole log into a fresh database, in the same
    /// tables with the same indexes, in batches of one transaction. Reading the rows is not timed.
    func insertAll() throws -> Spent {
        let folder = try TemporaryFolder("floor")
        let target = try BareSQLite(folder.file("fen.db"))
        try target.copySchema(from: source, tables: ["events", "entries"])
        let last = try number("SELECT max(row) FROM events")
        var total = Spent(wall: 0, cpu: 0)
        var statements: [String: OpaquePointer] = [:]
        defer { for statement in statements.values { sqlite3_finalize(statement) } }
        for start in stride(from: 1, through: last, by: Int64.Stride(Self.batch)) {
            let range = start...(start + Self.batch - 1)
            let parts = try ["events", "entries"].map { table in
                (table, try HeldRows(of: table, rows: range, from: source))
            }
            for (table, rows) in parts where statements[table] == nil {
                statements[table] = try target.prepare(
                    HeldRows.insertion(into: table, columns: rows.width))
            }
            total =
                total
                + (try Stopwatch.time {
                    try target.run("BEGIN IMMEDIATE")
                    for (table, rows) in parts {
                        if let statement = statements[table] { try rows.insert(by: statement) }
                    }
                    try target.run("COMMIT")
                })
        }
        return total
    }

    /// So many event rows, to be inserted one by one.
    func singles(_ count: Int) throws -> SingleRows {
        let last = try number("SELECT max(row) FROM events")
        let rows = try (0..<Int64(count)).map { offset in
            try HeldRows(of: "events", rows: (last - offset)...(last - offset), from: source)
        }
        return try SingleRows(rows, schemaOf: source)
    }

    private func number(_ query: String) throws -> Int64 {
        let statement = try source.prepare(query)
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0
    }
}

/// Event rows that are inserted one at a time, each in a transaction of its own that is on the
/// medium when it returns.
final class SingleRows {
    private let rows: [HeldRows]
    private let folder: TemporaryFolder
    private let target: BareSQLite
    private let statement: OpaquePointer
    private var next = 0

    init(_ rows: [HeldRows], schemaOf source: BareSQLite) throws {
        self.rows = rows
        folder = try TemporaryFolder("floor")
        target = try BareSQLite(folder.file("fen.db"))
        try target.copySchema(from: source, tables: ["events"])
        statement = try target.prepare(
            HeldRows.insertion(into: "events", columns: rows.first?.width ?? 0))
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Inserts the next one.
    func insertOne() throws -> Spent {
        let row = rows[next]
        next += 1
        return try Stopwatch.time {
            try target.run("BEGIN IMMEDIATE")
            try row.insert(by: statement)
            try target.run("COMMIT")
        }
    }
}
