import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Several members on one store at once, with failures between each of them and the store.
@Suite("many members, one unreliable store")
struct UnreliableStoreTests {
    @Test(
        "all converge, nothing is overwritten, no event goes out twice with different bytes",
        arguments: [2, 5, 10], [true, false])
    func converge(count: Int, isConditional: Bool) async throws {
        var random = SeededGenerator(for: "unreliable \(count) \(isConditional)")
        let (table, names) = try await Self.table(of: count)
        let place = MemoryBackend(
            capabilities: StorageCapabilities(
                conditionalPut: isConditional, cheapAppend: isConditional, concurrency: 8))
        try await Self.fill(place, from: table)
        let recording = RecordingBackend(place)
        let rates = FaultBackend.Rates(
            lostRequests: 60, lostReplies: 60, cutTransfers: 120, busy: 40)
        let lines = names.map { _ in
            FaultBackend(recording, seed: random.next(), rates: rates)
        }
        try await work(names, table, over: lines, &random)
        try await expectConverged(names, table, over: recording, "seed \(random.seed)")
        try expectOneWriter(recording, table.group, "seed \(random.seed)")
        await table.closeAll()
    }

    @Test(
        "the same over a bucket and a line that breaks at random bytes",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: [2, 5])
    func bucket(count: Int) async throws {
        var random = SeededGenerator(for: "unreliable bucket \(count)")
        let (table, names) = try await Self.table(of: count)
        var place = try S3Server.radosgw.place()
        let direct = RecordingBackend(try S3Backend(place, honoursConditions: true))
        try await Self.fill(direct, from: table)
        let proxy = try ScriptServer(
            "cutting_proxy.py",
            [String(S3Server.radosgw.port), String(random.below(1 << 30)), "100"])
        place.endpoint = "http://127.0.0.1:\(proxy.port)"
        let broken = RecordingBackend(try S3Backend(place, honoursConditions: true))
        try await work(names, table, over: names.map { _ in broken }, &random)
        try await expectConverged(names, table, over: direct, "seed \(random.seed)")
        try expectOneWriter(broken, table.group, "seed \(random.seed)")
        withExtendedLifetime(proxy) {}
        await table.closeAll()
    }

    /// Everybody writes and syncs at once, each over a line of their own.
    private func work(
        _ names: [String], _ table: Table, over lines: [any StorageBackend],
        _ random: inout SeededGenerator
    ) async throws {
        for (name, line) in zip(names, lines) { try await table.use(line, for: name) }
        for _ in 0..<6 {
            var work: [(engine: Engine, draft: ExpenseDraft, repairs: Bool)] = []
            for name in names {
                let party = try await table.party(name)
                for number in 0...random.below(3) {
                    work.append(
                        (
                            try await table.open(name),
                            try expense(
                                "\(name) \(number)", 100 + Int64(random.below(900)), by: party,
                                for: [party]), random.below(4) == 0
                        ))
                }
            }
            let group = table.group
            await withTaskGroup(of: Void.self) { tasks in
                for (engine, draft, repairs) in work {
                    tasks.addTask {
                        // What fails is tried again by a later pass; that it does is the test.
                        _ = try? await engine.logExpense(draft, in: group)
                        _ = try? await engine.sync(in: group, repairsNow: repairs)
                    }
                }
            }
            // Now and then a process ends, and the next one finds what it left.
            let name = names[random.below(names.count)]
            await table.close(name)
            let at = try #require(names.firstIndex(of: name))
            try await table.use(lines[at], for: name)
        }
    }

    /// Over a line that works again, a few passes bring everybody to the same.
    private func expectConverged(
        _ names: [String], _ table: Table, over store: any StorageBackend, _ note: String
    ) async throws {
        for name in names { try await table.use(store, for: name) }
        for _ in 0..<3 {
            for name in names { _ = try await table.open(name).sync(in: table.group) }
        }
        try await table.expectSame(names, note)
        for name in names {
            let view = try await table.open(name).view(table.group)
            #expect(view.unsynced == 0 && view.gate.isEmpty, "\(name), \(note)")
        }
    }

    /// No version of a log lacks what the version before had, and an event has the same bytes
    /// wherever and whenever it was written.
    private func expectOneWriter(
        _ recording: RecordingBackend, _ group: GroupID, _ note: String
    ) throws {
        var bytes: [EventID: [UInt8]] = [:]
        var numbers: [String: EventID] = [:]
        var writes = 0
        for (path, versions) in recording.versions {
            let isRepair = path.text.hasSuffix(".repair.jsonl")
            for (place, version) in versions.enumerated() {
                writes += 1
                if place > 0, !isRepair {
                    #expect(version.starts(with: versions[place - 1]), "\(path), \(note)")
                }
                for line in RandomGroup.lines(of: version) {
                    // A line that a cut append has left is ended and followed by whole copies.
                    guard let event = try? EventLine.decode(Array(line.dropLast()), group: group)
                    else { continue }
                    let known = bytes.updateValue(line, forKey: event.id)
                    #expect(known == nil || known == line, "\(event.id.hex), \(note)")
                    let number = "\(event.header.author.hex) \(event.header.seq)"
                    let other = numbers.updateValue(event.id, forKey: number)
                    #expect(other == nil || other == event.id, "\(number), \(note)")
                }
            }
        }
        #expect(writes > 6, "\(note)")
    }

    /// So many members, who have met over a folder.
    private static func table(of count: Int) async throws -> (Table, [String]) {
        let table = try await Table.make()
        let names = Array(
            ["Alice", "Bob", "May", "Zoe", "Kim", "Ann", "Tom", "Eve", "Max", "Ida"].prefix(count))
        for name in names.dropFirst() { _ = try await table.join(name) }
        return (table, names)
    }

    /// Brings the table's folder to another place.
    private static func fill(_ place: any StorageBackend, from table: Table) async throws {
        let layout = try #require(StorageLayout(group: table.group.uuidString))
        for file in try FileManager.default.contentsOfDirectory(atPath: table.logsPath) {
            let path = try #require(layout.logs.appending(file))
            let bytes = try table.read(table.logsPath + "/" + file)
            _ = try await place.put(path, bytes, condition: .ifAbsent)
        }
    }
}
