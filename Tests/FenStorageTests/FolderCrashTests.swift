import FenStorage
import Foundation
import Testing

@Suite("A shared folder and crashes")
struct FolderCrashTests {
    @Test("kill -9 at any moment: the object is one version or the other, and the next write works")
    func killedWhilePutting() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            let path = try #require(ObjectPath("groups/g/logs/a.jsonl"))
            _ = try await backend.put(path, version(0), condition: .none)
            for round in 0..<6 {
                await #expect(processExitsWith: .signal(SIGALRM)) {
                    [root = root as String, round = round as Int] in
                    ualarm(UInt32(5_000 + round * 4_000), 0)
                    let backend = FolderBackend(root: root)
                    guard let path = ObjectPath("groups/g/logs/a.jsonl") else { return }
                    for number in 0... {
                        _ = try await backend.put(path, version(number % 7), condition: .none)
                    }
                }
                let body = try await backend.readAll(path)
                #expect((0..<7).contains { version($0) == body.bytes })
                let groups = try #require(ObjectPath("groups"))
                #expect(try await backend.list(groups).map(\.path) == [path])
                _ = try await backend.put(path, version(1), condition: .ifMatch(body.etag))
            }
        }
    }

    @Test("kill -9 while appending: whole lines stay, at most the last one is torn")
    func killedWhileAppending() async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            let path = try #require(ObjectPath("groups/g/logs/a.jsonl"))
            for round in 0..<6 {
                _ = try await backend.put(path, [], condition: .none)
                await #expect(processExitsWith: .signal(SIGALRM)) {
                    [root = root as String, round = round as Int] in
                    ualarm(UInt32(5_000 + round * 4_000), 0)
                    let backend = FolderBackend(root: root)
                    guard let path = ObjectPath("groups/g/logs/a.jsonl") else { return }
                    var etag = try await backend.get(path).etag
                    var size = 0
                    for number in 0... {
                        let line = line(number)
                        etag = try await backend.append(path, line, at: size, etag: etag)
                        size += line.count
                    }
                }
                let body = try await backend.readAll(path)
                let lines = body.bytes.split(
                    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                for (number, found) in lines.dropLast().enumerated() {
                    #expect(Array(found) + [UInt8(ascii: "\n")] == line(number))
                }
                if let last = lines.last {
                    #expect(line(lines.count - 1).starts(with: last))
                }
            }
        }
    }
}

private func version(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(number), count: 20_000 + number)
}

private func line(_ number: Int) -> [UInt8] {
    Array((String(repeating: "\(number) ", count: 200) + "\n").utf8)
}
