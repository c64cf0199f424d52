package import FenCrypto

/// The phases of a write: a crash in any of them loses nothing that was answered.
package enum WritePhase: String, Sendable, CaseIterable {
    /// What is about to be written has been noted.
    case draftCreated = "draft_created"
    /// It has been sealed and signed.
    case eventBuilt = "event_built"
    /// It is on the disk.
    case localCommitted = "local_committed"
    /// Balances follow from it; one with ``localCommitted``, which holds both.
    case projected
    /// It has its place in the outbox, by the same transaction.
    case queuedForPublish = "queued_for_publish"
    /// The store has it.
    case published
}

/// A clock in Unix milliseconds, replaceable in tests.
package struct Clock: Sendable {
    private let read: @Sendable () -> Int64

    /// A clock that answers what `read` says.
    package init(_ read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// Now, in Unix milliseconds.
    package func now() -> Int64 {
        read()
    }
}

/// How a home is opened.
package struct EngineOptions: Sendable {
    /// May this process write the home?
    package enum Access: Sendable {
        /// As the one process that writes.
        case readWrite
        /// Beside it, or where nothing can be written.
        case readOnly
    }

    /// When own events are sent to the store after they have been written.
    package enum Publishing: Sendable {
        /// Not by itself; a pass does it.
        case never
        /// Before the writing call returns: for scripts, whose next line may be another member's.
        case inline
        /// Right afterwards, while the prompt goes on.
        case background
    }

    /// The folder the home lives in; made with mode 0700 when absent.
    package var home: String
    /// Whether this process writes.
    package var access: Access
    /// Where the time comes from.
    package var clock: Clock
    /// Where keys and nonces come from.
    package var entropy: EntropySource
    /// The seed of a practice home, which takes the place of `entropy`.
    package var practice: PracticeSeed?
    /// When own events are sent.
    package var publishing: Publishing
    /// What passphrases cost to try.
    package var costs = PassphraseCosts.usual
    /// Ends the process, as a crash would, when a write reaches this phase (tests only).
    package var crashAt: WritePhase?

    /// The options of an ordinary start.
    package init(
        home: String,
        access: Access = .readWrite,
        clock: Clock = .system,
        entropy: EntropySource = .system,
        publishing: Publishing = .inline,
        crashAt: WritePhase? = nil
    ) {
        self.home = home
        self.access = access
        self.clock = clock
        self.entropy = entropy
        self.publishing = publishing
        self.crashAt = crashAt
    }
}
