import FenCrypto
import FenLedger
import FenPeer
import FenProtocol
import FenStorage
import FenStore

/// A person's home on this device: their identity, their groups, and everything that is done with
/// them. One process has at most one that may write.
///
/// All work is done on the engine's own executor, since SQLite and fsync block. Every call throws
/// `FenError`.
package actor Engine {
    nonisolated private let executor = EngineExecutor()

    /// The engine's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// What happens by itself while the home is open.
    package nonisolated let notices: AsyncStream<Notice>

    /// How the home was opened.
    let options: EngineOptions
    /// Where everything is kept.
    let database: Database
    /// Where keys and nonces come from.
    let entropy: EntropySource
    /// The keys of this home come from a seed that others know: it keeps out of real groups.
    let isPractice: Bool
    /// Where ``notices`` come from.
    let announcer: AsyncStream<Notice>.Continuation
    /// What passes between this device and stores and other devices.
    let wire: WireLog
    /// Groups in memory; one is dropped when a change of it fails.
    var loaded: [GroupID: LocalGroup] = [:]
    /// The key this person signs with, once it was needed.
    var signer: SigningKey?
    /// Groups whose own log has been compared with the store in this process (own-tail rule).
    var mergedOwnLogs: Set<GroupID> = []
    /// Groups of which another member's device has brought all it holds since the home was opened,
    /// this person's own log among it (own-tail rule).
    var toldOwnTail: Set<GroupID> = []
    /// Groups in which the own newest event is asked for, before what devices have brought is seen
    /// to.
    var askingBeforeDuties: Set<GroupID> = []
    /// The identity has gone to another device: this home only reads.
    var isMoved: Bool
    /// The move by which it is about to go.
    var movingNow: MoveTurn?
    var isMoving: Bool { movingNow != nil }
    /// The link by which it goes, and who waits for the end of which link's move.
    var openedMove: OpenedMove?
    var moveEnds: [MoveTurn: CheckedContinuation<MoveOutcome, Never>] = [:]
    /// A copy of the home is being sealed.
    var isSealing = false
    /// Of each group's store what it looked like when all of it had been read.
    var seenStores: [GroupID: SeenStore] = [:]
    /// Passes under way: a second one of the same group waits for the first.
    var passes: [GroupID: Task<Void, Never>] = [:]
    /// How many callers wait for a pass to end.
    var queued = 0
    /// Own events that the store did not have when the last pass began: whoever wrote what that
    /// pass brings cannot have known them.
    var unsent: [GroupID: Set<EventID>] = [:]
    /// What has replaced something unsent since it was last asked about.
    var replacing: [GroupID: [EventView]] = [:]
    /// How many bytes of lines are sent or archived at once: what bounds the memory of it.
    var sendingBytes = 4 << 20
    /// How long a service of exchange rates may take for an answer.
    var ratesPatience: Duration = .seconds(20)
    /// Backends made so far; tests put their own in.
    var backends: [GroupID: any StorageBackend] = [:]
    /// The buckets among them, for what they have learnt of their servers.
    var buckets: [GroupID: S3Backend] = [:]
    /// The shares of Nextclouds among them, for how this device stands with their servers.
    var shares: [GroupID: NextcloudBackend] = [:]
    /// Puts something of a test's own between a store and everything that is done with it.
    var decorate: @Sendable (StoreTarget, any StorageBackend) -> any StorageBackend = { $1 }
    /// Stores before a move that are still read.
    var formerBackends: [GroupID: any StorageBackend] = [:]
    /// Why a group has not come to the store it is to move to.
    var storeTrouble: [GroupID: FenError] = [:]
    /// What was said last of a store that a group is to come to.
    var toldOfMove: [GroupID: String] = [:]
    /// The trouble with each group's store that was told last, so that it is told once.
    var told: [GroupID: String] = [:]
    /// Waits until others' requests for keys are to be answered.
    var answerTimers: [GroupID: Task<Void, Never>] = [:]
    /// Boxes with wrong keys that were told of.
    var toldWrongBoxes: Set<EventID> = []
    /// What the lab has changed, by group.
    var lab: [GroupID: LabState] = [:]
    /// Ends the process, as a crash would, when a write reaches this phase.
    var crashesAt: WritePhase?
    /// Lines to new devices whose people are helped back in.
    var backCalls: [BackID: BackCall] = [:]
    /// Other devices that are reached directly, once somebody listens or connects.
    var peers: PeerRoom?
    /// The home is being closed: nothing begins with a store any more.
    private(set) var isClosing = false
    /// Looks into the stores now and then, once it was started.
    var poller: Task<Void, Never>?

    /// Opens a home; it is made if need be.
    package static func open(_ options: EngineOptions) async throws(FenError) -> Engine {
        do {
            return try Engine(options)
        } catch {
            throw FenError(translating: error)
        }
    }

    private init(_ options: EngineOptions) throws {
        self.options = options
        crashesAt = options.crashAt
        let (notices, announcer) = AsyncStream.makeStream(
            of: Notice.self, bufferingPolicy: .bufferingNewest(1_000))
        (self.notices, self.announcer) = (notices, announcer)
        wire = WireLog { announcer.yield($0) }
        let mode: Database.Mode = options.access == .readWrite ? .readWrite : .readOnly
        database = try Database.open(
            HomeFolder(path: options.home), mode: mode, projection: Projector.rules)
        let isWriter = mode == .readWrite
        if isWriter { try database.noticeCopiedHome() }
        entropy = try database.entropy(
            isWriter ? options.practice : nil, otherwise: options.entropy)
        isPractice = try database.isPractice
        isMoved = try database.meta.int(.movedAt) != nil
    }

    /// Ends cleanly: what was written is safe either way, but the next process trusts this home
    /// more when it can tell.
    package func close() async {
        isClosing = true
        poller?.cancel()
        for timer in answerTimers.values { timer.cancel() }
        await closePeers()
        // Whoever waits behind a pass is refused when it ends, and may still take its turn to ask.
        while let task = passes.values.first { await task.value }
        // What cannot be marked as closed is only trusted less.
        try? database.close()
        announcer.finish()
    }

    /// A group that is loaded, or is now.
    func group(_ id: GroupID) throws -> LocalGroup {
        if let known = loaded[id] { return known }
        guard let record = try database.groups.find(id.raw), let number = record.number else {
            throw FenError(
                "NO_GROUP", "This group is not on this device.",
                hint: "/groups lists the groups that are.")
        }
        if database.needsRebuild { try rebuildAll() }
        let group = try LocalGroup(record, number: number, database: database)
        loaded[id] = group
        return group
    }

    /// A newer fen computes the projection by other rules: every group is computed anew, once.
    private func rebuildAll() throws {
        guard options.access == .readWrite else {
            throw FenError(
                "HOME_NEEDS_REBUILD",
                "What this home shows was computed by the rules of another version of fen.",
                hint: "Start fen once with this home, without --read-only: it computes everything "
                    + "anew from the log, and loses nothing.")
        }
        try database.transaction {
            for record in try database.groups.all() {
                guard let number = record.number else { continue }
                var group = try LocalGroup(record, number: number, database: database)
                let isFreed = try group.judgeRefusedAnew()
                if try group.openNewerKinds() || isFreed {
                    group = try LocalGroup(record, number: number, database: database)
                }
                try group.settleKeys()
                try group.rebuild()
                try group.readAsideAgain(me: try person()?.publicKey, now: now())
            }
            try database.projectionIsBuilt()
        }
    }

    /// Runs a change of a group as one transaction. When it fails, what is in memory is dropped.
    func change<Success>(
        _ id: GroupID, _ body: (LocalGroup) throws -> Success
    ) throws -> Success {
        try requireWriting()
        let group = try group(id)
        if group.boxOwner == nil { group.boxOwner = boxOwner() }
        do {
            return try database.transaction { try body(group) }
        } catch {
            loaded[id] = nil
            throw error
        }
    }

    /// Refuses what a process that only reads cannot do, and what a home cannot whose identity is
    /// elsewhere.
    func requireWriting() throws {
        try requireWriter()
        if isMoved { throw Self.movedAway }
        if isMoving {
            throw FenError(
                "IDENTITY_MOVING", "This identity is just being moved to another device.",
                hint: "Wait until that is done.")
        }
    }

    /// Refuses what a process that only reads cannot do.
    func requireWriter() throws {
        guard options.access == .readWrite else {
            throw FenError(
                "READ_ONLY_HOME", "This home is open for reading only.",
                hint: "Another fen may have it open for writing; use that one.")
        }
    }

    /// Now, in Unix milliseconds.
    func now() -> UInt64 {
        UInt64(clamping: options.clock.now())
    }

    /// Ends the process here if a test or the lab asked for it.
    func reach(_ phase: WritePhase) {
        if crashesAt == phase { Crash.now() }
    }
}
