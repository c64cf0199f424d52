/// Tries on an object of its own what a place really does; what it makes, it removes.
struct StorageProbe<Backend: StorageBackend> {
    /// The place.
    let backend: Backend
    /// An object that nobody else writes or reads.
    let path: ObjectPath

    /// Writes an object, reads it back and removes it.
    func provesWritable() async throws(StorageError) {
        let bytes = Array("fen looks whether this store can be written\n".utf8)
        _ = try await backend.put(path, bytes, condition: .none)
        let body = try await removing { () async throws(StorageError) in
            try await backend.get(path)
        }
        guard body.bytes == bytes else {
            throw StorageError(
                .integrity, "The store gives back something else than was written to it.",
                hint: "Ask the owner what stands between this device and the store.")
        }
    }

    /// Whether conditions of writing are honoured. Some servers write over what is there without a
    /// word, so it is tried.
    func honoursConditions() async throws(StorageError) -> Bool {
        try await removing { () async throws(StorageError) in
            do throws(StorageError) {
                return try await judgesConditions()
            } catch {
                // A server that fails over a condition is one that does not honour it.
                guard [.server, .missing, .precondition].contains(error.code) else { throw error }
                return false
            }
        }
    }

    /// Does something with the object and removes it, whatever comes of that.
    private func removing<Answer: Sendable>(
        _ body: () async throws(StorageError) -> Answer
    ) async throws(StorageError) -> Answer {
        let answer: Answer
        do throws(StorageError) {
            answer = try await body()
        } catch {
            // Why it failed is what matters.
            try? await backend.delete(path)
            throw error
        }
        try await backend.delete(path)
        return answer
    }

    /// Whether a write over something, over another version and over nothing are refused, and one
    /// over the right version is not.
    private func judgesConditions() async throws(StorageError) -> Bool {
        let first = try await backend.put(path, [1], condition: .ifAbsent)
        guard try await isRefused([2, 2], .ifAbsent),
            try await isRefused([3, 3, 3], .ifMatch(ETag("0123456789abcdef"))),
            try await backend.get(path).bytes == [1]
        else { return false }
        let second = try await backend.put(path, [4, 4], condition: .ifMatch(first))
        guard second != first, try await isRefused([5], .ifMatch(first)) else { return false }
        return try await backend.get(path).bytes == [4, 4]
    }

    private func isRefused(
        _ bytes: [UInt8], _ condition: PutCondition
    ) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            _ = try await backend.put(path, bytes, condition: condition)
            return false
        } catch {
            guard error.code == .precondition else { throw error }
            return true
        }
    }
}
