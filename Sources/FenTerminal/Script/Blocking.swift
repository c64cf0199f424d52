internal import Dispatch
internal import Synchronization

/// Waits on the main thread, which belongs to no executor, for asynchronous work.
package enum Blocking {
    /// Runs the work to its end and returns its result.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) -> Value {
        let slot = Slot<Value>()
        Task.detached { slot.fill(await work()) }
        return slot.wait()
    }

    /// Waits at most so long; the work may go on.
    package static func run(seconds: Int, _ work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        _ = done.wait(timeout: .now() + .seconds(seconds))
    }

    /// Runs a call that blocks on a thread of its own: the pool that asynchronous code shares has
    /// one thread a core.
    package static func elsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }

    private final class Slot<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let filled = DispatchSemaphore(value: 0)

        func fill(_ result: Value) {
            value.withLock { $0 = result }
            filled.signal()
        }

        func wait() -> Value {
            while true {
                filled.wait()
                if let result = value.withLock({ $0 }) { return result }
            }
        }
    }
}
