import FenStorage
import Foundation
import Testing

@Suite("A shared folder")
struct FolderTests {
    private let log: ObjectPath
    private let logs: ObjectPath

    init() throws {
        let layout = try #require(StorageLayout(group: "3f2b8c1e-1111-4222-8333-444455556666"))
        logs = layout.logs
        log = try #require(layout.log(author: String(repeating: "ab", count: 32)))
    }

    @Test("A sync tool's scaffolding is not listed, conflict copies are")
    func scaffolding() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            _ = try await backend.put(log, Array("x\n".utf8), condition: .none)
            let folder = root + "/" + logs.text
            let ignored = [
                ".syncthing.a.jsonl.tmp", "~syncthing~a.jsonl.tmp", ".hidden.jsonl", "a.jsonl~",
                "a.jsonl.part", "a.jsonl.crdownload", "~$a.jsonl", ".fen-1.tmp", "a.TMP",
            ]
            for name in ignored + ["b (conflicted copy).jsonl"] {
                try Data("y\n".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            try FileManager.default.createDirectory(
                atPath: folder + "/.stversions", withIntermediateDirectories: false)
            try Data("y\n".utf8).write(to: URL(fileURLWithPath: folder + "/.stversions/a.jsonl"))
            let listed = try await backend.list(logs).map { String($0.path.name) }
            #expect(listed == [String(log.name), "b (conflicted copy).jsonl"])
        }
    }

    @Test("A folder that is gone, and an empty mount point, are network, never an empty store")
    func vanished() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root + "/drive")
            try await backend.prepare()
            let etag = try await backend.put(log, Array("x\n".utf8), condition: .none)
            try FileManager.default.removeItem(atPath: root + "/drive")
            try await failsEverywhere(backend, etag, "not there")
            try FileManager.default.createDirectory(
                atPath: root + "/drive", withIntermediateDirectories: false)
            try await failsEverywhere(backend, etag, "does not hold")
            #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/drive").isEmpty)
        }
    }

    private func failsEverywhere(
        _ backend: FolderBackend, _ etag: ETag, _ words: String
    ) async throws {
        let error = try #require(
            await #expect(throws: StorageError.self) { try await backend.list(logs) })
        #expect(error.code == .network)
        #expect(error.message.contains(words))
        await #expect(throws: error) { _ = try await backend.get(log) as ObjectBody }
        await #expect(throws: error) {
            try await backend.append(log, [10], at: 2, etag: etag)
        }
        await #expect(throws: error) { try await backend.delete(log) }
        let refused = await #expect(throws: StorageError.self) {
            try await backend.put(log, [10], condition: .none)
        }
        #expect(refused?.code == .network)
    }

    @Test("A link never leads a path out of the root")
    func links() async throws {
        try await withTemporaryFolder { root in
            let outside = root + "/outside"
            let backend = FolderBackend(root: root + "/inside")
            try await backend.prepare()
            try FileManager.default.createDirectory(
                atPath: outside, withIntermediateDirectories: false)
            try Data("secret\n".utf8).write(to: URL(fileURLWithPath: outside + "/a.jsonl"))
            let way = try #require(ObjectPath("groups/way"))
            try FileManager.default.createSymbolicLink(
                atPath: root + "/inside/groups/way", withDestinationPath: outside)
            let through = try #require(way.appending("a.jsonl"))
            let error = await #expect(throws: StorageError.self) {
                _ = try await backend.get(through) as ObjectBody
            }
            #expect(error?.code == .integrity)
            await #expect(throws: StorageError.self) {
                try await backend.put(through, [1], condition: .none)
            }
            let direct = try #require(ObjectPath("groups/link.jsonl"))
            try FileManager.default.createSymbolicLink(
                atPath: root + "/inside/groups/link.jsonl",
                withDestinationPath: outside + "/a.jsonl")
            await #expect(throws: StorageError.self) {
                _ = try await backend.get(direct) as ObjectBody
            }
            let groups = try #require(ObjectPath("groups"))
            #expect(try await backend.list(groups).isEmpty)
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: outside + "/a.jsonl"))
                    == Data("secret\n".utf8))
        }
    }

    @Test("After a torn append the writer is told, reads back, and puts the log whole")
    func tornAppend() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            let first = try await backend.put(log, Array("one\n".utf8), condition: .none)
            let file = try #require(FileHandle(forWritingAtPath: root + "/" + log.text))
            try file.seekToEnd()
            try file.write(contentsOf: Data("tw".utf8))
            try file.close()
            let error = await #expect(throws: StorageError.self) {
                try await backend.append(log, Array("two\n".utf8), at: 4, etag: first)
            }
            #expect(error?.code == .precondition)
            let now = try await backend.get(log) as ObjectBody
            #expect(now.bytes == Array("one\ntw".utf8))
            _ = try await backend.put(
                log, Array("one\ntwo\n".utf8), condition: .ifMatch(now.etag))
            let body = try await backend.get(log) as ObjectBody
            #expect(body.bytes == Array("one\ntwo\n".utf8))
        }
    }

    @Test("A file where the folder should be, and a folder where the object should be, are named")
    func misplaced() async throws {
        try await withTemporaryFolder { root in
            try Data().write(to: URL(fileURLWithPath: root + "/file"))
            let error = await #expect(throws: StorageError.self) {
                try await FolderBackend(root: root + "/file").prepare()
            }
            #expect(error?.code == .network)
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            try FileManager.default.createDirectory(
                atPath: root + "/" + log.text, withIntermediateDirectories: true)
            for work in [
                { _ = try await backend.get(log) as ObjectBody },
                { _ = try await backend.put(log, [1], condition: .none) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: StorageError.self) { try await work() }
                #expect(error?.code == .integrity)
            }
        }
    }

    @Test("Old stumps of our own are swept when the place is prepared, everybody else's are not")
    func stumps() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            _ = try await backend.put(log, [10], condition: .none)
            let folder = root + "/" + logs.text
            let old = Date(timeIntervalSinceNow: -200_000)
            for name in [".fen-abc.tmp", ".syncthing.x.tmp", ".fen-new.tmp"] {
                let path = folder + "/" + name
                try Data("y".utf8).write(to: URL(fileURLWithPath: path))
                if name != ".fen-new.tmp" {
                    try FileManager.default.setAttributes(
                        [.modificationDate: old], ofItemAtPath: path)
                }
            }
            try await backend.prepare()
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(left == [".fen-new.tmp", ".syncthing.x.tmp", String(log.name)])
        }
    }
}
