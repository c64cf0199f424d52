import CSQLite

/// Turns SQLite's result codes into errors that a person can act on.
enum SQLiteErrors {
    /// The error for a result code, with the connection's own words as the technical detail.
    static func error(_ result: Int32, _ database: OpaquePointer?) -> StoreError {
        let words = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
        let cause = "SQLite \(result): \(words)"
        switch result & 0xff {
        case SQLITE_FULL: return .diskFull(cause)
        case SQLITE_READONLY: return .readOnly(cause)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(cause)
        case SQLITE_PERM, SQLITE_AUTH: return .denied(cause)
        case SQLITE_CANTOPEN: return cannotOpen(cause)
        case SQLITE_IOERR: return inputOutput(result, database, cause)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StoreError(
                .busy, "Another process is using fen's database.",
                hint: "Try again in a moment.", cause: cause)
        case SQLITE_CONSTRAINT:
            return StoreError(
                .constraint, "fen's database refused a value.",
                hint: "This is a defect of fen; nothing was saved.", cause: cause)
        default:
            return StoreError(
                .misuse, "fen's database could not do that.",
                hint: "This is a defect of fen; nothing was saved.", cause: cause)
        }
    }

    private static func cannotOpen(_ cause: String) -> StoreError {
        StoreError(
            .denied, "The database in fen's home cannot be opened.",
            hint: "See that the home is a folder you may read and write, or name another "
                + "with --home.",
            cause: cause)
    }

    /// A full disk can also show itself as a failed write of the WAL or the shared index.
    private static func inputOutput(
        _ result: Int32, _ database: OpaquePointer?, _ cause: String
    ) -> StoreError {
        let system = database.map { sqlite3_system_errno($0) } ?? 0
        switch system {
        case 28, 122: return .diskFull(cause + ", errno \(system)")  // ENOSPC, EDQUOT
        case 30: return .readOnly(cause + ", errno \(system)")  // EROFS
        default: return .inputOutput(cause + ", errno \(system)")
        }
    }
}
