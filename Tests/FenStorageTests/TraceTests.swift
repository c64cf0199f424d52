import FenStorage
import Synchronization
import Testing

@Suite("What passes between a device and a place")
struct TraceTests {
    @Test("each operation on a folder is told with its object, its bytes and what came of it")
    func folder() async throws {
        let steps = Mutex<[StorageStep]>([])
        let path = try #require(ObjectPath("groups/g/logs/a.jsonl"))
        let logs = try #require(ObjectPath("groups/g/logs"))
        try await withTemporaryFolder { root in
            let backend = TraceBackend(FolderBackend(root: root)) { step in
                steps.withLock { $0.append(step) }
            }
            try await backend.prepare()
            let first = try await backend.put(path, [1, 2, 3], condition: .ifAbsent)
            let second = try await backend.append(path, [4, 5], at: 3, etag: first)
            _ = try await backend.get(path, from: 1, limit: 2) as ObjectBody
            _ = try await backend.get(path, from: 0, limit: 9, condition: .ifNoneMatch(second))
            _ = try await backend.list(logs)
            let token = try await backend.changed(under: logs, since: nil).token
            _ = try await backend.changed(under: logs, since: token)
            try await backend.delete(path)
            await #expect(throws: StorageError.self) { try await backend.get(path) as ObjectBody }
            await #expect(throws: StorageError.self) {
                try await backend.put(path, [1], condition: .ifMatch(second))
            }
            await #expect(throws: StorageError.self) {
                try await backend.append(path, [1], at: 5, etag: second)
            }
        }
        let told = steps.withLock { $0 }
        #expect(
            told.map(\.action) == [
                .prepare, .put, .append, .get, .get, .list, .list, .list, .delete, .get, .put,
                .append,
            ])
        #expect(told.map(\.bytes) == [nil, 3, 2, 2, nil, nil, nil, nil, nil, nil, nil, nil])
        #expect(told.map(\.offset) == [nil, nil, 3, 1, 0, nil, nil, nil, nil, 0, nil, 5])
        #expect(told.map(\.objects) == [nil, nil, nil, nil, nil, 1, 1, 1, nil, nil, nil, nil])
        #expect(told.indices.filter { told[$0].isUnchanged } == [4, 7])
        #expect(
            told.map(\.failure)
                == Array(repeating: nil, count: 9) + [
                    StorageError.Code.missing, .precondition, .precondition,
                ])
        #expect(told[1].path == path && told[5].path == logs && told[0].path == nil)
        #expect(told.allSatisfy { $0.time >= .zero })
    }

    @Test("what the place can do is what the place beneath can do, cheap appends too")
    func forwards() async throws {
        let folder = FolderBackend(root: "/nowhere")
        #expect(TraceBackend(folder) { _ in }.capabilities == folder.capabilities)
    }
}
