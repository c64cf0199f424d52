import FenEncoding
import FenProtocol
import FenStorage
import FenStore
import Foundation
import Testing

@testable import FenEngine

/// What a pass costs, and that it goes on where the one before ended.
@Suite("passes over a store")
struct PassTests {
    @Test("nothing new costs one list; k new events cost their own bytes")
    func costs() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...30 { try await table.spend("Alice", "Round \(number)", 100) }
        let counting = CountingBackend(FolderBackend(root: table.storePath))
        try await table.use(counting, for: "Bob")
        #expect(try await bob.sync(in: table.group).pulled == 30)
        let whole = counting.take()

        #expect(try await bob.sync(in: table.group).pulled == 0)
        #expect(counting.take() == CountingBackend.Counts(lists: 1))

        for number in 1...3 { try await table.spend("Alice", "Late \(number)", 100) }
        #expect(try await bob.sync(in: table.group).pulled == 3)
        let tail = counting.take()
        #expect(tail.lists == 1 && tail.reads == 1 && tail.writes == 0)
        #expect(tail.bytesRead < whole.bytesRead / 5, "\(tail) after \(whole)")
        let size = try table.read(try await table.logPath("Alice")).count
        #expect(tail.bytesRead <= size / 30 * 4, "three lines of \(size) bytes: \(tail)")

        // The next process knows how far the last one had read.
        await table.close("Bob")
        let again = try await table.open("Bob")
        let fresh = CountingBackend(FolderBackend(root: table.storePath))
        try await table.use(fresh, for: "Bob")
        #expect(try await again.sync(in: table.group).pulled == 0)
        #expect(fresh.take() == CountingBackend.Counts(lists: 1))
        await table.closeAll()
    }

    @Test("what has to be read again is read though the store says that nothing has changed")
    func unchangedButForgotten() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Guinness", 100)
        let counting = CountingBackend(FolderBackend(root: table.storePath))
        try await table.use(counting, for: "Bob")
        for _ in 0..<2 { _ = try await bob.sync(in: table.group) }
        _ = counting.take()
        try await bob.forgetCursors(in: table.group)
        _ = try await bob.sync(in: table.group)
        let alices = try table.read(try await table.logPath("Alice")).count
        #expect(counting.take().bytesRead == alices)
        _ = try await bob.sync(in: table.group)
        #expect(counting.take() == CountingBackend.Counts(lists: 1))
        await table.closeAll()
    }

    @Test("an own event costs its own bytes; many unsent ones go in one write")
    func ownEvents() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let counting = CountingBackend(FolderBackend(root: table.storePath))
        try await table.use(counting, for: "Alice")
        try await table.spend("Alice", "First", 100)
        _ = counting.take()
        try await table.spend("Alice", "Second", 100)
        let one = counting.take()
        #expect(one.writes == 1 && one.reads == 0 && one.bytesWritten < 3_000, "\(one)")

        let faulty = FaultBackend(counting, seed: 1)
        try await table.use(faulty, for: "Alice")
        faulty.setDown(true)
        for number in 1...5 { try await table.spend("Alice", "Offline \(number)", 100) }
        #expect(try await alice.view(table.group).unsynced == 5)
        faulty.setDown(false)
        _ = counting.take()
        #expect(try await alice.sync(in: table.group).pushed == 5)
        #expect(counting.take().writes == 1)
        #expect(try await alice.view(table.group).unsynced == 0)
        await table.closeAll()
    }

    @Test("a store that cannot be reached: network status, nothing lost, sent later")
    func vanishingStore() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        try await table.spend("Bob", "In the tunnel", 700)
        let error = try await failure { _ = try await bob.sync(in: table.group) }
        #expect(error.status == .network)
        #expect(error.hint != nil)
        #expect(try await bob.view(table.group).unsynced == 1)
        // The process ends meanwhile, and the next one finds the store still away.
        await table.close("Bob")
        let later = try await table.open("Bob")
        try await table.spend("Bob", "Still in the tunnel", 700)
        #expect(try await later.view(table.group).unsynced == 2)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        #expect(try await later.sync(in: table.group).pushed == 2)
        let alice = try await table.open("Alice")
        #expect(try await alice.sync(in: table.group).pulled == 2)
        #expect(try await alice.dump(in: table.group) == later.dump(in: table.group))
        await table.closeAll()
    }

    @Test("passes through a place that fails at random converge", arguments: [1, 2, 3, 4, 5, 6])
    func unreliable(_ seed: UInt64) async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let shared = FolderBackend(root: table.storePath)
        let rates = FaultBackend.Rates(
            lostRequests: 80, lostReplies: 80, cutTransfers: 150, busy: 40)
        let faulty = (0..<2).map { FaultBackend(shared, seed: seed + $0 << 32, rates: rates) }
        try await table.use(faulty[0], for: "Alice")
        try await table.use(faulty[1], for: "Bob")
        for number in 1...12 {
            for name in ["Alice", "Bob"] {
                try await table.spend(name, "\(name) \(number)", Int64(number) * 100)
                _ = try? await table.open(name).sync(in: table.group)
            }
        }
        for backend in faulty { backend.setRates(FaultBackend.Rates()) }
        for _ in 0..<2 {
            for name in ["Alice", "Bob"] { _ = try await table.open(name).sync(in: table.group) }
        }
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        #expect(try await alice.dump(in: table.group) == bob.dump(in: table.group))
        #expect(try await alice.audit(in: table.group).isClean)
        #expect(try await bob.view(table.group).unsynced == 0)
        for row in try await bob.frontier(in: table.group) {
            #expect(row.contiguous == row.claimed && !row.isForked)
        }
        await table.closeAll()
    }

    @Test("a group without a store answers /sync at once, also in a new process")
    func noStore() async throws {
        let table = try await Table.make(withStore: false)
        await table.close("Alice")
        let alice = try await table.open("Alice")
        #expect(try await alice.sync(in: table.group).hadNoStore)
        try await table.spend("Alice", "Tea", 100)
        #expect(try await alice.sync(in: table.group).hadNoStore)
        await table.closeAll()
    }
}

extension Engine {
    /// Forgets how far the files of a group's store have been read, as a loss that is noticed does.
    fileprivate func forgetCursors(in id: GroupID) throws {
        try change(id) { group in
            try database.cursors.removeAll(of: CursorSource.store, in: group.number)
        }
    }
}
