import Dispatch
import Synchronization

/// Work that is begun on another core before its result is needed; if no core was free by then, it
/// is done where it is asked for, so that nobody ever waits for a queue.
final class Ahead<Success: Sendable>: Sendable {
    private enum Stage {
        case waiting
        case running
        case done(Success)
    }

    private let stage = Mutex(Stage.waiting)
    private let ending = DispatchSemaphore(value: 0)
    private let work: @Sendable () -> Success

    /// Hands work to the other cores.
    init(_ work: @escaping @Sendable () -> Success) {
        self.work = work
        DispatchQueue.global().async { [self] in
            guard begin() else { return }
            let success = work()
            stage.withLock { $0 = .done(success) }
            ending.signal()
        }
    }

    /// What the work has come to; waits for it, or does it. To be asked once.
    func take() -> Success {
        if begin() { return work() }
        ending.wait()
        return stage.withLock { stage in
            guard case .done(let success) = stage else {
                preconditionFailure("The result of work was taken twice.")
            }
            stage = .running
            return success
        }
    }

    /// Whether the caller is the one to do it.
    private func begin() -> Bool {
        stage.withLock { stage in
            guard case .waiting = stage else { return false }
            stage = .running
            return true
        }
    }
}
