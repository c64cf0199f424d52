import FenEncoding
import FenMoney
import FenProtocol
import FenStorage
import FenStore
import Foundation
import Testing

@testable import FenEngine

/// What comes in, and what is changed, while a write or a pass waits for the store.
@Suite("meanwhile")
struct MeanwhileTests {
    @Test("a settlement that waits for a pass is refused when that pass brings a hole")
    func settlementDuringPass() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        await table.close("Bob")
        for number in 1...6 { try await table.spend("Alice", "Round \(number)", 100) }
        let path = try await table.logPath("Alice")
        var lines = RandomGroup.lines(of: try table.read(path))
        lines.remove(at: lines.count - 3)
        try table.write(lines.flatMap(\.self), to: path)

        let bob = try await table.open("Bob")
        let paused = PausingBackend(FolderBackend(root: table.storePath))
        try await table.use(paused, for: "Bob")
        let group = table.group
        let pass = Task { try await bob.sync(in: group) }
        try await until { paused.listings == 1 }
        let draft = SettlementDraft(
            from: try await table.party("Bob"), to: try await table.party("Alice"), amount: 100,
            currency: try #require(Currency(code: "EUR")), settlementAmount: 100)
        // The gate is open still when this is typed.
        #expect(try await bob.view(group).gate.isEmpty)
        let settling = Task { try await bob.recordSettlement(draft, in: group) }
        try await until { await bob.queued == 1 }
        paused.goOn()
        #expect(try await !pass.value.isWhole)
        let error = try await failure { _ = try await settling.value }
        #expect(error.code == "GATE_SHUT" && error.status == .incomplete)
        #expect(try await bob.drafts().isEmpty)
        let kinds = try await bob.log(in: group).map(\.kindName)
        #expect(!kinds.contains("SettlementRecorded"))
        await table.closeAll()
    }

    @Test("a draft is judged when it is written: one whose gate has shut meanwhile is kept")
    func draftDuringPass() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        for number in 1...6 { try await table.spend("Alice", "Round \(number)", 100) }
        let path = try await table.logPath("Alice")
        var lines = RandomGroup.lines(of: try table.read(path))
        lines.remove(at: lines.count - 3)
        try table.write(lines.flatMap(\.self), to: path)
        await table.close("Bob")
        let bob = try await table.open("Bob")
        try await bob.noteDraft(
            .settlementRecorded(
                SettlementRecorded(
                    from: try await table.party("Bob"), to: try await table.party("Alice"),
                    amount: 100, currency: try #require(Currency(code: "EUR")),
                    settlementAmount: 100)),
            in: table.group)
        let draft = try #require(try await bob.drafts().first)
        let paused = PausingBackend(FolderBackend(root: table.storePath))
        try await table.use(paused, for: "Bob")
        let group = table.group
        let pass = Task { try await bob.sync(in: group) }
        try await until { paused.listings == 1 }
        let finishing = Task { try await bob.finishDraft(draft.id) }
        try await until { await bob.queued == 1 }
        paused.goOn()
        _ = try await pass.value
        let error = try await failure { try await finishing.value }
        #expect(error.code == "GATE_SHUT")
        #expect(try await bob.drafts().map(\.id) == [draft.id])
        await table.closeAll()
    }

    @Test("a store that is bound during a pass waits for its end and knows nothing of the old one")
    func bindDuringPass() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        await table.close("Bob")
        for number in 1...3 { try await table.spend("Alice", "Round \(number)", 100) }
        let bob = try await table.open("Bob")
        let paused = PausingBackend(FolderBackend(root: table.storePath))
        try await table.use(paused, for: "Bob")
        let group = table.group
        let pass = Task { try await bob.sync(in: group) }
        try await until { paused.listings == 1 }
        let other = table.folder.file("other-store")
        try await FolderBackend(root: other).prepare()
        let target = StoreTarget(folder: other)
        let binding = Task { try await bob.bind(group, to: target, by: .person) }
        try await until { await bob.queued == 1 }
        paused.goOn()
        #expect(try await pass.value.pulled == 3)
        try await binding.value
        #expect(try await bob.filesRead(of: group).isEmpty)
        // The new store has nothing: own events go there now, others' as a repair.
        let report = try await bob.sync(in: group, repairsNow: true)
        #expect(report.pushed > 0)
        let repaired =
            other + "/groups/\(group.uuidString)/logs/"
            + "\(try await table.key("Bob").hex).repair.jsonl"
        let count = try await bob.log(author: table.party("Alice"), in: group).count
        #expect(RandomGroup.lines(of: try table.read(repaired)).count == count)
        await table.closeAll()
    }

    @Test("closing ends what runs and lets nothing begin behind it")
    func closing() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        await table.close("Bob")
        let bob = try await table.open("Bob")
        let paused = PausingBackend(FolderBackend(root: table.storePath))
        try await table.use(paused, for: "Bob")
        let group = table.group
        let pass = Task { try await bob.sync(in: group) }
        try await until { paused.listings == 1 }
        let queued = Task { try await bob.sync(in: group) }
        try await until { await bob.queued == 1 }
        let closing = Task { await bob.close() }
        try await until { await bob.isClosing }
        paused.goOn()
        await closing.value
        _ = try await pass.value
        let listings = paused.listings
        let refused = try await failure { _ = try await queued.value }
        #expect(refused.code == "CLOSING")
        let late = try await failure { _ = try await bob.sync(in: group) }
        #expect(late.code == "CLOSING" && late.hint != nil)
        #expect(paused.listings == listings)
        var failures = 0
        for await notice in bob.notices {
            if case .syncFailed = notice { failures += 1 }
        }
        #expect(failures == 0)
        await table.closeAll()
    }
}

extension Engine {
    /// The files of the group's store that this device has read.
    func filesRead(of id: GroupID) throws -> [String] {
        try database.cursors.all(of: CursorSource.store, in: try group(id).number).keys.sorted()
    }

    /// Notes something as a crash right before its commit would leave it.
    func noteDraft(_ payload: Payload, in id: GroupID) throws {
        let number = try group(id).number
        _ = try database.transaction { try begin(payload, in: number) }
    }
}
