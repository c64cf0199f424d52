import Glibc

/// A few threads for calls that block, so that no thread of Swift's cooperative pool ever does.
///
/// `@unchecked Sendable` is sound: `waiting`, `idle` and `threads` are only touched while `mutex`
/// is locked, everything else never changes.
package final class BlockingPool: @unchecked Sendable {
    /// The pool that file backends share.
    package static let shared = BlockingPool(maximumThreads: 8)

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let wake: UnsafeMutablePointer<pthread_cond_t>
    private let maximumThreads: Int
    private var waiting: [@Sendable () -> Void] = []
    private var idle = 0
    private var threads = 0

    /// A pool that starts its threads when they are first needed and keeps them.
    package init(maximumThreads: Int) {
        self.maximumThreads = maximumThreads
        mutex = .allocate(capacity: 1)
        wake = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(wake, nil)
    }

    // No deinit: the threads hold the pool, so it lives as long as the process.

    /// Runs `work` on one of the threads and waits for it without blocking.
    package func run<Success: Sendable>(
        _ work: @escaping @Sendable () throws(StorageError) -> Success
    ) async throws(StorageError) -> Success {
        let result: Result<Success, StorageError> = await withCheckedContinuation { continuation in
            submit {
                do throws(StorageError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func submit(_ work: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        waiting.append(work)
        let starts = idle < waiting.count && threads < maximumThreads
        if starts { threads += 1 }
        pthread_cond_signal(wake)
        pthread_mutex_unlock(mutex)
        if starts { startThread() }
    }

    private func startThread() {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let failure = pthread_create(&thread, nil, blockingPoolMain, box.toOpaque())
        if failure == 0 {
            pthread_detach(thread)
        } else {
            // No memory for another thread: those that run take the work, or this caller does.
            box.release()
            pthread_mutex_lock(mutex)
            threads -= 1
            let work = threads == 0 ? waiting : []
            if threads == 0 { waiting = [] }
            pthread_mutex_unlock(mutex)
            for item in work { item() }
        }
    }

    fileprivate func work() {
        pthread_mutex_lock(mutex)
        while true {
            if waiting.isEmpty {
                idle += 1
                pthread_cond_wait(wake, mutex)
                idle -= 1
                continue
            }
            let item = waiting.removeFirst()
            pthread_mutex_unlock(mutex)
            item()
            pthread_mutex_lock(mutex)
        }
    }
}

private func blockingPoolMain(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let raw { Unmanaged<BlockingPool>.fromOpaque(raw).takeRetainedValue().work() }
    return nil
}
