import FenEngine
import Synchronization

/// A clock that stands until a test moves it.
final class TestClock: Sendable {
    private let time: Mutex<Int64>

    /// A clock that shows so many Unix milliseconds.
    init(_ milliseconds: Int64 = 1_796_000_000_000) {
        time = Mutex(milliseconds)
    }

    /// The clock as the engine reads it.
    var clock: Clock {
        Clock { self.time.withLock { $0 } }
    }

    /// What it shows.
    var now: Int64 {
        time.withLock { $0 }
    }

    /// Moves it on.
    func advance(seconds: Int64) {
        time.withLock { $0 += seconds * 1_000 }
    }

    /// Moves it to a moment, in Unix milliseconds.
    func move(to moment: Int64) {
        time.withLock { $0 = moment }
    }
}
