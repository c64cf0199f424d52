import FenEncoding
import FenProtocol
import FenStorage
import Testing

@testable import FenEngine

/// What is marked as unsynced.
@Suite("unsynced entries")
struct UnsyncedTests {
    @Test("an edit, a deletion or an undeletion that has not gone out marks its entry")
    func changes() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let faulty = FaultBackend(FolderBackend(root: table.storePath), seed: 1)
        try await table.use(faulty, for: "Alice")
        let expense = try await table.spend("Alice", "Guinness", 700)
        var unsynced = EntryQuery()
        unsynced.unsyncedOnly = true
        var gone = unsynced
        gone.withdrawnOnly = true
        #expect(try await alice.entries(unsynced, in: table.group).isEmpty)

        faulty.setDown(true)
        var change = ExpenseChange()
        change.description = "Guinness, two"
        _ = try await alice.updateExpense(expense.id, change, in: table.group)
        #expect(try await alice.entries(unsynced, in: table.group).map(\.id) == [expense.id])
        #expect(try await !alice.entry(expense.id, in: table.group).isSynced)
        let me = try await table.party("Alice")
        #expect(try await alice.balances(in: table.group).unsynced == 1)
        #expect(try await alice.why(me, in: table.group).lines.allSatisfy { !$0.entry.isSynced })
        faulty.setDown(false)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.entry(expense.id, in: table.group).isSynced)

        faulty.setDown(true)
        _ = try await alice.deleteExpense(expense.id, in: table.group)
        #expect(try await alice.entries(gone, in: table.group).map(\.id) == [expense.id])
        faulty.setDown(false)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.entries(gone, in: table.group).isEmpty)

        faulty.setDown(true)
        _ = try await alice.restoreExpense(expense.id, in: table.group)
        #expect(try await alice.entries(unsynced, in: table.group).map(\.id) == [expense.id])
        await table.closeAll()
    }
}
