internal import Synchronization

/// How often the words of an open table were tried wrongly.
///
/// A try begins when the host says its share and counts as wrong until the joiner has proved to
/// know the words, so that leaving early saves nothing.
package final class TableGuesses: Sendable {
    private struct State {
        var wrong = 0
        var pending = 0
    }

    private let state = Mutex(State())

    /// Starts with no guess made.
    package init() {}

    /// Whether the words may still be tried.
    package var isOpen: Bool { state.withLock { $0.wrong < TableExchange.tries } }

    /// Begins a try; gives the reason when there can be none: the words are burnt, or as many tries
    /// are under way as are left.
    package func begin() -> TableExchange.Refusal? {
        state.withLock { state in
            guard state.wrong < TableExchange.tries else { return .closed }
            guard state.wrong + state.pending < TableExchange.tries else { return .busy }
            state.pending += 1
            return nil
        }
    }

    /// Ends a try.
    package func end(isRight: Bool) {
        state.withLock { state in
            state.pending -= 1
            if !isRight { state.wrong += 1 }
        }
    }
}
