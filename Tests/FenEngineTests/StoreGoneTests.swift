import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// A store that was there and is not any more, and the archive that is kept then.
@Suite("a store that is gone")
struct StoreGoneTests {
    private static let missing = StorageError(.missing, "The store has no bucket of that name.")

    private func expectFrozen(_ scene: TroubleTests.Scene) async throws {
        let error = try await failure { try await scene.table.spend("Alice", "Late", 100) }
        #expect(error.code == "STORE_GONE" && error.status == .network)
        #expect(error.hint?.contains("/export FILE events") == true)
        let message = try await failure {
            _ = try await scene.alice.postMessage("hello", in: scene.group)
        }
        #expect(message.code == "STORE_GONE")
        #expect(try await scene.trouble()?.kind == .gone)
    }

    @Test("missing twice, ten seconds apart, freezes writing; a pass that works ends it")
    func twice() async throws {
        let scene = try await TroubleTests.Scene.make()
        try await scene.table.spend("Alice", "Tea", 100)
        scene.store.fails(Self.missing)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "Coffee", 200)
        scene.clock.advance(seconds: 9)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "Cake", 300)
        scene.clock.advance(seconds: 60)
        await scene.alice.pollOnce()
        try await expectFrozen(scene)
        // Reading and the archive go on.
        #expect(try await scene.alice.entries(EntryQuery(), in: scene.group).count == 3)
        var lines = 0
        for try await _ in try await scene.alice.archive(of: scene.group) { lines += 1 }
        #expect(lines == (try await scene.alice.log(in: scene.group).count) + 1)

        scene.store.fails(nil)
        scene.clock.advance(seconds: 24 * 3_600)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "After", 100)
        #expect(try await scene.alice.view(scene.group).unsynced == 0)
        #expect(try await scene.trouble() == nil)
        #expect(await scene.told() == ["STORE_MISSING", "recovered"])
    }

    @Test("a typed /sync sees it at once; /backend none, or another store, ends it")
    func typed() async throws {
        for choice in [BackendChoice.none, .folder(path: "other")] {
            let scene = try await TroubleTests.Scene.make()
            scene.store.fails(Self.missing)
            _ = try await failure { _ = try await scene.alice.sync(in: scene.group) }
            try await expectFrozen(scene)
            var choice = choice
            if case .folder(let name) = choice {
                choice = .folder(path: scene.table.folder.file(name))
            }
            try await scene.alice.setBackend(choice, in: scene.group)
            try await scene.table.spend("Alice", "After", 100)
            #expect(try await scene.trouble() == nil)
            await scene.table.closeAll()
        }
    }

    @Test("an object that is missing, or a store that never worked, freezes nothing")
    func notGone() async throws {
        let scene = try await TroubleTests.Scene.make()
        scene.store.refusesWrites(.missing())
        try await scene.table.spend("Alice", "Tea", 100)
        _ = try await failure { _ = try await scene.alice.sync(in: scene.group) }
        try await scene.table.spend("Alice", "Coffee", 100)
        #expect(try await scene.trouble()?.kind == .declined)
        await scene.table.closeAll()

        let fresh = try await Table.make()
        let alice = try await fresh.open("Alice")
        let never = MoodyBackend(MemoryBackend())
        never.fails(Self.missing)
        try await fresh.use(never, for: "Alice")
        _ = try await failure { _ = try await alice.sync(in: fresh.group) }
        try await fresh.spend("Alice", "Tea", 100)
        #expect(try await alice.view(fresh.group).trouble?.kind == .declined)
        await fresh.closeAll()
    }

    @Test("a folder that is not mounted today is only unreachable")
    func notMounted() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        let away = table.folder.file("unplugged")
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        for _ in 1...3 {
            _ = try await failure { _ = try await alice.sync(in: table.group) }
            table.clock.advance(seconds: 60)
        }
        // An empty mount point is no store either.
        try FileManager.default.createDirectory(
            atPath: table.storePath, withIntermediateDirectories: false)
        _ = try await failure { _ = try await alice.sync(in: table.group) }
        try await table.spend("Alice", "Tea", 100)
        #expect(try await alice.view(table.group).trouble?.kind == .unreachable)
        try FileManager.default.removeItem(atPath: table.storePath)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        #expect(try await alice.sync(in: table.group).pushed == 1)
        await table.closeAll()
    }

    @Test("an archive is read by /heal, page by page, and stays as it is")
    func archive() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let alice = try await table.open("Alice")
        for number in 1...40 {
            try await table.spend("Alice", "Round \(number)", 100, among: ["Bob"])
        }
        await alice.limitSending(to: 2_000)
        var bytes: [UInt8] = []
        for try await line in try await alice.archive(of: table.group) {
            #expect(line.last == 0x0a && !line.dropLast().contains(0x0a))
            bytes += line
        }
        let healed = try await bob.heal(with: bytes)
        #expect(healed.received == 40 && healed.answer == nil && healed.isWhole)
        #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
        #expect(try await bob.heal(with: bytes).received == 0)
        await table.closeAll()
    }
}
