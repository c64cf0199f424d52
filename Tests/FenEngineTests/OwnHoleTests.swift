import FenEngine
import Foundation
import Testing

/// Numbers of one's own log that this device has lost.
@Suite("holes in the own log")
struct OwnHoleTests {
    @Test("a pass brings them back from the store, before anybody is let in anew")
    func broughtBack() async throws {
        let (table, alice) = try await Self.organiserWithLosses()
        _ = try await alice.sync(in: table.group)
        try await expectSame(table)
        try await table.spend("Alice", "Afterwards", 100)
        _ = try await table.open("Bob").sync(in: table.group)
        try await expectSame(table)
        await table.closeAll()
    }

    @Test("a pass does all else while nobody has them, and a holder's repair ends it")
    func nobodyHas() async throws {
        let (table, alice) = try await Self.organiserWithLosses()
        let bob = try await table.open("Bob")
        try FileManager.default.removeItem(atPath: try await table.logPath("Alice"))
        try await table.spend("Bob", "Meanwhile", 300)
        let report = try await alice.sync(in: table.group)
        #expect(report.pulled == 1 && !report.isWhole && report.admitted.isEmpty)
        let error = try await failure { try await table.spend("Alice", "Too early", 100) }
        #expect(error.code == "OWN_LOG_GAP")

        _ = try await bob.sync(in: table.group, repairsNow: true)
        #expect(try await alice.sync(in: table.group).isWhole)
        try await expectSame(table)
        try await table.spend("Alice", "Afterwards", 100)
        await table.closeAll()
    }

    /// Alice has let Bob in, and lost the invite and the admission again.
    private static func organiserWithLosses() async throws -> (Table, Engine) {
        let table = try await Table.make(lab: true)
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Whole", 100)
        _ = try await bob.sync(in: table.group)
        let alice = try await table.open("Alice")
        let lost = try await alice.labLose(try await table.party("Alice"), 2...3, in: table.group)
        #expect(lost.moved == 2 && lost.gaps.count == 1)
        return (table, alice)
    }

    private func expectSame(_ table: Table) async throws {
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob").dump(in: table.group)
        #expect(difference(try await alice.dump(in: table.group), bob) == "")
        let log = try await alice.log(in: table.group)
        #expect(log.count { $0.kindName == "MemberAdmitted" } == 1)
    }
}
