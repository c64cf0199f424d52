import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// A group whose store somebody has left for none, while the others are still in it.
@Suite("a store that was left", .serialized)
struct LeftStoreTests {
    @Test("the organiser's next store is a move from the one that was left: the others are told")
    func organiser() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let alice = try await table.open("Alice")
        try await alice.setBackend(.none, in: table.group)
        // What the others have had through it is not unsynced because of that.
        #expect(try await alice.view(table.group).unsynced == 0)
        try await table.spend("Bob", "In the old one", 300, among: ["Alice"])
        _ = try await bob.sync(in: table.group)
        let new = table.folder.file("new")
        try await alice.setBackend(.folder(path: new), in: table.group)
        _ = try await bob.sync(in: table.group)
        #expect(try await bob.view(table.group).move == .folderWanted(label: "new"))
        try await bob.setBackend(.folder(path: new), in: table.group)
        for engine in [alice, bob] { _ = try await engine.sync(in: table.group) }
        try await table.expectSame(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("somebody else comes to no other store by way of none, and may come back")
    func member() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let elsewhere = table.folder.file("elsewhere")
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        try await bob.setBackend(.none, in: table.group)
        let refused = try await failure {
            try await bob.setBackend(.folder(path: elsewhere), in: table.group)
        }
        #expect(refused.code == "OTHER_FOLDER")
        #expect(try await bob.view(table.group).backend == .none)
        try await table.spend("Bob", "Without a store", 300, among: ["Alice"])
        try await bob.setBackend(.folder(path: table.storePath), in: table.group)
        _ = try await bob.sync(in: table.group)
        let alice = try await table.open("Alice")
        #expect(try await alice.sync(in: table.group).pulled == 1)
        try await table.expectSame(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("who is alone goes from store to store by way of none as they like")
    func alone() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await alice.setBackend(.none, in: table.group)
        let new = table.folder.file("new")
        try await alice.setBackend(.folder(path: new), in: table.group)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.view(table.group).unsynced == 0)
        #expect(try await alice.view(table.group).backend == .folder(path: new, state: "ready"))
        await table.closeAll()
    }
}
