import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Issue 2: any order of arrival of any set of stored events gives a byte-identical dump.
@Suite("any order of arrival", .enabled(if: ReaderTools.found, "\(ReaderTools.whySkipped)"))
struct ArrivalTests {
    /// How many groups, and how many orders of each.
    private static let groups = 24
    private static let orders = 2

    @Test("lines in random batches, keys late, restarts between: one dump")
    func linesInAnyOrder() throws {
        var generator = SeededGenerator(for: "arrival")
        let first = generator.next() % 1_000_000_000
        for group in try RandomGroup.make(from: first, count: Self.groups, events: 90) {
            for _ in 0..<Self.orders {
                let seed = generator.next()
                let found = try arrive(group, seed: seed)
                #expect(
                    difference(found, group.expected) == "", "group \(group.seed), order \(seed)")
            }
        }
    }

    /// Groups and orders that once came out otherwise than they should.
    private static let met: [(group: UInt64, order: UInt64)] = [
        (71_774_344, 1_968_201_761_720_481_214), (71_774_338, 8_874_266_524_298_875_746),
        (351_629_125, 7_425_307_838_218_034_205), (173_874_537, 794_404_832_952_479_931),
        (173_874_537, 16_564_860_555_465_260_861), (520_772_959, 9_440_440_646_007_376_474),
        (946_420_137, 3_459_704_031_979_699_466), (147_274_491, 833_604_042_400_293_121),
        (312_672_353, 617_107_665_114_841_916),
    ]

    @Test(
        "keys of refused events, heads that stand elsewhere, broken chains, strangers that govern",
        arguments: met)
    func metBefore(seed: UInt64, order: UInt64) throws {
        let group = try #require(RandomGroup.make(from: seed, count: 1, events: 90).first)
        let apart = difference(try arrive(group, seed: order), group.expected)
        #expect(apart == "")
    }

    /// Lets a group arrive and returns its dump, which must equal the oracle's and the rebuilt one.
    private func arrive(_ group: RandomGroup, seed: UInt64) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let bare = try BareGroup(group.invite, seed: generator.next())
        let key = try #require(group.invite.key)
        var lines = group.lines.shuffled(using: &generator)
        var keyAt: Int? = generator.below(lines.count)
        // What nobody may take yet is read again when its author has been let in: in rounds.
        var count = -1
        while try bare.count() != count {
            count = try bare.count()
            try bare.take(lines) { taken in
                if let at = keyAt, taken >= at {
                    try bare.adopt(key)
                    keyAt = nil
                }
                if generator.below(8) == 0 { try expectOracle(bare, "\(group.seed)", seed) }
            }
            if keyAt != nil {
                try bare.adopt(key)
                keyAt = nil
            }
            lines.shuffle(using: &generator)
        }
        try expectOracle(bare, "\(group.seed)", seed)
        let dump = try bare.dump()
        try bare.rebuild()
        let rebuilt = difference(try bare.dump(), dump)
        #expect(rebuilt == "", "rebuilt against incremental: group \(group.seed), order \(seed)")
        return dump
    }

    /// What is in the tables so far is what everything stored so far comes to.
    private func expectOracle(_ bare: BareGroup, _ group: String, _ seed: UInt64) throws {
        let apart = difference(try bare.dump(), try bare.oracle())
        #expect(apart == "", "incremental against oracle: group \(group), order \(seed)")
    }
}
