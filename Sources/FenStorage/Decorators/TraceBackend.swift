/// One operation on a place and what came of it, for whoever wants to see what a pass does: what was
/// asked, of which object, how much moved and how long it took, with its retries in its time. No
/// address, no credentials, no bytes of an object are in it.
package struct StorageStep: Hashable, Sendable {
    /// What is asked of a place.
    package enum Action: String, Sendable {
        case prepare, list, get, put, append, delete, changed
    }

    /// What was asked.
    package var action: Action
    /// The object, or the folder that is listed; nil for the whole place.
    package var path: ObjectPath?
    /// The byte a read begins at, or an append.
    package var offset: Int?
    /// The bytes of objects that moved, either way; nil for an operation that moved none or failed.
    package var bytes: Int?
    /// How many objects were listed.
    package var objects: Int?
    /// The place said that nothing has changed.
    package var isUnchanged = false
    /// What went wrong.
    package var failure: StorageError.Code?
    /// How long it took.
    package var time: Duration = .zero

    /// An operation whose outcome is not known yet.
    init(_ action: Action, _ path: ObjectPath? = nil, offset: Int? = nil) {
        self.action = action
        self.path = path
        self.offset = offset
    }
}

/// Tells each operation on a place once it is over, with its retries in its time: where the wrapped
/// place tries again, that is one operation still.
package struct TraceBackend: StorageBackend {
    private let base: any StorageBackend
    private let tell: @Sendable (StorageStep) -> Void

    /// What the wrapped place can do.
    package var capabilities: StorageCapabilities { base.capabilities }

    /// Wraps a place. `tell` is called by whoever asks the place: it has to be quick.
    package init(_ base: any StorageBackend, tell: @escaping @Sendable (StorageStep) -> Void) {
        self.base = base
        self.tell = tell
    }

    /// Makes the place ready.
    package func prepare() async throws(StorageError) {
        try await telling(StorageStep(.prepare)) { (_) async throws(StorageError) in
            try await base.prepare()
        }
    }

    /// Lists objects.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try await telling(StorageStep(.list, prefix)) { (step) async throws(StorageError) in
            let objects = try await base.list(prefix)
            step.objects = objects.count
            return objects
        }
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let step = StorageStep(.get, path, offset: offset)
        return try await telling(step) { (step) async throws(StorageError) in
            let answer = try await base.get(path, from: offset, limit: limit, condition: condition)
            switch answer {
            case .unchanged: step.isUnchanged = true
            case .body(let body):
                step.offset = body.offset
                step.bytes = body.bytes.count
            }
            return answer
        }
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try await telling(StorageStep(.put, path)) { (step) async throws(StorageError) in
            let etag = try await base.put(path, bytes, condition: condition)
            step.bytes = bytes.count
            return etag
        }
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        let step = StorageStep(.append, path, offset: size)
        return try await telling(step) { (step) async throws(StorageError) in
            let etag = try await base.append(path, bytes, at: size, etag: etag)
            step.bytes = bytes.count
            return etag
        }
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        try await telling(StorageStep(.delete, path)) { (_) async throws(StorageError) in
            try await base.delete(path)
        }
    }

    /// Asks whether anything changed; where the answer is a listing, it was one that was asked for.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        try await telling(StorageStep(.changed, prefix)) { (step) async throws(StorageError) in
            let answer = try await base.changed(under: prefix, since: token)
            step.isUnchanged = !answer.isChanged
            step.objects = answer.objects?.count
            if answer.objects != nil { step.action = .list }
            return answer
        }
    }

    private func telling<Success: Sendable>(
        _ step: StorageStep,
        _ work: (inout StorageStep) async throws(StorageError) -> Success
    ) async throws(StorageError) -> Success {
        var step = step
        let start = ContinuousClock.now
        let result: Result<Success, StorageError>
        do throws(StorageError) {
            result = .success(try await work(&step))
        } catch {
            step.failure = error.code
            result = .failure(error)
        }
        step.time = ContinuousClock.now - start
        tell(step)
        return try result.get()
    }
}
