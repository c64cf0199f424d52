import FenProtocol
import FenStorage
import TestSupport
import Testing

@testable import FenEngine

/// A store that fails: how long it is left alone, and what is told (the seeds' Errors 1 and 5).
@Suite("trouble with a store")
struct TroubleTests {
    /// Alice's group over a place that the test makes fail; everything is in it at first.
    struct Scene {
        let table: Table
        let alice: Engine
        let store: MoodyBackend
        var group: GroupID { table.group }
        var clock: TestClock { table.clock }

        static func make() async throws -> Scene {
            let table = try await Table.make()
            let alice = try await table.open("Alice")
            let store = MoodyBackend(FolderBackend(root: table.storePath))
            try await table.use(store, for: "Alice")
            _ = try await alice.sync(in: table.group)
            return Scene(table: table, alice: alice, store: store)
        }

        func trouble() async throws -> TroubleView? { try await alice.view(group).trouble }

        /// Ends Alice's process and returns what it told by itself: kinds of failures, and
        /// `recovered`.
        func told() async -> [String] {
            await table.closeAll()
            var told: [String] = []
            for await notice in alice.notices {
                switch notice {
                case .syncFailed(_, let error): told.append(error.code)
                case .syncRecovered: told.append("recovered")
                default: continue
                }
            }
            return told
        }
    }

    static let offline = StorageError(.network, "The store cannot be reached.")

    @Test("an unreachable store is tried after 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 6 h, 6 h, ±20 %")
    func backOff() async throws {
        let scene = try await Scene.make()
        scene.store.fails(Self.offline)
        let steps: [Int64] = [5, 30, 120, 600, 1_800, 3_600, 21_600, 21_600]
        let began = scene.clock.now
        for (index, step) in steps.enumerated() {
            await scene.alice.pollOnce()
            let trouble = try #require(try await scene.trouble())
            #expect(trouble.attempts == index + 1 && trouble.since == began)
            #expect(trouble.kind == .unreachable && trouble.state == .retrying)
            let next = try #require(trouble.nextAt)
            let wait = next - scene.clock.now
            #expect(wait >= step * 800 && wait <= step * 1_200, "\(step) s: \(wait) ms")
            let requests = scene.store.requests
            scene.clock.move(to: next - 1)
            await scene.alice.pollOnce()
            #expect(scene.store.requests == requests)
            scene.clock.move(to: next)
        }
        scene.store.fails(nil)
        await scene.alice.pollOnce()
        #expect(try await scene.trouble() == nil)
        #expect(await scene.told() == ["STORE_NETWORK", "recovered"])
    }

    @Test("what is written while a failed try waits for the next is tried once")
    func once() async throws {
        let scene = try await Scene.make()
        let patient = RetryBackend(scene.store, sleep: { _ in })
        try await scene.table.use(patient, for: "Alice")
        scene.store.fails(Self.offline)
        var asked: [Int] = []
        for number in 1...3 {
            let before = scene.store.requests
            try await scene.table.spend("Alice", "Round \(number)", 100)
            asked.append(scene.store.requests - before)
        }
        // The first does not know that the store is away.
        #expect(asked[0] > 1 && asked[1] == 1 && asked[2] == 1, "\(asked)")
        #expect(try await scene.trouble()?.attempts == 1)
        scene.store.fails(nil)
        try await scene.table.spend("Alice", "Last", 100)
        #expect(try await scene.alice.view(scene.group).unsynced == 0)
        await scene.table.closeAll()
    }

