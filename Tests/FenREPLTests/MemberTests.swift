import FenEngine
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// Removing, leaving, handing over and what is said about it.
@Suite("Members who go")
struct MemberTests {
    @Test(
        "a removal says what it does and does not do, asks, and says when others can have the key")
    func remove() async throws {
        let world = try World()
        let script = Script(["Alice", "no", "yes"])
        let (alice, bob) = try await StoryTests.pair(world, asker: script)
        await bob.types("+ 30 Taxi for Alice, Bob")
        await bob.types("/sync")
        await alice.types("/sync")
        let stays = await alice.session.execute("/remove Bob")
        #expect(stays.exitCode == 1 && stays.lines == ["Bob stays in the group."])
        let asked = script.asked.withLock { $0 }.joined(separator: " ")
        #expect(asked.contains("nothing that Bob writes counts"))
        #expect(asked.contains("It takes nothing back"))
        #expect(
            asked.contains("Bob is owed 15.00 EUR; that stays in the balances until it is settled.")
        )
        #expect(asked.contains("Remove Bob?"))
        let removed = await alice.types("/remove Bob")
        #expect(removed.lines.first == "Removed Bob.")
        #expect(removed.lines.contains { $0.hasPrefix("The group has a new key (number 1)") })
        await alice.fails("/remove Bob --yes", status: 1, "was removed from this group already")
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob +15.00 EUR") })

        let told = await bob.types("/sync").lines.joined(separator: " ")
        #expect(told.contains("You were removed from this group. What was here stays readable"))
        await bob.fails("hello", status: 1, "You were removed")
        await bob.fails("/leave --yes", status: 1, "You were removed")
    }

    @Test("without a store's answer the exit status is 3, and the words say who can still read")
    func pending() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let store = world.folder + "/store"
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        let outcome = await alice.session.execute("/remove Bob --yes")
        #expect(outcome.exitCode == 3)
        let said = outcome.lines.joined(separator: " ")
        #expect(said.contains("Removed Bob."))
        #expect(
            said.contains("this person retains read access until the change reaches all backends"))
        #expect(said.contains("saved on this device, and nobody else has it yet"))
        let json = try #require(outcome.json.first)
        #expect(json.contains(#""published":false"#))
        try FileManager.default.moveItem(atPath: store + ".away", toPath: store)
        await alice.types("/sync")
        let told = await bob.types("/sync").lines.joined(separator: " ")
        #expect(told.contains("You were removed from this group."))
    }

    @Test("what is refused, and with which next step")
    func refused() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.fails("/remove Alice --yes", status: 1, "Only the organiser may remove people")
        await bob.fails("/rotate", status: 1, "Only the organiser may change the group's key")
        await bob.fails("/deputy Bob", status: 1, "Only the organiser may name a deputy")
        await bob.fails("/take-over --yes", status: 1, "Only a deputy")
        await bob.fails("/hand-over Bob --yes", status: 2, "/take-over")
        await bob.fails("/late", status: 1, "Only the organiser")
        await alice.fails("/leave --yes", status: 1, "/hand-over MEMBER")
        await alice.fails("/remove Alice --yes", status: 2, "cannot be removed")
        await alice.fails("/remove Nobody --yes", status: 2, "Nobody in this group is called")
        await alice.types("/guest Dana")
        await alice.fails("/remove Dana --yes", status: 2, "A guest has no device")
        await alice.fails("/deputy Alice", status: 2, "the organiser yourself")
    }

    @Test("late changes are listed for the organiser and applied one by one")
    func late() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let store = world.folder + "/store"
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        let train = await bob.types("+ 12 Train for Alice, Bob")
        try FileManager.default.moveItem(atPath: store + ".away", toPath: store)
        await alice.types("/remove Bob --yes")
        await bob.types("/sync")
        await alice.types("/sync")
        let status = await alice.types("/status").lines.joined(separator: " ")
        #expect(status.contains(Sentences.lateChanges("Bob", 1, hasLeft: false).text))
        let listed = await alice.types("/late").lines
        #expect(listed.contains { $0.contains("Bob logged 12.00 EUR: Train") })
        #expect(await alice.types("/expenses").lines.allSatisfy { !$0.contains("Train") })
        let reference = try #require(train.mainValue)
        let applied = await alice.types("/late apply \(reference)")
        #expect(applied.lines[0].contains("Applied") && applied.lines[0].contains("paid by Bob"))
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob +6.00 EUR") })
        await alice.fails("/late apply \(reference)", status: 1, "applied already")
        #expect(await alice.types("/late").lines[0].hasPrefix("Nothing came after"))
    }
}
