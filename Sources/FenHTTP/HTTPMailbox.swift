internal import CCurl
internal import Synchronization

/// What a request comes to.
typealias HTTPResult = Result<HTTPAnswer, HTTPError>

/// One request on its way, shared by the task that waits for it and the network thread.
final class HTTPTicket: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResult, Never>?
        var isCancelled = false
    }

    /// What is asked.
    let request: HTTPRequest
    private let state = Mutex(State())

    init(_ request: HTTPRequest) { self.request = request }

    /// Notes who waits.
    func await(_ continuation: CheckedContinuation<HTTPResult, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Notes that nobody wants the answer any more; the thread ends the transfer.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Whether nobody wants the answer any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Gives the answer to whoever waits, once.
    func finish(_ result: HTTPResult) {
        let waiting = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        waiting?.resume(returning: result)
    }
}

/// What other threads want of the network thread.
final class HTTPMailbox: Sendable {
    /// Asks the thread for something.
    enum Command: Sendable {
        case start(HTTPTicket)
        case cancel(HTTPTicket)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isClosed = false
        // Sound to share: only ever woken through here, and forgotten before it is freed.
        nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
    }

    private let state = Mutex(State())

    /// Hands a command over and wakes the thread; after the end, a request fails at once.
    func post(_ command: Command) {
        let isClosed = state.withLock { state in
            if state.isClosed { return true }
            state.commands.append(command)
            if let multi = state.multi { curl_multi_wakeup(multi) }
            return false
        }
        if isClosed, case .start(let ticket) = command { ticket.finish(Self.ended) }
    }

    /// The commands since the last call.
    func take() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Names what is to be woken from now on.
    func open(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
        state.withLock { $0.multi = UnsafeMutableRawPointer(bitPattern: address) }
    }

    /// Takes no more commands, and fails those that nobody has taken.
    func close() {
        let left = state.withLock { state in
            defer { state.commands = [] }
            state.isClosed = true
            state.multi = nil
            return state.commands
        }
        for case .start(let ticket) in left { ticket.finish(Self.ended) }
    }

    private static let ended = HTTPResult.failure(HTTPError(.cancelled, "the client has ended"))
}
