package import FenEncoding
import Glibc

/// A person's own store: the one database of a home, and everything that is kept in it.
///
/// Not `Sendable`: an actor with an executor of its own owns it, because every call may block.
/// All writing is done inside ``transaction(_:)``. The parts:
///
/// - ``groups``, ``keys``, ``events``, ``aside``: what happened (the log layer)
/// - ``entries``, ``balances``, ``facts``: what follows from it (the projection)
/// - ``outbox``, ``cursors``, ``passes``: how each file stands with each store
/// - ``drafts``, ``invites``, ``friends``, ``acknowledgements``, ``settings``, ``secrets``, ``meta``
package final class Database {
    /// How a home is opened.
    package enum Mode: Hashable, Sendable {
        /// As the one process that may write; the home is made if need be.
        case readWrite
        /// Beside a process that writes, or on a medium that cannot be written.
        case readOnly
    }

    /// Where the home is.
    package let home: HomeFolder
    /// How it was opened.
    package let mode: Mode
    /// Names this life of this database: new when it is made or restored.
    package private(set) var storeID: Bytes16
    /// Whether the process that wrote last went through ``close()``; true for a new home.
    package let wasClosedCleanly: Bool
    /// Whether the projection has to be computed from the log before it is used. The engine calls
    /// ``projectionIsBuilt()`` in the transaction that has done so.
    package private(set) var needsRebuild: Bool

    /// Facts about this database.
    package let meta: MetaStore
    /// The identity and whatever else must never be shown.
    package let secrets: SecretStore
    /// This person's settings.
    package let settings: SettingStore
    /// The groups.
    package let groups: GroupStore
    /// The groups' keys.
    package let keys: KeyStore
    /// The events.
    package let events: EventStore
    /// Lines that are no events (yet).
    package let aside: AsideStore
    /// What was begun and not finished.
    package let drafts: DraftStore
    /// Computed: expenses, settlements, messages.
    package let entries: EntryStore
    /// Computed: who is owed what.
    package let balances: BalanceStore
    /// Computed: everything else about a group.
    package let facts: FactStore
    /// How each own file stands with the store.
    package let outbox: OutboxStore
    /// What has been read from where.
    package let cursors: CursorStore
    /// When a group was last synced.
    package let passes: PassStore
    /// Invitations issued here.
    package let invites: InviteStore
    /// People known beyond one group.
    package let friends: FriendStore
    /// What this person has acknowledged for themselves.
    package let acknowledgements: AcknowledgementStore

    let connection: Connection
    private let lock: HomeLock?
    private var isMarkedOpen = false

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
            return try Database(home, mode, reading(home), nil, projection)
        }
    }

    private init(
        _ home: HomeFolder, _ mode: Mode, _ connection: Connection, _ lock: consuming HomeLock?,
        _ projection: Int
    ) throws(StoreError) {
        self.home = home
        self.mode = mode
        self.connection = connection
        self.lock = lock
        meta = MetaStore(connection: connection)
        secrets = SecretStore(connection: connection)
        settings = SettingStore(connection: connection)
        groups = GroupStore(connection: connection)
        keys = KeyStore(connection: connection)
        events = EventStore(connection: connection)
        aside = AsideStore(connection: connection)
        drafts = DraftStore(connection: connection)
        entries = EntryStore(connection: connection)
        balances = BalanceStore(connection: connection)
        facts = FactStore(connection: connection)
        outbox = OutboxStore(connection: connection)
        cursors = CursorStore(connection: connection)
        passes = PassStore(connection: connection)
        invites = InviteStore(connection: connection)
        friends = FriendStore(connection: connection)
        acknowledgements = AcknowledgementStore(connection: connection)
        storeID = try Self.storeID(meta)
        wasClosedCleanly = try meta.int(.isOpen) != 1
        let isAsked = try meta.int(.needsRebuild) == 1
        let isByOtherRules = try meta.int(.projection) != projection
        needsRebuild = isAsked || isByOtherRules
    }

    /// Runs `body` as one transaction: everything in it is on the medium when this returns, or
    /// nothing of it ever happened. Inside another one it is a savepoint of that one.
    @discardableResult
    package func transaction<Success>(_ body: () throws -> Success) throws -> Success {
        try events.writeCounts()
        try connection.begin()
        do {
            if !isMarkedOpen { try meta.set(.isOpen, 1) }
            let success = try body()
            try events.writeCounts()
            try connection.commit()
            if !connection.isInTransaction { isMarkedOpen = true }
            return success
        } catch {
            connection.rollback()
            try forgetWhatWasUndone()
            throw error
        }
    }

    /// Runs `body` on one state of the database: what another process commits meanwhile is not
    /// seen. For answers that are put together from several questions.
    @discardableResult
    package func snapshot<Success>(_ body: () throws -> Success) throws -> Success {
        if connection.isInTransaction { return try body() }
        // A reader's counts are another process's to change.
        if mode == .readOnly { events.forgetCaches() }
        try connection.runScript("BEGIN")
        defer { connection.endSnapshot() }
        return try body()
    }

    private func forgetWhatWasUndone() throws(StoreError) {
        events.forgetCaches()
        storeID = try Self.storeID(meta)
        needsRebuild = try meta.int(.needsRebuild) == 1
    }

    /// Notes, in the transaction that computed it, that the projection follows the log again.
    package func projectionIsBuilt() throws(StoreError) {
        try meta.set(.needsRebuild, 0)
        needsRebuild = false
    }

    /// Throws away what is computed of a group; the caller computes it again in the same
    /// transaction.
    package func clearProjection(of group: GroupNumber) throws(StoreError) {
        try entries.removeAll(in: group)
        try balances.removeAll(in: group)
        try facts.removeAll(in: group)
    }

    /// Removes a group and everything that belongs to it; what it held is overwritten.
    package func removeGroup(_ group: GroupNumber) throws(StoreError) {
        try events.writeCounts()
        try groups.remove(group)
        events.forgetCaches()
    }

    /// Gives this database a new life: after a restore, numbers that it had given may be missing.
    package func renewStoreID() throws(StoreError) {
        try meta.renewStoreID()
        storeID = try Self.storeID(meta)
    }

    /// What is wrong with the file, in SQLite's words; empty when it is sound. Reads all of it.
    package func complaints() throws(StoreError) -> [String] { try connection.complaints() }

    /// Ends cleanly: the next process may trust that nothing this one gave away is missing here.
    ///
    /// A process that ends without this loses nothing; it is only not trusted so far.
    package func close() throws(StoreError) {
        guard mode == .readWrite else { return }
        if isMarkedOpen {
            try meta.set(.isOpen, 0)
            isMarkedOpen = false
        }
        try connection.checkpoint()
    }
}

extension Database {
    private static func openWriting(
        _ home: HomeFolder, _ lock: consuming HomeLock, _ projection: Int
    ) throws(StoreError) -> Database {
        try home.makeFile(home.database)
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

    private static func storeID(_ meta: MetaStore) throws(StoreError) -> Bytes16 {
        guard let id: Bytes16 = try meta.fixed(.storeID) else { throw .corrupt("no store id") }
        return id
    }

    /// A reader needs the shared-memory file beside a WAL; on a medium that cannot be written,
    /// where nobody else writes either, it reads the main file alone.
    private static func reading(_ home: HomeFolder) throws(StoreError) -> Connection {
        do throws(StoreError) {
            let connection = try Connection(path: home.database, mode: .readOnly)
            try connection.configure(.readOnly)
            try Migrations.requireCurrent(connection)
            return connection
        } catch {
            guard error.code == .denied || error.code == .readOnly,
                access(home.path, W_OK) != 0, errno == EROFS || errno == EACCES,
                Self.size(of: home.database + "-wal") == 0
            else { throw error }
        }
        let connection = try Connection(path: home.database, mode: .immutable)
        try connection.configure(.immutable)
        try Migrations.requireCurrent(connection)
        return connection
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
