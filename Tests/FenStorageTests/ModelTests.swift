import FenStorage
import TestSupport
import Testing

/// Long runs of random requests, each answer compared with what a dictionary of bytes says.
@Suite("Backends against a model")
struct ModelTests {
    @Test func memory() async throws {
        try await play(on: MemoryBackend(), SeededGenerator())
    }

    @Test func folder() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            try await play(on: backend, SeededGenerator())
        }
    }

    private func play(on backend: some StorageBackend, _ seeded: SeededGenerator) async throws {
        var random = seeded
        let folder = try #require(ObjectPath("groups/g/logs"))
        let paths = try ["a.jsonl", "b.jsonl", "c/a.jsonl"].map { name in
            try #require(folder.appending(name))
        }
        var model: [ObjectPath: [UInt8]] = [:]
        var tags: [ObjectPath: ETag] = [:]
        for _ in 0..<400 {
            guard let path = paths.randomElement(using: &random) else { continue }
            let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let stale = ETag("stale")
            let isStale = Bool.random(using: &random)
            let tag = isStale ? stale : tags[path] ?? stale
            let holds = !isStale && model[path] != nil
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                tags[path] = try await backend.put(path, bytes, condition: .none)
                model[path] = bytes
            case 1:
                let new = try await outcome {
                    try await backend.put(path, bytes, condition: .ifMatch(tag))
                }
                #expect((new != nil) == holds)
                if let new { (tags[path], model[path]) = (new, bytes) }
            case 2:
                let new = try await outcome {
                    try await backend.put(path, bytes, condition: .ifAbsent)
                }
                #expect((new != nil) == (model[path] == nil))
                if let new { (tags[path], model[path]) = (new, bytes) }
            case 3:
                let size = model[path]?.count ?? 0
                let new = try await outcome {
                    try await backend.append(path, bytes, at: size, etag: tag)
                }
                #expect((new != nil) == holds)
                if let new { (tags[path], model[path]) = (new, (model[path] ?? []) + bytes) }
            case 4 where Int.random(in: 0..<4, using: &random) == 0:
                try await backend.delete(path)
                (tags[path], model[path]) = (nil, nil)
            default:
                let offset = Int.random(in: 0...400, using: &random)
                let limit = Int.random(in: 1...400, using: &random)
                let body = try await outcome {
                    try await backend.get(path, from: offset, limit: limit)
                }
                let wanted = model[path].map { Array($0.dropFirst(offset).prefix(limit)) }
                #expect(body?.bytes == wanted)
                #expect(body?.etag == tags[path])
                #expect(body?.totalSize == model[path]?.count)
            }
        }
        let listed = try await backend.list(folder)
        #expect(listed.map(\.path) == model.keys.sorted())
        #expect(listed.map(\.size) == model.keys.sorted().map { model[$0]?.count })
    }

    /// What a request brings, or nil when it fails as the contract says it may.
    private func outcome<Success>(_ work: () async throws -> Success) async throws -> Success? {
        do {
            return try await work()
        } catch let error as StorageError {
            #expect([.precondition, .missing].contains(error.code))
            return nil
        }
    }
}
