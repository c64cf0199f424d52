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
                guard let at = keyAt, taken >= at else { return }
                try bare.adopt(key)
                keyAt = nil
            }
            if keyAt != nil {
                try bare.adopt(key)
                keyAt = nil
            }
            lines.shuffle(using: &generator)
        }
        let dump = try bare.dump()
        #expect(
            difference(dump, try bare.oracle()) == "",
            "incremental against oracle: group \(group.seed), order \(seed)")
        try bare.rebuild()
        #expect(
            difference(try bare.dump(), dump) == "",
            "rebuilt against incremental: group \(group.seed), order \(seed)")
        return dump
    }
}
