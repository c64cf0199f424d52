import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Holders put back what a store has lost of somebody else's log (Storage, One writer per file).
@Suite("repair through the store")
struct RepairTests {
    private static let holders = ["Bob", "May", "Zoe", "Kim", "Ann"]

    @Test(
        "five holders, losses and turns at random, a returning author: no line is lost, files shrink",
        arguments: 0..<4)
    func random(round: Int) async throws {
        var random = SeededGenerator(for: "repair \(round)")
        let table = try await Self.table()
        let all = try Self.union(table)
        let whole = try await table.open("Bob").dump(in: table.group)
        await table.close("Alice")
        try Self.lose(try await table.logPath("Alice"), table, &random, most: true)
        await table.close("Alice")
        for step in 0..<30 {
            switch random.below(8) {
            case 0: try Self.lose(try await Self.log("Alice", table), table, &random)
            case 1:
                let name = Self.holders[random.below(Self.holders.count)]
                try Self.lose(try await Self.repairFile(name, table), table, &random)
            case 2: table.clock.advance(seconds: Int64(random.below(8 * 3_600)))
            case 3:
                let isNow = random.below(3) == 0
                try await Self.keepingAll(table, "step \(step), seed \(random.seed)") {
                    try await Self.syncTogether(table, now: isNow)
                }
            default:
                let name = Self.holders[random.below(Self.holders.count)]
                let isNow = random.below(3) == 0
                try await Self.keepingAll(table, "step \(step), seed \(random.seed)") {
                    let engine = try await table.open(name)
                    _ = try await engine.sync(in: table.group, repairsNow: isNow)
                }
            }
        }
        // Whatever was lost last is put back once everybody's time is over, without the author.
        for _ in 0..<3 {
            table.clock.advance(seconds: 31 * 3_600)
            try await Self.syncTogether(table, now: false)
        }
        #expect(try Self.union(table) == all, "seed \(random.seed)")
        // The author is back: their own file has it all again, and every repair file is empty.
        _ = try await table.open("Alice").sync(in: table.group)
        for _ in 0..<2 { try await Self.syncTogether(table, now: false) }
        // A file that changed while it was compared is left to the next pass.
        for name in Self.holders { _ = try await table.open(name).sync(in: table.group) }
        let files = try table.storedEvents()
        for (name, events) in files where name.hasSuffix(".repair.jsonl") {
            #expect(events.isEmpty, "\(name), seed \(random.seed)")
        }
        #expect(try Self.union(table) == all, "seed \(random.seed)")
        let names = ["Alice"] + Self.holders
        try await table.expectSame(names, "seed \(random.seed)")
        let after = try await table.open("Bob").dump(in: table.group)
        #expect(difference(after, whole) == "", "seed \(random.seed)")
        await table.closeAll()
    }

    @Test("the author has a day, and the holder with the i-th smallest key i hours more")
    func turns() async throws {
        let table = try await Self.table()
        let lost = try await table.logPath("Alice")
        await table.close("Alice")
        try FileManager.default.removeItem(atPath: lost)
        let layout = try #require(StorageLayout(group: table.group.uuidString))
        var keys: [(name: String, key: MemberID)] = []
        for name in ["Alice"] + Self.holders { keys.append((name, try await table.key(name))) }
        await table.close("Alice")
        keys.sort { $0.key < $1.key }
        // Each looks into a store of their own with the same loss, so that nobody's repair spares
        // anybody else's.
        var stores: [String: MemoryBackend] = [:]
        for name in Self.holders {
            let store = MemoryBackend()
            for file in try FileManager.default.contentsOfDirectory(atPath: table.logsPath) {
                let path = try #require(layout.logs.appending(file))
                let bytes = try table.read(table.logsPath + "/" + file)
                _ = try await store.put(path, bytes, condition: .ifAbsent)
            }
            stores[name] = store
            try await table.use(store, for: name)
            _ = try await table.open(name).sync(in: table.group)
        }
        table.clock.advance(seconds: 24 * 3_600 - 1)
        for hour in 0...keys.count {
            for (turn, (name, key)) in keys.enumerated() where stores[name] != nil {
                _ = try await table.open(name).sync(in: table.group)
                let repair = try #require(layout.repair(holder: key.hex))
                let files = try await stores[name]?.list(layout.logs) ?? []
                // A second before the hour `hour` those have acted whose turn was an hour earlier.
                #expect(
                    files.contains { $0.path == repair } == (turn < hour),
                    "\(name), turn \(turn), hour \(hour)")
            }
            table.clock.advance(seconds: 3_600)
        }
        await table.closeAll()
    }

    @Test("a repair file that vanishes is missed too: its lines are put back by the next holder")
    func lostRepairFile() async throws {
        let table = try await Self.table()
        let all = try Self.union(table)
        let lost = try await table.logPath("Alice")
        await table.close("Alice")
        try FileManager.default.removeItem(atPath: lost)
        for name in ["Bob", "May"] {
            _ = try await table.open(name).sync(in: table.group, repairsNow: name == "Bob")
        }
        #expect(try Self.union(table) == all)
        try FileManager.default.removeItem(atPath: try await Self.repairFile("Bob", table))
        #expect(try Self.union(table) != all)
        _ = try await table.open("May").sync(in: table.group)
        table.clock.advance(seconds: 31 * 3_600)
        _ = try await table.open("May").sync(in: table.group)
        #expect(try Self.union(table) == all)
        await table.closeAll()
    }

    // MARK: The table

    /// Alice's log, which five others hold.
    private static func table() async throws -> Table {
        let table = try await Table.make()
        for name in holders { _ = try await table.join(name) }
        for number in 1...4 {
            try await table.spend("Alice", "Round \(number)", 100, among: holders)
        }
        for name in holders + ["Alice"] { _ = try await table.open(name).sync(in: table.group) }
        return table
    }

    private static func union(_ table: Table) throws -> Set<EventID> {
        try table.storedEvents().values.reduce(into: []) { $0.formUnion($1) }
    }

    private static func repairFile(_ name: String, _ table: Table) async throws -> String {
        table.logsPath + "/\(try await table.key(name).hex).repair.jsonl"
    }

    /// Where a log is, without opening the author's home for good.
    private static func log(_ name: String, _ table: Table) async throws -> String {
        let path = try await table.logPath(name)
        await table.close(name)
        return path
    }

    private static func syncTogether(_ table: Table, now: Bool) async throws {
        var engines: [Engine] = []
        for name in holders { engines.append(try await table.open(name)) }
        let group = table.group
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for engine in engines {
                tasks.addTask { _ = try await engine.sync(in: group, repairsNow: now) }
            }
            try await tasks.waitForAll()
        }
    }

    /// Runs what holders do; nothing that was in the store before may be in none of its files
    /// afterwards.
    private static func keepingAll(
        _ table: Table, _ note: String, _ body: () async throws -> Void
    ) async throws {
        let before = try union(table)
        try await body()
        #expect(try before.isSubset(of: union(table)), "\(note)")
    }

    /// Takes a file, or some of its lines, out of the store, as a broken one would.
    private static func lose(
        _ path: String, _ table: Table, _ random: inout SeededGenerator, most: Bool = false
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let lines = RandomGroup.lines(of: try table.read(path))
        switch random.below(3) {
        case 0: try FileManager.default.removeItem(atPath: path)
        case 1:
            let left = most ? 1 : random.below(lines.count + 1)
            try table.write(lines.prefix(left).flatMap(\.self), to: path)
        default:
            var kept: [UInt8] = []
            for line in lines where random.below(most ? 4 : 2) == 0 { kept += line }
            try table.write(kept, to: path)
        }
    }
}