    @Test("after fifty failures it is stalled, told once more, and goes on being tried")
    func stalled() async throws {
        let scene = try await Scene.make()
        scene.store.fails(Self.offline)
        try await scene.table.spend("Alice", "Tea", 100)
        for attempt in 1...52 {
            let trouble = try #require(try await scene.trouble())
            #expect(trouble.attempts == attempt)
            #expect(trouble.state == (attempt < 50 ? .retrying : .stalled))
            #expect(trouble.unsyncedMoney == 1)
            scene.clock.move(to: try #require(trouble.nextAt))
            await scene.alice.pollOnce()
        }
        let retry = try await failure { _ = try await scene.alice.retry(in: scene.group) }
        #expect(retry.code == "STORE_NETWORK")
        #expect(try await scene.trouble()?.attempts == 1)
        scene.store.fails(nil)
        #expect(try await scene.alice.retry(in: scene.group).pushed == 1)
        #expect(try await scene.trouble() == nil)
        #expect(await scene.told() == ["STORE_NETWORK", "STORE_NETWORK"])
    }

    @Test("what is written during a wait is tried at once; that it fails too counts for nothing")
    func writtenMeanwhile() async throws {
        let scene = try await Scene.make()
        scene.store.fails(Self.offline)
        for number in 1...5 { try await scene.table.spend("Alice", "Tea \(number)", 100) }
        #expect(try await scene.trouble()?.attempts == 1)
        scene.store.fails(nil)
        try await scene.table.spend("Alice", "Coffee", 100)
        #expect(try await scene.trouble() == nil)
        #expect(try await scene.alice.view(scene.group).unsynced == 0)
        await scene.table.closeAll()
    }

    @Test("a server's own time wins, and nobody asks before it is over but a person who insists")
    func retryAfter() async throws {
        let scene = try await Scene.make()
        scene.store.fails(StorageError(.busy, "The store is busy.", retryAfter: .seconds(77)))
        await scene.alice.pollOnce()
        let trouble = try #require(try await scene.trouble())
        #expect(trouble.kind == .busy && trouble.nextAt == scene.clock.now + 77_000)
        scene.store.fails(nil)
        let requests = scene.store.requests
        scene.clock.advance(seconds: 76)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "Tea", 100)
        let refused = try await failure { _ = try await scene.alice.sync(in: scene.group) }
        #expect(refused.code == "STORE_LEFT_ALONE" && refused.status == .network)
        #expect(scene.store.requests == requests)
        #expect(try await scene.alice.view(scene.group).unsynced == 1)
        #expect(try await scene.alice.retry(in: scene.group).pushed == 1)
        await scene.table.closeAll()
    }

    @Test("a server that shuts this device out is not asked by /retry either, nor after a restart")
    func blocked() async throws {
        let scene = try await Scene.make()
        scene.store.fails(
            StorageError(.blocked, "The store shuts this device out.", retryAfter: .seconds(1_800)))
        await scene.alice.pollOnce()
        scene.store.fails(nil)
        let requests = scene.store.requests
        let refused = try await failure { _ = try await scene.alice.retry(in: scene.group) }
        #expect(refused.code == "STORE_LEFT_ALONE" && scene.store.requests == requests)
        await scene.table.close("Alice")
        let alice = try await scene.table.open("Alice")
        try await scene.table.use(scene.store, for: "Alice")
        try await scene.table.spend("Alice", "Tea", 100)
        await alice.pollOnce()
        #expect(scene.store.requests == requests)
        scene.clock.advance(seconds: 1_800)
        await alice.pollOnce()
        #expect(try await alice.view(scene.group).unsynced == 0)
        await scene.table.closeAll()
    }

    @Test("no server and no clock that was wrong once keeps a store away for ever")
    func absurd() async throws {
        let scene = try await Scene.make()
        scene.store.fails(
            StorageError(.busy, "The store is busy.", retryAfter: .seconds(Int64.max)))
        await scene.alice.pollOnce()
        scene.store.fails(nil)
        scene.clock.advance(seconds: 24 * 3_600)
        await scene.alice.pollOnce()
        #expect(try await scene.trouble() == nil)
        scene.store.fails(Self.offline)
        await scene.alice.pollOnce()
        scene.store.fails(nil)
        scene.clock.advance(seconds: -30 * 24 * 3_600)
        await scene.alice.pollOnce()
        #expect(try await scene.trouble() == nil)
        await scene.table.closeAll()
    }

