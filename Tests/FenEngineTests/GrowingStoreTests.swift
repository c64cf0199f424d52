import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// The same as `ArrivalTests` through whole passes: the files of a store grow in random steps, are
/// read by their tails, and come out as the independent reader says.
@Suite("a store that grows", .enabled(if: ReaderTools.found, "\(ReaderTools.whySkipped)"))
struct GrowingStoreTests {
    @Test("files that grow in random steps, passes and restarts between: one dump")
    func growing() async throws {
        var generator = SeededGenerator(for: "growing")
        let first = generator.next() % 1_000_000_000
        for group in try RandomGroup.make(from: first, count: 10, events: 80) {
            let folder = try TemporaryFolder()
            let memory = MemoryBackend()
            let home = folder.file("home")
            // The link's time; the joiner's folder is only looked at, then the memory takes over.
            let clock = TestClock(1_796_000_001_000)
            try FileManager.default.createDirectory(
                atPath: folder.file("store/groups"), withIntermediateDirectories: true)
            var engine = try await person("Reader", home: home, clock: clock.clock)
            let id = try await engine.join(
                try await engine.previewInvite(group.link), folder: folder.file("store"))
            await engine.use(memory, in: id)
            var left = group.files.mapValues { $0[...] }
            while !left.isEmpty {
                for _ in 0...generator.below(4) {
                    guard let name = left.keys.sorted().randomElement(using: &generator) else {
                        break
                    }
                    let piece = left[name]?.prefix(1 + generator.below(6_000)) ?? []
                    try await grow(memory, group, name, by: Array(piece))
                    left[name]?.removeFirst(piece.count)
                    if left[name]?.isEmpty ?? true { left[name] = nil }
                }
                _ = try await engine.sync(in: id)
                if generator.below(5) == 0 {
                    await engine.close()
                    engine = try await person("Reader", home: home, clock: clock.clock)
                    await engine.use(memory, in: id)
                }
            }
            _ = try await engine.sync(in: id)
            let dump = try await engine.dump(in: id)
            #expect(difference(dump, group.expected) == "", "group \(group.seed)")
            #expect(try await engine.rebuild(in: id).wasSame, "group \(group.seed)")
            await engine.close()
        }
    }

    private func grow(
        _ memory: MemoryBackend, _ group: RandomGroup, _ name: String, by bytes: [UInt8]
    ) async throws {
        let layout = try #require(StorageLayout(group: group.invite.groupID.uuidString))
        let path = try #require(layout.logs.appending(name))
        let known = try await memory.list(layout.logs).first { $0.path == path }
        if let known {
            _ = try await memory.append(path, bytes, at: known.size, etag: known.etag)
        } else {
            _ = try await memory.put(path, bytes, condition: .ifAbsent)
        }
    }
}
