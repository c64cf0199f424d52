import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// The ways past the gate that need nobody's missing entries: for oneself, and for the group.
@Suite("ways past the gate")
struct GateWaysTests {
    @Test("acknowledging opens it for this person only, the mark stays, and more shuts it again")
    func acknowledge() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let (whole, count) = try await holedLog(of: "Alice", table)
        _ = try await bob.sync(in: table.group)
        let gap = try #require(try await bob.gaps(in: table.group).first)
        #expect(gap.missing == [UInt64(count - 3)...UInt64(count - 2)])
        #expect(gap.since != nil && !gap.isAcknowledged && !gap.isOverridden)

        // Only what was shown is acknowledged.
        #expect(try await bob.acknowledge([], in: table.group).forMyself.isEmpty)
        #expect(try await bob.gaps(in: table.group).first?.shuts == true)

        let report = try await bob.acknowledge([gap], in: table.group)
        #expect(report.forMyself.map(\.missing) == [gap.missing])
        #expect(report.forEverybody.isEmpty)
        try await settle(bob, table)
        let view = try await bob.view(table.group)
        #expect(view.gate.isEmpty && view.partial.missing == 2)
        #expect(try await bob.gaps(in: table.group).first?.isAcknowledged == true)
        #expect(try await bob.acknowledge(in: table.group).forMyself.isEmpty)

        // What nobody spoke of shuts it again, for what is new only.
        await table.close("Bob")
        let again = try await table.open("Bob")
        try await settle(again, table)
        for number in 1...3 { try await table.spend("Alice", "Later \(number)", 100) }
        var more = RandomGroup.lines(of: try table.read(try await table.logPath("Alice")))
        more.remove(at: more.count - 2)
        try table.write(more.flatMap(\.self), to: try await table.logPath("Alice"))
        _ = try await again.sync(in: table.group)
        let error = try await failure { try await settle(again, table) }
        #expect(error.code == "GATE_SHUT")
        #expect(!error.message.contains("\(count - 3)–"), "\(error.message)")

