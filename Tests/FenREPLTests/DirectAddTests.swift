import FenEngine
import Foundation
import Testing

@testable import FenREPL

/// Adding somebody one shares a group with already, without a link.
@Suite("Adding a friend")
struct DirectAddTests {
    /// Alice has added Bob to her group Trip, and he has heard of it.
    private static func added(_ world: World) async throws -> (alice: Person, bob: Person) {
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/trip")
        await alice.types("/add Bob --yes")
        await bob.types("/use Dublin4Ever")
        await bob.types("/sync")
        return (alice, bob)
    }

    @Test("a friend is a member at once, is asked once, and reads everything")
    func add() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/trip")
        await alice.types("+ 12 Maps")
        await alice.fails("/add Zoe --yes", status: 2, "You share no other group")
        let added = await alice.types("/add Bob --yes")
        #expect(added.lines.contains("Added Bob to Trip, through Dublin4Ever."))
        await alice.fails("/add Bob --yes", status: 2, "You share no other group")

        await bob.types("/use Dublin4Ever")
        await bob.types("/sync")
        let listed = await bob.types("/friends").lines.joined(separator: " ")
        #expect(listed.contains("Alice has added you to Trip, told in Dublin4Ever"))
        await bob.fails("/friends yes Trip", status: 2, "folder=PATH")
        await bob.fails("/friends yes Nowhere", status: 2, "They are: Trip")
        let joined = await bob.types("/friends yes trip folder=\(world.folder)/trip --yes")
        #expect(joined.lines.contains("You are in Trip."))
        #expect(await bob.types("/expenses").lines.contains { $0.contains("Maps") })
        await bob.types("+ 3 Gum")
        await alice.types("/sync")
        #expect(await alice.types("/members").lines.contains { $0.hasSuffix("member Bob") })
        #expect(await alice.types("/dump").lines == bob.types("/dump").lines)
        #expect(await bob.types("/friends").lines.allSatisfy { !$0.contains("has added you") })
    }

    @Test("whoever declines is asked no more; only the organiser adds")
    func decline() async throws {
        let world = try World()
        let (alice, bob) = try await Self.added(world)
        let declined = await bob.types("/friends no Trip")
        #expect(declined.lines[0].hasPrefix("Declined Trip"))
        #expect(await bob.types("/friends").lines.allSatisfy { !$0.contains("has added you") })
        #expect(await bob.types("/groups").lines.allSatisfy { !$0.contains("Trip") })
        await alice.types("/members")
        await bob.fails("/add Alice --yes", status: 2, "You share no other group")
    }

    @Test("somebody who left comes back by it")
    func back() async throws {
        let world = try World()
        let (alice, bob) = try await Self.added(world)
        await bob.types("/friends yes Trip folder=\(world.folder)/trip --yes")
        await bob.types("/leave --yes")
        await alice.types("/sync")
        await alice.types("/add Bob --yes")
        await bob.types("/use Dublin4Ever")
        await bob.types("/sync")
        await bob.types("/friends yes Trip folder=\(world.folder)/trip --yes")
        await bob.types("+ 4 Tea")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Tea") })
        await bob.types("/sync")
        #expect(await alice.types("/dump").lines == bob.types("/dump").lines)
    }
}
