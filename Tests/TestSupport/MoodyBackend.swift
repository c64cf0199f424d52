package import FenStorage
import Synchronization

/// A place that fails with the same error until a test says otherwise: whatever is asked, or only
/// what is written.
package final class MoodyBackend: StorageBackend {
    private struct State {
        var all: StorageError?
        var writes: StorageError?
        var requests = 0
        var writesTried = 0
    }

    private let base: any StorageBackend
    private let state = Mutex(State())

    /// What the wrapped place can do.
    package var capabilities: StorageCapabilities { base.capabilities }

    /// Wraps a place, which works at first.
    package init(_ base: any StorageBackend) { self.base = base }

    /// Everything fails with this from now on; nil ends it.
    package func fails(_ error: StorageError?) { state.withLock { $0.all = error } }

    /// Every write fails with this from now on; nil ends it.
    package func refusesWrites(_ error: StorageError?) { state.withLock { $0.writes = error } }

    /// How many requests there were so far.
    package var requests: Int { state.withLock { $0.requests } }

    /// How many of them were to write.
    package var writesTried: Int { state.withLock { $0.writesTried } }

    /// Makes the place ready.
    package func prepare() async throws(StorageError) {
        try admit(writes: true)
        try await base.prepare()
    }

    /// Lists objects.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try admit()
        return try await base.list(prefix)
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try admit()
        return try await base.get(path, from: offset, limit: limit, condition: condition)
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try admit(writes: true)
        return try await base.put(path, bytes, condition: condition)
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try admit(writes: true)
        return try await base.append(path, bytes, at: size, etag: etag)
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        try admit(writes: true)
        try await base.delete(path)
    }

    private func admit(writes: Bool = false) throws(StorageError) {
        let error = state.withLock { state in
            state.requests += 1
            if writes { state.writesTried += 1 }
            return state.all ?? (writes ? state.writes : nil)
        }
        if let error { throw error }
    }
}
