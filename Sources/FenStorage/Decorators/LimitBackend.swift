/// Lets only so many requests to a place be under way at once; the others wait their turn.
package struct LimitBackend: StorageBackend {
    private let base: any StorageBackend
    private let gate: Turnstile

    /// What the wrapped place can do.
    package var capabilities: StorageCapabilities { base.capabilities }

    /// Wraps a place; without a number, its own idea of what does it good.
    package init(_ base: any StorageBackend, concurrency: Int? = nil) {
        self.base = base
        gate = Turnstile(places: max(1, concurrency ?? base.capabilities.concurrency))
    }

    /// Makes the place ready.
    package func prepare() async throws(StorageError) {
        try await inTurn { () async throws(StorageError) in try await base.prepare() }
    }

    /// Lists objects.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try await inTurn { () async throws(StorageError) in try await base.list(prefix) }
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try await inTurn { () async throws(StorageError) in
            try await base.get(path, from: offset, limit: limit, condition: condition)
        }
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try await inTurn { () async throws(StorageError) in
            try await base.put(path, bytes, condition: condition)
        }
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try await inTurn { () async throws(StorageError) in
            try await base.append(path, bytes, at: size, etag: etag)
        }
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        try await inTurn { () async throws(StorageError) in try await base.delete(path) }
    }

    /// Asks whether anything changed.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        try await inTurn { () async throws(StorageError) in
            try await base.changed(under: prefix, since: token)
        }
    }

    private func inTurn<Success: Sendable>(
        _ work: () async throws(StorageError) -> Success
    ) async throws(StorageError) -> Success {
        await gate.enter()
        if Task.isCancelled {
            await gate.leave()
            throw .cancelled()
        }
        let result: Result<Success, StorageError>
        do throws(StorageError) {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        await gate.leave()
        return try result.get()
    }
}
