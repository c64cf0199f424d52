/// Tries again what failed for a reason that passes by itself, and settles lost replies.
///
/// A write whose answer got lost may have been done. Before it is tried again, size and tail of
/// the object are read back; where they are what was to be written, the write has succeeded. What
/// was waited for in vain already is left to the caller's next pass.
package struct RetryBackend: StorageBackend {
    /// Waits for a duration, or throws when the task is cancelled.
    package typealias Sleep = @Sendable (Duration) async throws -> Void

    private let base: any StorageBackend
    private let schedule: BackoffSchedule
    private let attempts: Int
    private let longestWait: Duration
    private let draw: @Sendable () -> Int
    private let sleep: Sleep

    /// What the wrapped place can do.
    package var capabilities: StorageCapabilities { base.capabilities }

    /// Wraps a place.
    ///
    /// - Parameters:
    ///   - attempts: how often a request is sent at most.
    ///   - longestWait: a wait longer than this is the caller's to plan; the error is handed up.
    ///   - draw: a draw from 0...2000 for the jitter.
    ///   - sleep: waits; tests hand in a clock of their own.
    package init(
        _ base: any StorageBackend, schedule: BackoffSchedule = .standard, attempts: Int = 3,
        longestWait: Duration = .seconds(60),
        draw: @escaping @Sendable () -> Int = { Int.random(in: 0...2000) },
        sleep: @escaping Sleep = { try await Task.sleep(for: $0) }
    ) {
        self.base = base
        self.schedule = schedule
        self.attempts = max(1, attempts)
        self.longestWait = longestWait
        self.draw = draw
        self.sleep = sleep
    }

    /// The same place with everything tried once: for what is likely to fail like the try before it,
    /// while a person waits.
    package var tryingOnce: RetryBackend {
        RetryBackend(
            base, schedule: schedule, attempts: 1, longestWait: longestWait, draw: draw,
            sleep: sleep)
    }

    /// Makes the place ready.
    package func prepare() async throws(StorageError) {
        try await retrying { () async throws(StorageError) in try await base.prepare() }
    }

    /// Lists objects.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try await retrying { () async throws(StorageError) in try await base.list(prefix) }
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try await retrying { () async throws(StorageError) in
            try await base.get(path, from: offset, limit: limit, condition: condition)
        }
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try await writing(path, tail: bytes, totalSize: bytes.count) {
            () async throws(StorageError) in
            try await base.put(path, bytes, condition: condition)
        }
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        let total = size + bytes.count
        return try await writing(path, tail: bytes, totalSize: total) {
            () async throws(StorageError) in
            try await base.append(path, bytes, at: size, etag: etag)
        }
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        try await retrying { () async throws(StorageError) in try await base.delete(path) }
    }

    /// Asks whether anything changed.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        try await retrying { () async throws(StorageError) in
            try await base.changed(under: prefix, since: token)
        }
    }
}

extension RetryBackend {
    private func retrying<Success: Sendable>(
        _ work: () async throws(StorageError) -> Success
    ) async throws(StorageError) -> Success {
        var failures = 0
        while true {
            do throws(StorageError) {
                return try await work()
            } catch {
                failures += 1
                try await wait(after: failures, error)
            }
        }
    }

    private func writing(
        _ path: ObjectPath, tail: [UInt8], totalSize: Int,
        _ work: () async throws(StorageError) -> ETag
    ) async throws(StorageError) -> ETag {
        var failures = 0
        var mayBeDone = false
        while true {
            do throws(StorageError) {
                return try await work()
            } catch {
                if mayBeDone, error.code == .precondition,
                    let etag = try await etagIfWritten(path, tail: tail, totalSize: totalSize)
                {
                    return etag
                }
                failures += 1
                try await wait(after: failures, error)
                mayBeDone = mayBeDone || error.leavesOutcomeUnknown
                if mayBeDone,
                    let etag = try await etagIfWritten(path, tail: tail, totalSize: totalSize)
                {
                    return etag
                }
            }
        }
    }

    /// Waits before the next attempt, or hands the error up if there is to be none.
    private func wait(after failures: Int, _ error: StorageError) async throws(StorageError) {
        guard error.isTransient, !error.isOutwaited, failures < attempts else { throw error }
        let delay = error.retryAfter ?? schedule.delay(afterFailures: failures, draw: draw())
        guard delay <= longestWait else { throw error }
        do {
            try await sleep(delay)
        } catch {
            throw .cancelled()
        }
    }

    /// The tag of the object if it is as long as what was written and ends in the same bytes.
    private func etagIfWritten(
        _ path: ObjectPath, tail: [UInt8], totalSize: Int
    ) async throws(StorageError) -> ETag? {
        let expected = tail.suffix(Self.comparedTail)
        let answer: GetAnswer
        do throws(StorageError) {
            answer = try await get(
                path, from: totalSize - expected.count, limit: expected.count + 1,
                condition: .none)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        guard case .body(let body) = answer, body.totalSize == totalSize,
            body.bytes.elementsEqual(expected)
        else { return nil }
        return body.etag
    }

    private static let comparedTail = 4096
}
