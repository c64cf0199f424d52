package import FenProtocol
internal import Synchronization

/// Why dialling led to no session.
package enum PeerDialError: Error, Equatable, Sendable {
    /// No key of the group is known here.
    case noKey
    /// The address could not be reached.
    case unreachable(SocketError)
    /// Nobody answered within 5 s.
    case late
    /// Whoever answered is no fen, or holds other keys.
    case noHandshake
    /// The connection was closed before anything was said.
    case silent
    /// The listener said why not.
    case refused(PeerRefusal)
    /// This side does not let the listener in.
    case refusedHere(PeerFarewell)
    /// The program is ending.
    case stopped

    /// The sentence for a person.
    package var message: String {
        switch self {
        case .noKey: "this device has no key of that group"
        case .unreachable(let error): error.message
        case .late: "no answer came within 5 seconds"
        case .noHandshake: "whoever answers there does not share this group's key"
        case .silent:
            "the connection was closed without a word, as by a device that has too many just now"
        case .refused(let reason): reason.message
        case .refusedHere(let reason): reason.ownMessage
        case .stopped: "this device is not connecting any more"
        }
    }
}

/// The outcome of one dialling, waited for once.
final class PeerDial: Sendable {
    private struct State {
        var outcome: Result<Int, PeerDialError>?
        var waiting: CheckedContinuation<Result<Int, PeerDialError>, Never>?
    }

    private let state = Mutex(State())

    /// Waits for the outcome.
    func result() async throws(PeerDialError) -> Int {
        let outcome = await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let known { continuation.resume(returning: known) }
        }
        return try outcome.get()
    }

    /// Sets the outcome; of several the first holds.
    func finish(_ outcome: Result<Int, PeerDialError>) {
        let waiting = state.withLock { state in
            guard state.outcome == nil else {
                return nil as CheckedContinuation<Result<Int, PeerDialError>, Never>?
            }
            state.outcome = outcome
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }
}
