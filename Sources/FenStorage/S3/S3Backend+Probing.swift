extension S3Backend {
    /// Writes an object, reads it back and removes it.
    package func prepare() async throws(StorageError) {
        let path = Self.probe()
        let bytes = Array("fen looks whether this bucket can be written\n".utf8)
        _ = try await put(path, bytes, condition: .none)
        let body = try await get(path)
        try await delete(path)
        guard body.bytes == bytes else {
            throw StorageError(
                .integrity, "The store gives back something else than was written to it.",
                hint: "Ask the owner what stands between this device and the store.")
        }
    }

    /// Prepares the bucket and sees what its server does with conditions of writing. Some write
    /// over what is there without a word, so it is tried, on an object of its own.
    package func probed() async throws(StorageError) -> S3Backend {
        try await prepare()
        let path = Self.probe()
        let subject = S3Backend(self, honoursConditions: true)
        let holds: Bool
        do throws(StorageError) {
            holds = try await subject.judgesConditions(path)
        } catch {
            // A server that fails over a condition is one that does not honour it.
            guard [.server, .missing, .precondition].contains(error.code) else { throw error }
            holds = false
        }
        try await delete(path)
        return S3Backend(self, honoursConditions: holds)
    }

    /// Whether a write over something, over another version and over nothing are refused, and one
    /// over the right version is not.
    private func judgesConditions(_ path: ObjectPath) async throws(StorageError) -> Bool {
        let first = try await put(path, [1], condition: .ifAbsent)
        guard try await isRefused(path, [2, 2], .ifAbsent),
            try await isRefused(path, [3, 3, 3], .ifMatch(ETag("0123456789abcdef"))),
            try await get(path).bytes == [1]
        else { return false }
        let second = try await put(path, [4, 4], condition: .ifMatch(first))
        guard second != first, try await isRefused(path, [5], .ifMatch(first)) else { return false }
        return try await get(path).bytes == [4, 4]
    }

    private func isRefused(
        _ path: ObjectPath, _ bytes: [UInt8], _ condition: PutCondition
    ) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            _ = try await put(path, bytes, condition: condition)
            return false
        } catch {
            guard error.code == .precondition else { throw error }
            return true
        }
    }

    /// A name that no group has and no listing of one shows.
    static func probe() -> ObjectPath {
        let fresh = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return ObjectPath(unchecked: "groups/fen-probe-\(fresh)")
    }
}
