internal import FenEngine

extension ReplSession {
    /// Does something long that says how far it is, which is shown under a label until it ends.
    func metered<Value: Sendable>(
        _ label: String, _ body: (@escaping ProgressHandler) async throws -> Value
    ) async throws -> Value {
        let meter = environment.progress
        defer { meter(nil) }
        return try await body(labelled(meter, label))
    }
}

/// Hands the engine's progress on under a label.
func labelled(_ meter: @escaping ProgressMeter, _ label: String) -> ProgressHandler {
    { progress in
        meter(
            ProgressReport(
                label: label, done: progress.done, total: progress.total, unit: progress.unit))
    }
}