        // What comes late leaves only what is missing still.
        try table.write(whole, to: table.logsPath + "/late.jsonl")
        _ = try await again.sync(in: table.group)
        let left = try #require(try await again.gaps(in: table.group).first)
        #expect(left.missing == [UInt64(more.count)...UInt64(more.count)])
        #expect(left.shuts && !left.isAcknowledged)
        await table.closeAll()
    }

    @Test("a fork is acknowledged by its author or the organiser for everybody, by others alone")
    func forks() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let may = try await table.join("May")
        let alice = try await table.open("Alice")
        try await table.fork("Bob")
        let bob = try await table.open("Bob")
        for engine in [alice, bob, may] { _ = try await engine.sync(in: table.group) }
        for engine in [alice, may] {
            let gap = try #require(try await engine.gaps(in: table.group).first)
            #expect(gap.forks.count == 1 && gap.forks.first?.branches.count == 2)
        }
        let alone = try await may.acknowledge(in: table.group)
        #expect(alone.forEverybody.isEmpty && alone.forMyself.count == 1)
        #expect(try await may.view(table.group).gate.isEmpty)
        #expect(try await !alice.view(table.group).gate.isEmpty)

        let report = try await alice.acknowledge(in: table.group)
        #expect(report.forEverybody.map(\.name) == ["Bob"])
        #expect(report.forMyself.isEmpty)
        for engine in [alice, bob, may] {
            _ = try await engine.sync(in: table.group)
            #expect(try await engine.gaps(in: table.group).isEmpty)
            #expect(try await engine.view(table.group).gate.isEmpty)
        }
        await table.closeAll()
    }

    @Test("the organiser's snapshot opens it for everybody, not before its time; what comes counts")
    func snapshot() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let alice = try await table.open("Alice")
        let (whole, count) = try await holedLog(of: "Bob", table)
        let path = try await table.logPath("Bob")
        _ = try await alice.sync(in: table.group)
        let before = try await failure { _ = try await alice.snapshot(in: table.group) }
        #expect(before.code == "TOO_EARLY" && before.status == .incomplete)
        table.clock.advance(seconds: 72 * 3_600)
        let report = try await alice.snapshot(in: table.group)
        #expect(report.overridden.map(\.through) == [UInt64(count - 2)] && report.opensGate)
        #expect(try await alice.view(table.group).gate.isEmpty)
        #expect(try await alice.view(table.group).partial.missing == 2)
        #expect(try await alice.gaps(in: table.group).first?.isOverridden == true)
        #expect(try await alice.audit(in: table.group).snapshotDifferences.isEmpty)
        try await settle(alice, table)
        let again = try await failure { _ = try await alice.snapshot(in: table.group) }
        #expect(again.code == "NOTHING_MISSING")

        let may = try await table.join("May")
        _ = try await may.sync(in: table.group)
        #expect(try await may.view(table.group).gate.isEmpty)
        #expect(try await may.audit(in: table.group).snapshotDifferences.isEmpty)
        let refused = try await failure { _ = try await may.snapshot(in: table.group) }
        #expect(refused.code == "ORGANISER_ONLY")

        // What comes later counts as always, and nothing is missing any more.
        let old = try await may.balances(in: table.group).rows
        try table.write(whole, to: path)
        _ = try await may.sync(in: table.group)
        #expect(try await !may.balances(in: table.group).rows.elementsEqual(old) { $0 == $1 })
        #expect(try await may.gaps(in: table.group).isEmpty)
        _ = try await alice.sync(in: table.group)
        for engine in [alice, may] {
            #expect(try await engine.audit(in: table.group).snapshotDifferences.isEmpty)
        }
        _ = bob
        await table.closeAll()
    }

    @Test("a hole that opens beside an old one has its own time")
    func secondHole() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let alice = try await table.open("Alice")
        for number in 1...9 {
            try await table.spend("Bob", "Round \(number)", 100, among: ["Alice"])
        }
        await table.close("Bob")
        let path = try await table.logPath("Bob")
        await table.close("Bob")
        let whole = RandomGroup.lines(of: try table.read(path))
        let count = whole.count
        var lines = whole
        lines.removeLast(3)
        lines.removeSubrange(count - 7...count - 6)
        try table.write(lines.flatMap(\.self), to: path)
        _ = try await alice.sync(in: table.group)
        table.clock.advance(seconds: 72 * 3_600)
        _ = try await alice.sync(in: table.group)
        lines += [whole[count - 3], whole[count - 1]]
        try table.write(lines.flatMap(\.self), to: path)
        _ = try await alice.sync(in: table.group)
        let early = try await failure { _ = try await alice.snapshot(in: table.group) }
        #expect(early.code == "TOO_EARLY" && early.message.contains("for 0 h"))

        // Nor does one that opens after a snapshot inherit anything.
        table.clock.advance(seconds: 72 * 3_600)
        let shown = try await alice.gaps(in: table.group)
        let unseen = try await failure { _ = try await alice.snapshot([], in: table.group) }
        #expect(unseen.code == "MORE_MISSING")
        let report = try await alice.snapshot(shown, in: table.group)
        #expect(report.overridden.map(\.through) == [UInt64(count - 1)])
        #expect(try await alice.gaps(in: table.group).first?.since == nil)
        await table.closeAll()
    }

    @Test("no snapshot while a log goes on in two ways: it would open nothing")
    func snapshotBesideFork() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        _ = try await table.join("May")
        let alice = try await table.open("Alice")
        _ = try await holedLog(of: "Bob", table)
        try await table.fork("May")
        _ = try await alice.sync(in: table.group)
        table.clock.advance(seconds: 72 * 3_600)
        let refused = try await failure { _ = try await alice.snapshot(in: table.group) }
        #expect(refused.code == "NOT_PROVABLE" && refused.hint?.contains("/gaps") == true)
        _ = try await alice.acknowledge(in: table.group)
        #expect(try await alice.snapshot(in: table.group).opensGate)
        await table.closeAll()
    }

    @Test("a refusal names a few ranges and counts the rest, and says what was refused")
    func manyRanges() throws {
        let group = try HandmadeGroup()
        let bare = try BareGroup(group.invite, seed: 4)
        let reason = GateReason(
            author: group.founder.key,
            missing: NumberSet((UInt64(1)...20).map { $0 * 10...$0 * 10 + 1 }))
        let shut = GateRefusal.error([reason], against: .settle, in: bare.group, hasStore: true)
        #expect(shut.message.contains("80–81") && !shut.message.contains("90–91"))
        #expect(shut.message.contains("and 24 more of"))
        let fork = GateReason(
            author: group.founder.key,
            forks: [Fork(seq: 3, branches: [.zero, .zero, .zero], isAcknowledged: false)])
        let forked = GateRefusal.error([fork], against: .close, in: bare.group, hasStore: true)
        #expect(forked.message.contains("wrote 3 entries with the number 3"))
        #expect(!forked.message.contains("settlement"))
    }

    /// Somebody's log with two numbers taken out of the store; its whole bytes and its length.
    private func holedLog(of name: String, _ table: Table) async throws -> ([UInt8], Int) {
        for number in 1...6 {
            try await table.spend(
                name, "Round \(number)", 100, among: [name == "Bob" ? "Alice" : "Bob"])
        }
        let path = try await table.logPath(name)
        let whole = try table.read(path)
        var lines = RandomGroup.lines(of: whole)
        let count = lines.count
        lines.removeSubrange(count - 4...count - 3)
        try table.write(lines.flatMap(\.self), to: path)
        await table.close(name)
        return (whole, count)
    }

    private func settle(_ engine: Engine, _ table: Table) async throws {
        let euro = try #require(Currency(code: "EUR"))
        let draft = SettlementDraft(
            from: try await table.party("Bob"), to: try await table.party("Alice"), amount: 100,
            currency: euro, settlementAmount: 100)
        _ = try await engine.recordSettlement(draft, in: table.group)
    }
}

extension Engine {
    /// Acknowledges all there is.
    func acknowledge(in id: GroupID) async throws(FenError) -> AcknowledgeReport {
        try await acknowledge(try gaps(in: id), in: id)
    }

    /// Makes a snapshot without all that is missing.
    func snapshot(in id: GroupID) async throws(FenError) -> SnapshotReport {
        try await snapshot(try gaps(in: id), in: id)
    }
}