    @Test("a full store is sent nothing before a person acts, and goes on being read")
    func full() async throws {
        let scene = try await Scene.make()
        _ = try await scene.table.join("Bob")
        scene.store.refusesWrites(StorageError(.quota, "The store is full."))
        try await scene.table.spend("Alice", "Tea", 100)
        let trouble = try #require(try await scene.trouble())
        #expect(trouble.kind == .full && trouble.state == .blocked && trouble.nextAt == nil)
        let tried = scene.store.writesTried
        try await scene.table.spend("Bob", "Guinness", 200, among: ["Alice"])
        scene.clock.advance(seconds: 30)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "Coffee", 300)
        #expect(scene.store.writesTried == tried)
        let bob = try await scene.table.party("Bob")
        #expect(try await balance(scene.alice, bob, in: scene.group) == 100)
        #expect(try await scene.trouble()?.kind == .full)
        let again = try await failure { _ = try await scene.alice.retry(in: scene.group) }
        #expect(again.code == "STORE_QUOTA" && scene.store.writesTried == tried + 1)
        scene.store.refusesWrites(nil)
        #expect(try await scene.alice.retry(in: scene.group).pushed == 2)
        #expect(try await scene.trouble() == nil)
        #expect(await scene.told() == ["STORE_QUOTA"])
    }

    @Test("a store bound anew is sent everything, whatever the old one refused")
    func boundAnew() async throws {
        let scene = try await Scene.make()
        scene.store.refusesWrites(StorageError(.quota, "The store is full."))
        try await scene.table.spend("Alice", "Tea", 100)
        try await scene.alice.setBackend(
            .folder(path: scene.table.folder.file("other")), in: scene.group)
        #expect(try await scene.trouble() == nil)
        _ = try await scene.alice.sync(in: scene.group)
        #expect(try await scene.alice.view(scene.group).unsynced == 0)
        await scene.table.closeAll()
    }

    @Test("a sign-in that is not accepted is not tried again by itself")
    func signIn() async throws {
        let scene = try await Scene.make()
        scene.store.fails(StorageError(.auth, "The store does not accept the key."))
        await scene.alice.pollOnce()
        let trouble = try #require(try await scene.trouble())
        #expect(trouble.kind == .signIn && trouble.state == .blocked && trouble.nextAt == nil)
        scene.store.fails(nil)
        let requests = scene.store.requests
        scene.clock.advance(seconds: 24 * 3_600)
        await scene.alice.pollOnce()
        try await scene.table.spend("Alice", "Tea", 100)
        #expect(scene.store.requests == requests)
        #expect(try await scene.alice.retry(in: scene.group).pushed == 1)
        #expect(await scene.told() == ["STORE_AUTH"])
    }

    @Test("what a store will never take is refused, and not sent again by itself")
    func refused() async throws {
        let scene = try await Scene.make()
        scene.store.refusesWrites(StorageError(.refused, "The store does not take it."))
        try await scene.table.spend("Alice", "Tea", 100)
        let tried = scene.store.writesTried
        scene.clock.advance(seconds: 24 * 3_600)
        await scene.alice.pollOnce()
        #expect(scene.store.writesTried == tried)
        let trouble = try #require(try await scene.trouble())
        #expect(trouble.kind == .refused && trouble.state == .refused)
        #expect(await scene.told() == ["STORE_REFUSED"])
    }

    @Test("a failure of the store's own is told after five in a row")
    func declined() async throws {
        let scene = try await Scene.make()
        scene.store.fails(.server("The store could not do that."))
        for attempt in 1...5 {
            await scene.alice.pollOnce()
            let trouble = try #require(try await scene.trouble())
            #expect(trouble.kind == .declined && trouble.isSurfaced == (attempt >= 5))
            scene.clock.move(to: try #require(trouble.nextAt))
        }
        for _ in 1...3 {
            await scene.alice.pollOnce()
            scene.clock.move(to: try #require(try await scene.trouble()?.nextAt))
        }
        #expect(await scene.told() == ["STORE_SERVER"])
    }

    @Test("what a person types is answered there, and no notice says it again")
    func typed() async throws {
        let scene = try await Scene.make()
        scene.store.fails(Self.offline)
        let error = try await failure { _ = try await scene.alice.sync(in: scene.group) }
        #expect(error.code == "STORE_NETWORK")
        scene.clock.move(to: try #require(try await scene.trouble()?.nextAt))
        await scene.alice.pollOnce()
        scene.store.fails(nil)
        _ = try await scene.alice.sync(in: scene.group)
        #expect(await scene.told() == [])
    }
}
