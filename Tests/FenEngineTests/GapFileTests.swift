import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Missing entries that travel by a stick or a mail.
@Suite("a file that heals")
struct GapFileTests {
    @Test("it asks, is filled where the entries are, and heals where they lack")
    func roundTrip() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        for number in 1...8 {
            try await table.spend("Alice", "Round \(number)", 100, among: ["Bob"])
        }
        _ = try await may.sync(in: table.group)
        let path = try await table.logPath("Alice")
        var lines = RandomGroup.lines(of: try table.read(path))
        let count = lines.count
        lines.remove(at: count - 2)
        lines.removeSubrange(count - 6...count - 5)
        try table.write(lines.flatMap(\.self), to: path)
        await table.close("Alice")
        _ = try await bob.sync(in: table.group)

        let request = try await bob.gapFile(in: table.group)
        #expect(
            request.needs.map(\.missing) == [
                [
                    UInt64(count - 5)...UInt64(count - 4), UInt64(count - 1)...UInt64(count - 1),
                ]
            ])
        let filled = try await may.heal(with: request.bytes)
        #expect(filled.given == 3 && filled.received == 0 && filled.needs.isEmpty)
        let healed = try await bob.heal(with: try #require(filled.answer))
        #expect(healed.received == 3 && healed.isWhole)
        #expect(try await bob.gaps(in: table.group).isEmpty)
        #expect(try await bob.dump(in: table.group) == may.dump(in: table.group))
        let again = try await bob.heal(with: try #require(filled.answer))
        #expect(again.received == 0 && again.bad == 0)
        let nothing = try await failure { _ = try await bob.gapFile(in: table.group) }
        #expect(nothing.code == "NOTHING_MISSING")
        await table.closeAll()
    }

    @Test("what a file brought goes on to the devices that are connected")
    func handedOn() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        _ = try await table.meet("Bob")
        _ = try await table.meet("May")
        try await table.settleDown(["Alice", "Bob", "May"])
        // Bob is away: what he writes reaches Alice by a file alone.
        await table.close("Bob")
        let written = try await table.spend("Bob", "Away", 100, among: ["May"])
        let line = try await table.open("Bob").raw(written.id, in: table.group).dropLast()
        let file = GapFile(group: table.group, needs: [:], lines: [Array(line)])
        #expect(try await alice.heal(with: file.bytes).received == 1)
        try await table.settleDown(["Alice", "Bob", "May"])
        await table.closeAll()
    }

    @Test("what is no such file, another group's, or damaged, changes nothing")
    func damaged() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Tea", 100)
        let alice = try await table.open("Alice")
        let own = GapFile(
            group: table.group, needs: [:], lines: [Array("not a line".utf8), []]
        ).bytes
        #expect(try await alice.heal(with: own).received == 0)
        // One letter of one line: it counts for nothing, and that is said.
        let log = RandomGroup.lines(of: try table.read(try await table.logPath("Alice")))
        var line = log[1]
        line[line.count / 2] = line[line.count / 2] == 65 ? 66 : 65
        let changed = GapFile(
            group: table.group, needs: [:],
            lines: [log[0], line].map { line in
                Array(line.prefix { $0 != 0x0a })
            }
        ).bytes
        let report = try await bob.heal(with: changed)
        #expect(report.received == 0 && report.bad == 1)
        var generator = SeededGenerator(for: "gap file")
        for _ in 0..<300 {
            var bytes = own
            bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            bytes.removeLast(generator.below(bytes.count))
            _ = try? await alice.heal(with: bytes)
        }
        for bytes in [[], Array("{}".utf8), Array(repeating: UInt8(0x5b), count: 100_000)] {
            let error = try await failure { _ = try await alice.heal(with: bytes) }
            #expect(error.code == "NOT_A_GAP_FILE" && error.status == .usage)
        }
        _ = bob
        await table.closeAll()
    }
}
