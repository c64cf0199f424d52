import FenEncoding
import FenProtocol
import FenStorage
import FenStore
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// A group that its organiser moves to another store.
@Suite("moving a group to another store")
struct MovingTests {
    @Test("all of it is there before anybody is told; the members go after, and lose nothing")
    func folderToFolder() async throws {
        let table = try await Self.threeMembers()
        let (alice, bob, may) = try await table.three()
        let new = table.folder.file("new")
        try await alice.setBackend(.folder(path: new), in: table.group)
        #expect(try await alice.view(table.group).backend == .folder(path: new, state: "ready"))
        #expect(try await alice.view(table.group).move == nil)
        // Nobody but its author writes a log: what Alice holds of others is in her repair file.
        let (aliceKey, bobKey) = (try await table.key("Alice"), try await table.key("Bob"))
        let moved = try table.storedEvents(in: new)
        #expect(Set(moved.keys) == ["\(aliceKey.hex).jsonl", "\(aliceKey.hex).repair.jsonl"])
        let old = try table.storedEvents()
        let everything = old.values.reduce(into: Set<EventID>()) { $0.formUnion($1) }
        #expect(moved.values.reduce(into: Set<EventID>()) { $0.formUnion($1) } == everything)

        // Bob reads it in the old store and stays there until he says where the folder is here.
        _ = try await bob.sync(in: table.group)
        #expect(try await bob.view(table.group).move == .folderWanted(label: "new"))
        try await table.spend("Bob", "Still in the old place", 300, among: ["May"])
        #expect(try await alice.sync(in: table.group).pulled == 1)
        let elsewhere = table.folder.file("elsewhere")
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        let refusal = try await failure {
            try await bob.setBackend(.folder(path: elsewhere), in: table.group)
        }
        #expect(refusal.code == "OTHER_FOLDER")
        #expect(
            try await bob.view(table.group).backend
                == .folder(path: table.storePath, state: "ready"))
        try await bob.setBackend(.folder(path: new), in: table.group)
        #expect(try table.storedEvents(in: new)["\(bobKey.hex).jsonl"]?.count == 3)
        _ = try await may.sync(in: table.group)
        try await may.setBackend(.folder(path: new), in: table.group)
        try await table.spend("May", "In the new place", 200, among: ["Bob"])
        for engine in [bob, may, alice, bob, may] { _ = try await engine.sync(in: table.group) }
        try await table.expectSame(["Alice", "Bob", "May"])
        for engine in [alice, bob, may] {
            #expect(try await engine.view(table.group).move == nil)
            #expect(try await engine.view(table.group).unsynced == 0)
        }
        // Everybody's own file has it now, so the mover's repair file is empty again, and nobody
        // looks into the old store any more.
        let end = try table.storedEvents(in: new)
        #expect(end["\(aliceKey.hex).repair.jsonl"]?.isEmpty == true)
        for engine in [alice, bob, may] {
            _ = try await engine.sync(in: table.group)
            #expect(try await !engine.readsFormerStore(table.group))
        }
        await table.closeAll()
    }

    @Test("a fresh invite after the move leads to the new store, and the move takes nobody back")
    func freshInvite() async throws {
        let table = try await Self.threeMembers()
        let (alice, bob, _) = try await table.three()
        let new = table.folder.file("new")
        try await alice.setBackend(.folder(path: new), in: table.group)
        // Bob has heard of no move: his store is gone.
        try FileManager.default.removeItem(atPath: table.storePath)
        let again = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        _ = try await bob.join(try await bob.previewInvite(again.link), folder: new)
        let zoe = try await table.open("Zoe")
        let fresh = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group)
        _ = try await zoe.join(try await zoe.previewInvite(fresh.link), folder: new)
        for engine in [alice, zoe, bob] { _ = try await engine.sync(in: table.group) }
        for engine in [zoe, bob] {
            #expect(try await engine.view(table.group).move == nil)
            #expect(
                try await engine.view(table.group).backend == .folder(path: new, state: "ready"))
        }
        try await table.expectSame(["Alice", "Bob", "Zoe"])
        await table.closeAll()
    }

    @Test("who hears of it from another device goes after it, though the old store is gone")
    func throughAPeer() async throws {
        let table = try await Self.threeMembers()
        let (alice, bob, _) = try await table.three()
        let new = table.folder.file("new")
        try await alice.setBackend(.folder(path: new), in: table.group)
        try FileManager.default.removeItem(atPath: table.storePath)
        #expect(try await failure { _ = try await bob.sync(in: table.group) }.status == .network)
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await bob.connect(to: place, in: table.group)
        try await table.settleDown(["Alice", "Bob"])
        #expect(try await bob.view(table.group).move == .folderWanted(label: "new"))
        try await bob.setBackend(.folder(path: new), in: table.group)
        await table.close("Alice")
        #expect(try await bob.sync(in: table.group).isWhole)
        try await table.expectSame(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("a wrong new store is refused before anything is written")
    func wrongStore() async throws {
        let table = try await Self.threeMembers()
        let alice = try await table.open("Alice")
        try table.write([1], to: table.folder.file("file"))
        let before = try await alice.log(in: table.group).count
        let stored = try table.storedEvents()
        let faulty = FaultBackend(MemoryBackend(), seed: 1)
        faulty.setDown(true)
        for (path, isFaulty) in [("file/below", false), ("new", true)] {
            let old = table.storePath
            if isFaulty {
                await alice.replaceStores { $0.folder == old ? $1 : faulty }
            }
            let error = try await failure {
                try await alice.setBackend(
                    .folder(path: table.folder.file(path)), in: table.group)
            }
            #expect(error.status == .network && error.hint != nil, "\(error)")
            #expect(try await alice.log(in: table.group).count == before)
            #expect(try table.storedEvents() == stored)
            let view = try await alice.view(table.group)
            #expect(view.move == nil && view.backend == .folder(path: old, state: "ready"))
        }
        await table.closeAll()
    }

    @Test("a store that loses what is written to it is found out before anybody is told")
    func losingStore() async throws {
        let table = try await Self.threeMembers()
        let alice = try await table.open("Alice")
        let before = try await alice.log(in: table.group).count
        let old = table.storePath
        await alice.replaceStores { $0.folder == old ? $1 : ForgetfulBackend() }
        let error = try await failure {
            try await alice.setBackend(
                .folder(path: table.folder.file("new")), in: table.group)
        }
        #expect(error.code == "STORE_LOSES")
        #expect(try await alice.log(in: table.group).count == before)
        await table.closeAll()
    }

    @Test("an old store that is away: nothing moves unless the person insists")
    func oldStoreAway() async throws {
        let table = try await Self.threeMembers()
        let (alice, bob, _) = try await table.three()
        let new = table.folder.file("new")
        try FileManager.default.moveItem(atPath: table.storePath, toPath: table.storePath + ".away")
        let before = try await alice.log(in: table.group).count
        let error = try await failure {
            try await alice.setBackend(.folder(path: new), in: table.group)
        }
        #expect(error.status == .network && error.hint?.contains("--insist") == true)
        #expect(try await alice.log(in: table.group).count == before)
        try await alice.setBackend(.folder(path: new), in: table.group, insists: true)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).backend == .folder(path: new, state: "ready"))
        #expect(try await alice.view(table.group).unsynced == 0)
        // The drive is found again: whoever reads there hears of it by a fresh invite.
        try FileManager.default.moveItem(atPath: table.storePath + ".away", toPath: table.storePath)
        try await table.spend("Bob", "On the old drive", 100)
        #expect(try await alice.sync(in: table.group).pulled == 1)
        let again = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        _ = try await bob.join(try await bob.previewInvite(again.link), folder: new)
        _ = try await alice.sync(in: table.group)
        try await table.expectSame(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("only the organiser moves a group; a drive mounted elsewhere is no move")
    func rights() async throws {
        let table = try await Self.threeMembers()
        let (alice, bob, _) = try await table.three()
        let before = try await alice.log(in: table.group).count
        let error = try await failure {
            try await bob.setBackend(.folder(path: table.folder.file("mine")), in: table.group)
        }
        #expect(error.code == "OTHER_FOLDER")
        let bucket = S3Store(
            endpoint: "https://s3.example.org", region: "eu", bucket: "b", accessKeyID: "k",
            secretAccessKey: "s", pathStyle: true, pin: nil)
        let refused = try await failure { try await bob.setBackend(.s3(bucket), in: table.group) }
        #expect(refused.code == "ORGANISER_ONLY")

        let mounted = table.storePath + ".mounted"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: mounted)
        for engine in [bob, alice] {
            try await engine.setBackend(.folder(path: mounted), in: table.group)
            _ = try await engine.sync(in: table.group)
        }
        #expect(try await alice.log(in: table.group).count == before)
        await table.closeAll()
    }

    /// Alice, Bob and May, with an expense each in the shared folder.
    static func threeMembers() async throws -> Table {
        let table = try await Table.make()
        for name in ["Bob", "May"] { _ = try await table.join(name) }
        for name in ["Alice", "Bob", "May"] { try await table.spend(name, "\(name)'s", 900) }
        for name in ["Alice", "Bob", "May"] { _ = try await table.open(name).sync(in: table.group) }
        return table
    }
}

extension Table {
    /// The engines of the three.
    func three() async throws -> (Engine, Engine, Engine) {
        (try await open("Alice"), try await open("Bob"), try await open("May"))
    }
}

extension Engine {
    /// Puts stores of a test's own in place of real ones, from the next time one is made.
    func replaceStores(
        _ body: @escaping @Sendable (StoreTarget, any StorageBackend) -> any StorageBackend
    ) {
        decorate = body
        backends = [:]
    }

    /// Whether a store before a move is still looked into.
    func readsFormerStore(_ id: GroupID) throws -> Bool {
        try database.settings.value(SettingName.formerStore, in: group(id).number) != nil
    }
}
