import FenStorage
import Synchronization

/// Keeps every version that every object of a place has had.
final class RecordingBackend: StorageBackend {
    private let base: any StorageBackend
    private let state = Mutex<[ObjectPath: [[UInt8]]]>([:])

    var capabilities: StorageCapabilities { base.capabilities }

    init(_ base: any StorageBackend) {
        self.base = base
    }

    /// The versions of each object, the oldest first.
    var versions: [ObjectPath: [[UInt8]]] { state.withLock { $0 } }

    func prepare() async throws(StorageError) { try await base.prepare() }

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try await base.list(prefix)
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try await base.get(path, from: offset, limit: limit, condition: condition)
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        let etag = try await base.put(path, bytes, condition: condition)
        state.withLock { $0[path, default: []].append(bytes) }
        return etag
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        let new = try await base.append(path, bytes, at: size, etag: etag)
        state.withLock { $0[path, default: []].append(($0[path]?.last ?? []) + bytes) }
        return new
    }

    func delete(_ path: ObjectPath) async throws(StorageError) {
        try await base.delete(path)
        state.withLock { $0[path, default: []].append([]) }
    }
}
