internal import Dispatch

/// The engine's own serial queue: SQLite and fsync block, so they stay off the cooperative pool,
/// which has one thread a core.
final class EngineExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "fen.engine")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
