import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// What repairing costs, counted frame by frame and byte by byte: it depends on how much is
/// missing, not on how much there is.
@Suite("Session: the cost of a repair") struct RepairCostTests {
    private static let authors = (1...5).map { SessionTable.author($0) }

    /// What one repair took.
    private struct Cost {
        let frames: [UInt64: Int]
        let bytes: Int
        let lines: Int
    }

    /// `missing` of `count` events are missing on one side: in a row in one log, or spread evenly
    /// over all of them, no two side by side.
    private func cost(_ missing: Int, of count: Int, inARow: Bool) async throws -> Cost {
        let stores = (1...2).map { MemoryPeerStore(UInt8($0), authors: Self.authors) }
        var random = SeededGenerator()
        var lines = 0
        for (index, author) in Self.authors.enumerated() {
            let log = FakeEvent.log(author, count / Self.authors.count)
            var gone: Set<Int> = []
            if inARow {
                let first = (log.count - missing) / 2
                if index == 2 { gone = Set(first..<first + missing) }
            } else {
                let own =
                    missing / Self.authors.count + (index < missing % Self.authors.count ? 1 : 0)
                // Not the first: whoever lacks it needs to ask nothing before.
                let stretch = own == 0 ? 0 : (log.count - 1) / own
                gone = Set((0..<own).map { 1 + $0 * stretch + random.below(stretch - 1) })
            }
            stores[0].add(log)
            stores[1].add(log.enumerated().filter { !gone.contains($0.offset) }.map(\.element))
            lines += gone.reduce(0) { $0 + log[$1].line.count }
        }
        let table = SessionTable(stores)
        await table.link(0, 1)
        #expect(await table.run())
        #expect(stores[1].contents == stores[0].contents)
        #expect(stores[1].with { $0.taken } == missing)
        #expect(stores[1].with { $0.useless } == 0)
        return Cost(frames: table.frames, bytes: table.bytes, lines: lines)
    }

    @Test(
        "k missing of 8,000 cost what k missing of 750 do, and O(k + authors) besides the lines",
        arguments: [(1, false), (10, false), (100, false), (100, true)])
    func cost(missing: Int, inARow: Bool) async throws {
        let small = try await cost(missing, of: 750, inARow: inARow)
        let large = try await cost(missing, of: 8_000, inARow: inARow)
        #expect(small.frames == large.frames)
        // Larger numbers take a byte or two more.
        #expect(Double(large.bytes) < 1.1 * Double(small.bytes), "\(small) \(large)")
        let besides = large.bytes - large.lines
        #expect(besides < 40 * missing + 400 * Self.authors.count, "\(besides)")
    }
}
