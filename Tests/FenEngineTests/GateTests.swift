import FenEncoding
import FenMoney
import FenProtocol
import FenStorage
import Foundation
import Testing

@testable import FenEngine

/// The settlement gate: no money moves on a log that is not provably whole, and everything else
/// goes on.
@Suite("the settlement gate")
struct GateTests {
    @Test("a hole shuts it, naming whose numbers; what fills the hole opens it")
    func hole() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...6 {
            try await table.spend("Alice", "Round \(number)", 100, among: ["Bob"])
        }
        let path = try await table.logPath("Alice")
        let whole = try table.read(path)
        let lines = RandomGroup.lines(of: whole)
        let count = lines.count
        var holed = lines
        holed.removeSubrange(count - 4...count - 3)
        try table.write(holed.flatMap(\.self), to: path)
        let report = try await bob.sync(in: table.group)
        #expect(!report.isWhole)

        let error = try await failure { try await settle(bob, table) }
        #expect(error.code == "GATE_SHUT" && error.status == .incomplete)
        #expect(error.message.contains("Alice's entries \(count - 3)–\(count - 2) are missing"))
        #expect(error.hint?.contains("/sync") == true)
        #expect(try await bob.drafts().isEmpty)
        let view = try await bob.view(table.group)
        let alice = try await table.party("Alice")
        #expect(
            view.gate == [
                .missing(author: alice, from: UInt64(count - 3), through: UInt64(count - 2))
            ])
        #expect(view.partial.missing == 2)
        #expect(try await bob.groups().first?.isGateShut == true)
        // Everything else goes on.
        try await table.spend("Bob", "Meanwhile", 500)
        _ = try await bob.postMessage("Who has the rest?", in: table.group)

        try table.write(whole, to: path)
        _ = try await bob.sync(in: table.group)
        #expect(try await bob.view(table.group).gate.isEmpty)
        try await settle(bob, table)
        await table.closeAll()
    }

    @Test("a hole of somebody who only waits to be let in shuts nothing")
    func strangersHole() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group)
        let may = try await table.open("May")
        _ = try await may.join(
            try await may.previewInvite(invite.link), folder: table.storePath)
        for number in 1...3 { try await table.spend("May", "Round \(number)", 100) }
        let path = try await table.logPath("May")
        var lines = RandomGroup.lines(of: try table.read(path))
        lines.remove(at: 2)
        try table.write(lines.flatMap(\.self), to: path)
        await table.close("May")
        _ = try await bob.sync(in: table.group)
        try await settle(bob, table)
        await table.close("May")
        await table.closeAll()
    }

    @Test("a fork shuts it and is announced")
    func fork() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let key = try await table.fork("Bob")
        let again = try await table.open("Bob")
        let alice = try await table.open("Alice")
        let heard = Task {
            for await notice in alice.notices {
                if case .forked(_, let who) = notice { return who.member == key }
            }
            return false
        }
        _ = try await alice.sync(in: table.group)
        #expect(await heard.value)
        let error = try await failure { try await settle(alice, table) }
        #expect(error.code == "FORKED" && error.status == .trust)
        let seq =
            try await again.log(in: table.group).filter { $0.reference.author.member == key }
            .map(\.reference.seq).max() ?? 0
        #expect(
            error.message.contains("Bob wrote two entries with the number \(seq)"),
            "\(error.message)")
        _ = bob
        await table.closeAll()
    }

    private func settle(_ engine: Engine, _ table: Table) async throws {
        let euro = try #require(Currency(code: "EUR"))
        let draft = SettlementDraft(
            from: try await table.party("Bob"), to: try await table.party("Alice"), amount: 100,
            currency: euro, settlementAmount: 100)
        _ = try await engine.recordSettlement(draft, in: table.group)
    }
}
