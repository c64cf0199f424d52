import FenStorage
import Synchronization

/// Counts what a place is asked for and how many bytes it gives.
final class CountingBackend: StorageBackend {
    /// The counts since the last reset.
    struct Counts: Equatable {
        var lists = 0
        var reads = 0
        var bytesRead = 0
        var writes = 0
        var bytesWritten = 0
    }

    private let base: any StorageBackend
    private let state = Mutex(Counts())

    var capabilities: StorageCapabilities { base.capabilities }

    init(_ base: any StorageBackend) {
        self.base = base
    }

    /// The counts so far; they begin anew.
    func take() -> Counts {
        state.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }

    func prepare() async throws(StorageError) {
        try await base.prepare()
    }

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        state.withLock { $0.lists += 1 }
        return try await base.list(prefix)
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let answer = try await base.get(path, from: offset, limit: limit, condition: condition)
        state.withLock {
            $0.reads += 1
            if case .body(let body) = answer { $0.bytesRead += body.bytes.count }
        }
        return answer
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        state.withLock {
            $0.writes += 1
            $0.bytesWritten += bytes.count
        }
        return try await base.put(path, bytes, condition: condition)
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        state.withLock {
            $0.writes += 1
            $0.bytesWritten += bytes.count
        }
        return try await base.append(path, bytes, at: size, etag: etag)
    }

    func delete(_ path: ObjectPath) async throws(StorageError) {
        try await base.delete(path)
    }
}
