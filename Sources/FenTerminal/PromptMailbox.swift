internal import Synchronization

/// What other threads tell the thread that owns the terminal.
enum PromptMessage: Sendable {
    /// Lines to print above the draft.
    case print([String])
    /// The running line came to its end.
    case finished(PromptOutcome)
    /// The farewell is ready: print it and leave.
    case leave([String])
    /// A question; the answer goes to the closure.
    case ask(String, isSecret: Bool, answer: @Sendable (String?) -> Void)
    /// How far long work is; nil ends it.
    case progress(ProgressState?)
    /// Time to look at the progress again.
    case tick
}

/// Messages on their way to the terminal's thread, which a byte in a pipe wakes.
package final class PromptMailbox: Sendable {
    private let messages = Mutex<[PromptMessage]>([])

    /// An empty mailbox.
    package init() {}

    /// How many messages wait at most while the terminal is lent to another program; of more, the
    /// oldest lines to print are dropped, which the log still has.
    private static let most = 2_000

    /// Leaves a message. Any thread.
    func post(_ message: PromptMessage) {
        messages.withLock { waiting in
            waiting.append(message)
            guard waiting.count > Self.most else { return }
            let oldest = waiting.firstIndex { if case .print = $0 { true } else { false } }
            if let oldest { waiting.remove(at: oldest) }
        }
        LineEditor.wake()
    }

    /// Takes all messages out, oldest first.
    func take() -> [PromptMessage] {
        messages.withLock { waiting in
            let taken = waiting
            waiting = []
            return taken
        }
    }

    /// Asks the person and waits for the answer; nil when it is given up.
    package func ask(_ question: String, isSecret: Bool = false) async -> String? {
        await withCheckedContinuation { continuation in
            post(.ask(question, isSecret: isSecret) { continuation.resume(returning: $0) })
        }
    }

    /// Shows lines above the draft while a line runs.
    package func show(_ lines: [String]) { post(.print(lines)) }

    /// Shows how far long work is; nil ends it.
    package func report(_ state: ProgressState?) { post(.progress(state)) }
}
