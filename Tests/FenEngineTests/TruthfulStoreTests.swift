import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Whatever an honest store goes through, it is never blamed.
@Suite("truthful stores", .serialized)
struct TruthfulStoreTests {
    /// One random history; `FEN_TRUTHFUL_STORES` says how many are tried.
    /// Says the most turns that something was looked into for.
    private func play(_ seed: UInt64) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        let party = try await BucketTable()
        let (table, names) = (party.table, BucketTable.names)
        try await party.meet("Alice", "Carol")
        var most = 0
        var late: [(face: String, log: ObjectPath, until: Int64)] = []
        for step in 0..<40 {
            late.removeAll { lag in
                guard table.clock.now >= lag.until else { return false }
                party.faces[lag.face]?.show(nil, at: lag.log)
                return true
            }
            let name = names[random.below(3)]
            let other = names[random.below(3)]
            let log = try await party.log(other)
            switch random.below(13) {
            case 0...2: try await table.spend(name, "Step \(step)", 100)
            case 3...7: _ = try? await table.open(name).sync(in: table.group)
            case 8 where name != other && late.isEmpty:
                // It shows somebody what is new later than others, by less than ten minutes.
                try await party.freeze(other, for: name)
                late.append((name, log, table.clock.now + 300_000))
                table.clock.advance(seconds: 240)
            case 9...10 where late.isEmpty:
                // It loses the end of a file that one of them was shown, and whoever has it may put
                // it back, before or after another one looks.
                try await table.spend("Bob", "Step \(step)", 100)
                let bob = try await party.log("Bob")
                let shown = random.below(2) == 0 ? "Alice" : "Carol"
                try await party.syncAll([shown])
                let whole = try await party.bucket.readAll(bob).bytes
                let end = whole.dropLast().lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
                _ = try await party.bucket.put(bob, Array(whole[..<end]), condition: .none)
                for _ in 0..<2 + random.below(7) {
                    table.clock.advance(seconds: Int64(random.below(1_300)))
                    let looks = random.below(3) < 2 ? (shown == "Alice" ? "Carol" : "Alice") : shown
                    _ = try? await table.open(looks).sync(in: table.group)
                    // What the other one is asked then comes by itself.
                    try await Task.sleep(for: .milliseconds(30))
                }
                if random.below(3) > 0 {
                    _ = try await party.bucket.put(bob, whole, condition: .none)
                } else {
                    _ = try? await table.open(names[random.below(3)])
                        .sync(in: table.group, repairsNow: true)
                }
            case 11:
                // Another process of the same person.
                await table.close(name)
                try await party.restoreFace(of: name)
                if name != "Bob" { try? await party.meet("Alice", "Carol") }
            default: table.clock.advance(seconds: Int64(random.below(1_200)))
            }
            table.clock.advance(seconds: 1 + Int64(random.below(60)))
            for name in names {
                let doubts = try await table.open(name).doubts(in: table.group)
                most = max(most, doubts.map(\.turns).max() ?? 0)
                let blamed = doubts.contains { $0.isSure }
                #expect(
                    !blamed,
                    "seed \(seed), step \(step), \(name): \(doubts.map(\.line))")
            }
        }
        await table.closeAll()
        return most
    }

    @Test("random histories with late files, losses and repairs blame nobody")
    func random() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["FEN_TRUTHFUL_STORES"].flatMap(UInt64.init) ?? 6
        let first = environment["FEN_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1 << 32)
        print("truthful stores: seeds from", first)
        var turns: [Int] = []
        for seed in first..<first + count { turns.append(try await play(seed)) }
        print("truthful stores: looked into for so many turns", turns.sorted())
    }
}
