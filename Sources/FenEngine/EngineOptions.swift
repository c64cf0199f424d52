package import FenCrypto

/// The six write phases of the seeds' Error 8.
package enum WritePhase: String, Sendable, CaseIterable {
    case draftCreated = "draft_created"
    case eventBuilt = "event_built"
    case localCommitted = "local_committed"
    case projected
    case queuedForPublish = "queued_for_publish"
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
        case readWrite
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
    package var access: Access
    package var clock: Clock
    package var entropy: EntropySource
    package var publishing: Publishing
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
