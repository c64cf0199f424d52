import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// A home under a passphrase.
@Suite("a locked home")
struct HomeLockTests {
    private static let passphrase = "crème brûlée"

    @Test("it opens with the passphrase only, whatever the keyboard makes of an accent")
    func opens() async throws {
        let table = try await Table.make()
        try await table.spend("Alice", "Tea", 100)
        let alice = try await table.open("Alice")
        try await alice.setPassphrase(Self.passphrase, current: nil)
        // This process goes on, and what it gets is sealed.
        try await table.spend("Alice", "Cake", 100)
        _ = try await table.join("Bob")
        await table.close("Alice")

        let locked = try await table.open("Alice")
        #expect(await locked.hasPassphrase)
        #expect(await locked.isLocked)
        let refused = try await failure { _ = try await locked.balances(in: table.group) }
        #expect(refused.code == "HOME_PASSPHRASE_NEEDED")
        let wrong = try await failure { try await locked.unlock("crème brulée") }
        #expect(wrong.code == "WRONG_PASSPHRASE" && wrong.status == .trust)
        try await locked.unlock(Self.passphrase.decomposedStringWithCanonicalMapping)
        try await table.spend("Alice", "Milk", 100)
        #expect(try await locked.entries(EntryQuery(), in: table.group).count == 3)

        let other = try await failure {
            try await locked.setPassphrase("another one", current: "crème")
        }
        #expect(other.code == "WRONG_PASSPHRASE")
        try await locked.setPassphrase("another one", current: Self.passphrase)
        await table.close("Alice")
        let again = try await table.open("Alice")
        await #expect(throws: FenError.self) { try await again.unlock(Self.passphrase) }
        try await again.unlock("another one")
        try await again.setPassphrase(nil, current: "another one")
        await table.close("Alice")
        #expect(try await table.open("Alice").view(table.group).name == "Dublin4Ever")
        await table.closeAll()
    }

    @Test("after three wrong tries each takes longer, also in the next process, until one is right")
    func backOff() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await alice.setPassphrase(Self.passphrase, current: nil)
        await table.close("Alice")
        for wait in [0, 0, 0, 5, 10, 20] as [UInt64] {
            let engine = try await table.open("Alice")
            #expect(try await engine.unlockWait() == wait * 1_000)
            if wait > 0 {
                // Not even the right one is looked at before.
                let early = try await failure { try await engine.unlock(Self.passphrase) }
                #expect(early.code == "PASSPHRASE_WAIT")
                #expect(early.hint?.contains("in \(wait) seconds") == true)
                table.clock.advance(seconds: Int64(wait))
            }
            await #expect(throws: FenError.self) { try await engine.unlock("wrong one") }
            await table.close("Alice")
        }
        table.clock.advance(seconds: 40)
        let engine = try await table.open("Alice")
        #expect(try await engine.unlockWait() == 0)
        try await engine.unlock(Self.passphrase)
        await table.close("Alice")
        #expect(try await table.open("Alice").unlockWait() == 0)
        await table.closeAll()
    }

    @Test("nor can the wait be got round by changing the passphrase, or the clock")
    func noWayRound() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await alice.setPassphrase(Self.passphrase, current: nil)
        for _ in 0..<3 {
            let wrong = try await failure {
                try await alice.setPassphrase(nil, current: "wrong one")
            }
            #expect(wrong.code == "WRONG_PASSPHRASE")
        }
        for current in ["wrong one", Self.passphrase] {
            let early = try await failure { try await alice.setPassphrase(nil, current: current) }
            #expect(early.code == "PASSPHRASE_WAIT")
        }
        table.clock.advance(seconds: -3_600)
        #expect(try await alice.unlockWait() == 5_000)
        table.clock.advance(seconds: 5)
        try await alice.setPassphrase(nil, current: Self.passphrase)
        #expect(try await alice.unlockWait() == 0)
        #expect(await !alice.hasPassphrase)
        await table.closeAll()
    }

    @Test("a backup of a locked home opens under its own passphrase alone, and is not locked")
    func backup() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await alice.setPassphrase(Self.passphrase, current: nil)
        let path = table.folder.file("alice.backup")
        try await BackupTests.backUp("Alice", of: table, to: path)
        let back = try await BackupTests.emptyHome("Back", of: table)
        _ = try await back.restore(path, under: BackupTests.passphrase)
        #expect(await !back.hasPassphrase)
        #expect(try await back.dump(in: table.group) == alice.dump(in: table.group))
        #expect(try await back.phrase() == alice.phrase())
        await back.close()
        await table.closeAll()
    }
}
