import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// What may be all of a group is worked through piece by piece.
@Suite("bounded batches")
struct BatchTests {
    @Test("what the store lost is put back in several writes, each of bounded size")
    func repairs() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...12 { try await table.spend("Alice", "Round \(number)", 100) }
        _ = try await bob.sync(in: table.group)
        await table.close("Alice")
        let path = try await table.logPath("Alice")
        await table.close("Alice")
        let lines = RandomGroup.lines(of: try table.read(path))
        try FileManager.default.removeItem(atPath: path)
        let counting = CountingBackend(FolderBackend(root: table.storePath))
        try await table.use(counting, for: "Bob")
        await bob.limitSending(to: lines.map(\.count).max().map { $0 * 2 } ?? 0)
        _ = try await bob.sync(in: table.group, repairsNow: true)
        #expect(counting.take().writes >= 4)
        let file = table.logsPath + "/\(try await table.key("Bob").hex).repair.jsonl"
        #expect(Set(RandomGroup.lines(of: try table.read(file))) == Set(lines))
        await table.closeAll()
    }

    @Test("an export is read page by page and has every entry once, in order")
    func export() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        for number in 1...300 {
            _ = try await alice.postMessage("Message \(number)", in: table.group)
        }
        var texts: [String] = []
        var pages = 0
        for try await line in try await alice.export(in: table.group) {
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            guard let text = object?["text"] as? String else { continue }
            texts.append(text)
            // What comes in behind the place that has been read is in it.
            if texts.count == 10 {
                _ = try await alice.postMessage("Late", in: table.group)
                pages += 1
            }
        }
        #expect(pages == 1)
        #expect(texts == (1...300).map { "Message \($0)" } + ["Late"])
        await table.closeAll()
    }

    @Test(
        "a key that comes last opens what it opens in batches, into the same state",
        .enabled(if: ReaderTools.found, "\(ReaderTools.whySkipped)"))
    func lateKey() throws {
        for seed in UInt64(1)...4 {
            let group = try #require(
                try RandomGroup.make(from: seed, count: 1, events: 120).first)
            let bare = try BareGroup(group.invite, seed: seed)
            let key = try #require(group.invite.key)
            // Without the key only the founder's lines are taken, and none of them opens.
            try bare.take(group.lines)
            #expect(try bare.count() > 7)
            bare.group.batchSize = 7
            try bare.adopt(key)
            var count = -1
            while try bare.count() != count {
                count = try bare.count()
                try bare.take(group.lines)
            }
            #expect(difference(try bare.dump(), try bare.oracle()) == "", "seed \(seed)")
            #expect(difference(try bare.dump(), group.expected) == "", "seed \(seed)")
        }
    }
}

extension Engine {
    /// Makes what is sent at once small.
    func limitSending(to bytes: Int) { sendingBytes = bytes }
}
