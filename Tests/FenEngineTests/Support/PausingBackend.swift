import FenStorage
import Synchronization

/// A place whose next listing waits until the test lets it go on.
final class PausingBackend: StorageBackend {
    private struct State {
        var isPaused = true
        var listings = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let base: any StorageBackend
    private let state = Mutex(State())

    var capabilities: StorageCapabilities { base.capabilities }

    init(_ base: any StorageBackend) {
        self.base = base
    }

    /// How often it was listed so far, by whoever waits too.
    var listings: Int { state.withLock { $0.listings } }

    /// Lets everything through from here on.
    func goOn() {
        let waiting = state.withLock { state in
            state.isPaused = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func prepare() async throws(StorageError) { try await base.prepare() }

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        await withCheckedContinuation { continuation in
            let isPaused = state.withLock { state in
                state.listings += 1
                if state.isPaused { state.waiting.append(continuation) }
                return state.isPaused
            }
            if !isPaused { continuation.resume() }
        }
        return try await base.list(prefix)
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try await base.get(path, from: offset, limit: limit, condition: condition)
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try await base.put(path, bytes, condition: condition)
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try await base.append(path, bytes, at: size, etag: etag)
    }

    func delete(_ path: ObjectPath) async throws(StorageError) { try await base.delete(path) }
}

/// Waits until something is so, or five seconds have passed.
func until(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<500 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
}
