import Glibc

extension Database {
    /// Opens a home.
    ///
    /// - Parameters:
    ///   - projection: the version of the rules by which the projection is computed. Where the
    ///     home's was computed by other rules, ``needsRebuild`` is true.
    package static func open(
        _ home: HomeFolder, mode: Mode, projection: Int = 1
    ) throws(StoreError) -> Database {
        switch mode {
        case .readWrite:
            try home.make()
            let lock = try HomeLock(home)
            return try openWriting(home, lock, projection)
        case .readOnly:
            guard home.holdsDatabase else { throw .missing() }
            home.closeToOthers()
            return try openReading(home, projection)
        }
    }

    private static func openWriting(
        _ home: HomeFolder, _ lock: consuming HomeLock, _ projection: Int
    ) throws(StoreError) -> Database {
        if home.wasEmptied { throw .emptied() }
        try home.makeFile(home.database)
        try home.closeFiles()
        // What a crash left of a backup in the making, or of an identity on its way here.
        HomeFolder.shredDatabase(home.passing)
        HomeFolder.shred(home.arriving)
        let connection = try Connection(path: home.database, mode: .readWrite)
        try Migrations.refuseUnknown(connection)
        try connection.configure(.readWrite)
        let altered = try Migrations.bringUpToDate(connection)
        let meta = MetaStore(connection: connection)
        let computedBy = try meta.int(.projection)
        if altered || computedBy.map({ $0 != projection }) ?? false {
            try meta.set(.needsRebuild, 1)
        }
        if computedBy != projection { try meta.set(.projection, projection) }
        return try Database(home, .readWrite, connection, lock, projection)
    }

    /// A reader needs the shared-memory file beside a WAL. Where that cannot be made, on a medium
    /// that nobody can write or on a full disk, the main file alone is read, which holds
    /// everything when there is no WAL; on a full disk the lock keeps writers away meanwhile.
    private static func openReading(
        _ home: HomeFolder, _ projection: Int
    ) throws(StoreError) -> Database {
        do throws(StoreError) {
            let connection = try connect(home, .readOnly)
            return try Database(home, .readOnly, connection, nil, projection)
        } catch {
            guard size(of: home.database + "-wal") == 0 else { throw error }
            switch error.code {
            case .diskFull:
                let lock = try HomeLock(home)
                let connection = try connect(home, .immutable)
                return try Database(home, .readOnly, connection, lock, projection)
            case .denied, .readOnly:
                guard access(home.path, W_OK) != 0, errno == EROFS || errno == EACCES else {
                    throw error
                }
                let connection = try connect(home, .immutable)
                return try Database(home, .readOnly, connection, nil, projection)
            default: throw error
            }
        }
    }

    private static func connect(
        _ home: HomeFolder, _ mode: Connection.Mode
    ) throws(StoreError) -> Connection {
        let connection = try Connection(path: home.database, mode: mode)
        try connection.configure(mode)
        try Migrations.requireCurrent(connection)
        return connection
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
