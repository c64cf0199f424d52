import FenEncoding
import FenLedger
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// A session that only reads, beside one that writes.
@Suite("reading beside a writer")
struct ReaderTests {
    @Test("every answer is of the newest state, members and sums alike")
    func movesOn() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let reader = try await Engine.open(
            EngineOptions(home: table.homePath("Bob"), access: .readOnly))
        #expect(try await reader.dump(in: table.group) == bob.dump(in: table.group))
        #expect(try await reader.view(table.group).members.count == 2)

        _ = try await table.join("May")
        try await table.spend("May", "Taxi", 900, among: ["Bob"])
        _ = try await bob.sync(in: table.group)
        let view = try await reader.view(table.group)
        #expect(view.members.map(\.name).sorted() == ["Alice", "Bob", "May"])
        let may = try await table.party("May")
        #expect(try await balance(reader, may, in: table.group) == 450)
        #expect(try await reader.dump(in: table.group) == bob.dump(in: table.group))
        #expect(try await reader.audit(in: table.group).isClean)
        await reader.close()
        await table.closeAll()
    }

    @Test("totals of other rules are not shown; a writer computes them anew")
    func needsRebuild() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        await table.close("Bob")
        do {
            let database = try Database.open(
                HomeFolder(path: table.homePath("Bob")), mode: .readWrite,
                projection: Projector.rules)
            try database.transaction { try database.meta.set(.needsRebuild, 1) }
            try database.close()
        }
        let reader = try await Engine.open(
            EngineOptions(home: table.homePath("Bob"), access: .readOnly))
        let refused = try await failure { _ = try await reader.balances(in: table.group) }
        #expect(refused.code == "HOME_NEEDS_REBUILD" && refused.status == .failed)
        #expect(refused.hint?.contains("--read-only") == true)

        let bob = try await table.open("Bob")
        _ = try await bob.view(table.group)
        #expect(try await reader.dump(in: table.group) == bob.dump(in: table.group))
        await reader.close()
        await table.closeAll()
    }
}
