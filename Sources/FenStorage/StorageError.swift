/// Why a place did not do what was asked.
///
/// Holds no path, key or name of anybody's: it may be shown, logged and put into a bug report.
package struct StorageError: Error, Hashable, Sendable {
    /// The kinds of failure, one set for every kind of place.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word that stands in `--json` and diagnostics.
        package let rawValue: String

        /// Wraps a word.
        package init(_ rawValue: String) { self.rawValue = rawValue }

        /// The word.
        package var description: String { rawValue }

        /// The place refuses the credentials, or the person has no permission to read.
        package static let auth = Code("auth")
        /// The place asks to be left alone until ``StorageError/retryAfter``.
        package static let blocked = Code("blocked")
        /// There is no such object.
        package static let missing = Code("missing")
        /// The object is not the version that was expected.
        package static let precondition = Code("precondition")
        /// Somebody else is at it this moment.
        package static let busy = Code("busy")
        /// The place will never take what was sent to it, however often it is sent.
        package static let refused = Code("refused")
        /// The place is full.
        package static let quota = Code("quota")
        /// The place is being looked after; ``StorageError/retryAfter`` may tell how long.
        package static let maintenance = Code("maintenance")
        /// The place can be read but not written.
        package static let readOnly = Code("readOnly")
        /// The place has moved to ``StorageError/target``.
        package static let redirect = Code("redirect")
        /// This device's clock is off by ``StorageError/clockOffset``.
        package static let skewedClock = Code("skewedClock")
        /// The place failed in a way that is its own fault.
        package static let server = Code("server")
        /// The place cannot be reached.
        package static let network = Code("network")
        /// The place gave back something that cannot be what was written.
        package static let integrity = Code("integrity")
        /// The task was cancelled.
        package static let cancelled = Code("cancelled")
    }

    /// Which kind.
    package var code: Code
    /// What happened, one calm sentence.
    package var message: String
    /// What the person can do, one sentence; empty where there is nothing to do but wait.
    package var hint: String
    /// The technical detail (an errno's name, an HTTP status), for diagnostics.
    package var cause: String?
    /// How long the place wants to be left alone.
    package var retryAfter: Duration?
    /// How far this device's clock is ahead of the place's.
    package var clockOffset: Duration?
    /// Where the place says it has moved.
    package var target: String?
    /// Nothing came for as long as a request waits: the same request at once would wait as long.
    package var isOutwaited = false

    /// Describes a failure.
    package init(
        _ code: Code, _ message: String, hint: String = "", cause: String? = nil,
        retryAfter: Duration? = nil, clockOffset: Duration? = nil, target: String? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.cause = cause
        self.retryAfter = retryAfter
        self.clockOffset = clockOffset
        self.target = target
    }

    /// Whether the same request may well succeed a little later without anybody doing anything.
    package var isTransient: Bool {
        [.busy, .maintenance, .server, .network].contains(code)
    }

    /// Whether the place may have done what was asked although it reported this.
    package var leavesOutcomeUnknown: Bool { [.server, .network, .cancelled].contains(code) }
}

extension StorageError {
    /// The object is another version by now.
    package static func precondition() -> StorageError {
        StorageError(.precondition, "The object in the store has changed since it was last read.")
    }

    /// There is no such object.
    package static func missing() -> StorageError {
        StorageError(.missing, "The store has no such object.")
    }

    /// The transfer ended before its end.
    package static func cutShort() -> StorageError {
        StorageError(.network, "The transfer ended before all bytes had come.")
    }

    /// The place is at fault.
    package static func server(_ message: String, cause: String? = nil) -> StorageError {
        StorageError(.server, message, cause: cause)
    }

    /// An object is larger than anything that fen writes.
    package static func tooLarge(maximum: Int) -> StorageError {
        StorageError(
            .integrity, "An object in the store is larger than \(maximum >> 20) MiB.",
            hint: "fen does not write such objects; look at what else uses this store.")
    }

    /// The task was cancelled.
    package static func cancelled() -> StorageError {
        StorageError(.cancelled, "The transfer was stopped.")
    }
}
