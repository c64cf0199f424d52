import FenStorage
import Foundation
import Testing

/// What only the superuser can set up: a small file system, a read-only one.
@Suite("A shared folder at its limits", .enabled(if: geteuid() == 0), .serialized)
struct FolderLimitsTests {
    @Test("A full drive is quota; the old bytes stay, an append leaves none of its own")
    func full() async throws {
        try await withMount("size=256k") { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            let path = try #require(ObjectPath("groups/g/logs/a.jsonl"))
            let small = [UInt8](repeating: 65, count: 8_000)
            let etag = try await backend.put(path, small, condition: .none)
            let large = [UInt8](repeating: 66, count: 600_000)
            for work in [
                { _ = try await backend.put(path, large, condition: .none) },
                { _ = try await backend.append(path, large, at: small.count, etag: etag) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: StorageError.self) { try await work() }
                #expect(error?.code == .quota)
                let body = try await backend.get(path) as ObjectBody
                #expect(body.bytes == small)
            }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: root + "/groups/g/logs")
            #expect(names == ["a.jsonl"])
        }
    }

    @Test("A read-only drive can be read, and says so when written")
    func readOnly() async throws {
        try await withMount("size=1m") { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            let path = try #require(ObjectPath("groups/g/logs/a.jsonl"))
            let etag = try await backend.put(path, [65, 10], condition: .none)
            try run("mount", "-o", "remount,ro", root)
            let body = try await backend.get(path) as ObjectBody
            #expect(body.bytes == [65, 10])
            for work in [
                { _ = try await backend.put(path, [66], condition: .none) },
                { _ = try await backend.append(path, [66], at: 2, etag: etag) },
                { try await backend.delete(path) }, { try await backend.prepare() },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: StorageError.self) { try await work() }
                #expect(error?.code == .readOnly)
            }
        }
    }

    private func withMount(
        _ options: String, _ body: (String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { root in
            guard (try? run("mount", "-t", "tmpfs", "-o", options, "tmpfs", root)) != nil else {
                return  // A container that may not mount: nothing can be shown here.
            }
            do {
                try await body(root)
            } catch {
                try run("umount", root)
                throw error
            }
            try run("umount", root)
        }
    }

    private func run(_ words: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = nil
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
