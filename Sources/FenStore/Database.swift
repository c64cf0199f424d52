package import FenEncoding

/// A person's own store: the one database of a home, and everything that is kept in it.
///
/// Not `Sendable`: an actor with an executor of its own owns it, because every call may block.
/// All writing is done inside ``transaction(_:)``. The parts:
///
/// - ``groups``, ``keys``, ``events``, ``aside``: what happened (the log layer)
/// - ``entries``, ``balances``, ``tallies``, ``facts``: what follows from it (the projection)
/// - ``outbox``, ``cursors``, ``passes``: how each file stands with each store
/// - ``drafts``, ``invites``, ``friends``, ``acknowledgements``, ``settings``, ``secrets``, ``meta``,
///   ``fetchedRates``
package final class Database {
    /// How a home is opened.
    package enum Mode: Hashable, Sendable {
        /// As the one process that may write; the home is made if need be.
        case readWrite
        /// Beside a process that writes, or on a medium that cannot be written.
        case readOnly
    }

    /// The version of the tables that this fen writes.
    package static let schemaVersion = Schema.version

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
    /// Computed: what expenses add up to.
    package let tallies: TallyStore
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
    /// Since when something of an author has been missing.
    package let gaps: GapStore
    /// Exchange rates that were fetched.
    package let fetchedRates: FetchedRateStore

    let connection: Connection
    /// What the secrets are sealed with, where this home has a passphrase.
    let vault = Vault()
    private var lock: HomeLock?
    let projection: Int
    private var isMarkedOpen = false
    /// Changes whenever another connection has committed.
    private var seenVersion: Int?

    /// Takes over a connection to a database that is up to date.
    init(
        _ home: HomeFolder, _ mode: Mode, _ connection: Connection, _ lock: consuming HomeLock?,
        _ projection: Int
    ) throws(StoreError) {
        self.home = home
        self.mode = mode
        self.connection = connection
        self.lock = lock
        meta = MetaStore(connection: connection)
        secrets = SecretStore(connection: connection, vault: vault)
        settings = SettingStore(connection: connection)
        groups = GroupStore(connection: connection, vault: vault)
        keys = KeyStore(connection: connection, vault: vault)
        events = EventStore(connection: connection)
        aside = AsideStore(connection: connection)
        drafts = DraftStore(connection: connection)
        entries = EntryStore(connection: connection)
        balances = BalanceStore(connection: connection)
        tallies = TallyStore(connection: connection)
        facts = FactStore(connection: connection)
        outbox = OutboxStore(connection: connection)
        cursors = CursorStore(connection: connection)
        passes = PassStore(connection: connection)
        invites = InviteStore(connection: connection, vault: vault)
        friends = FriendStore(connection: connection)
        acknowledgements = AcknowledgementStore(connection: connection)
        gaps = GapStore(connection: connection)
        fetchedRates = FetchedRateStore(connection: connection)
        storeID = try Self.storeID(meta)
        self.projection = projection
        wasClosedCleanly = try meta.int(.isOpen) != 1
        needsRebuild = try Self.needsRebuild(meta, projection)
        try noticeLock()
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
    ///
    /// `body` is told whether another process has committed anything since the last time, so that
    /// whatever was kept in memory since then is of a state that is over.
    @discardableResult
    package func snapshot<Success>(
        _ body: (_ hasMoved: Bool) throws -> Success
    ) throws -> Success {
        if connection.isInTransaction { return try body(false) }
        try connection.runScript("BEGIN")
        defer { connection.endSnapshot() }
        // Asking for it also settles which state the rest is read from.
        let version = try connection.pragma("PRAGMA data_version")
        let hasMoved = version != seenVersion
        if hasMoved {
            try forgetWhatWasUndone()
            seenVersion = version
        }
        return try body(hasMoved)
    }

    /// Reads again what is kept in memory of the database: it may be another one by now.
    func forgetWhatWasUndone() throws(StoreError) {
        events.forgetCaches()
        storeID = try Self.storeID(meta)
        needsRebuild = try Self.needsRebuild(meta, projection)
        try noticeLock()
    }

    /// All of the database is what another one was, which had nothing sealed and is marked as open.
    func begin(as other: Database, isRebuildDue: Bool) {
        isMarkedOpen = true
        seenVersion = nil
        storeID = other.storeID
        needsRebuild = other.needsRebuild || isRebuildDue
        events.forgetCaches()
        vault.open()
    }

    /// Notes, in the transaction that computed it, that the projection follows the log again.
    package func projectionIsBuilt() throws(StoreError) {
        try meta.set(.needsRebuild, 0)
        needsRebuild = false
    }

    /// Gives this database a new life: after a restore, numbers that it had given may be missing.
    package func renewStoreID() throws(StoreError) {
        try meta.renewStoreID()
        storeID = try Self.storeID(meta)
    }

    /// Ends cleanly and lets go of the home: the next process may trust that nothing this one gave
    /// away is missing here. This one can still read, but not write.
    ///
    /// A process that ends without this loses nothing; it is only not trusted so far.
    package func close() throws(StoreError) {
        guard mode == .readWrite else { return }
        defer {
            // Somebody else may write from here on, so this process no longer can.
            try? connection.runScript("PRAGMA query_only = ON")
            lock = nil
        }
        if isMarkedOpen {
            try meta.set(.isOpen, 0)
            isMarkedOpen = false
        }
        try connection.checkpoint()
    }

    private static func needsRebuild(
        _ meta: MetaStore, _ projection: Int
    ) throws(StoreError) -> Bool {
        let isAsked = try meta.int(.needsRebuild) == 1
        let isByOtherRules = try meta.int(.projection) != projection
        return isAsked || isByOtherRules
    }

    private static func storeID(_ meta: MetaStore) throws(StoreError) -> Bytes16 {
        guard let id: Bytes16 = try meta.fixed(.storeID) else { throw .corrupt("no store id") }
        return id
    }
}
