import FenEngine
import Foundation
import Testing

@testable import FenREPL

/// Knowing whose key is whose.
@Suite("Safety numbers")
struct VerifyTests {
    private func together(_ world: World) async throws -> (alice: Person, bob: Person) {
        let alice = try await world.person("Alice")
        let bob = try await world.person("Bob")
        _ = await alice.session.begin()
        _ = await bob.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        try await join(bob, as: "Bob", alice, world)
        return (alice, bob)
    }

    private func join(
        _ person: Person, as name: String, _ alice: Person, _ world: World
    ) async throws {
        let link = try #require(await alice.types("/invite \(name)").mainValue)
        await person.types("/join \(link) --yes folder=\(world.folder)/store")
        await alice.types("/sync")
        await person.types("/sync")
    }

    @Test("both see the same sixty digits, and typing the other's marks them as verified")
    func same() async throws {
        let world = try World()
        let (alice, bob) = try await together(world)
        let seen = await alice.types("/verify Bob")
        let number = try #require(seen.mainValue)
        #expect(await bob.types("/verify Alice").mainValue == number)
        #expect(number.filter(\.isNumber).count == 60)
        let groups = number.split(separator: " ")
        #expect(seen.lines.contains(groups[4..<8].joined(separator: " ")))
        #expect(await !alice.types("/members").lines.contains { $0.contains("verified") })

        let wrong = String(number.dropLast()) + (number.last == "0" ? "1" : "0")
        await alice.fails("/verify Bob \(wrong)", status: 4, "stands between you")
        await alice.fails("/verify Bob 12345", status: 2, "sixty digits")
        let scanned = "FEN:S1/" + number.filter { $0 != " " }
        let done = await alice.types("/verify Bob \(scanned)")
        #expect(done.lines == ["Bob is verified."])
        #expect(done.json.first?.contains("\"trust\":\"verified\"") == true)
        for line in ["/members", "/whois Bob"] {
            #expect(await alice.types(line).lines.contains { $0.contains("verified") }, "\(line)")
        }
        await alice.types("/verify Bob no")
        #expect(await !alice.types("/members").lines.contains { $0.contains("verified") })
        await alice.fails("/verify Alice", status: 2, "This is you")
        await alice.types("/guest Dana")
        await alice.fails("/verify Dana", status: 2, "no device")
    }

    @Test("somebody with a verified person's name and another key is told of once, and marked")
    func changed() async throws {
        let world = try World()
        let (alice, _) = try await together(world)
        await alice.types("/verify Bob yes")
        let other = try await world.person("Bobby")
        _ = await other.session.begin()
        await other.types("/me bоb")
        try await join(other, as: "Robert", alice, world)
        let members = await alice.types("/members").lines
        #expect(members.contains { $0.contains("another key than the one verified") })
        #expect(members.contains { $0.contains("verified") && !$0.contains("another") })
        let id = try #require(try await alice.session.currentGroup())
        let group = try await alice.session.engine.view(id)
        #expect(ReplSession.attention(group).contains("key changed"))
        let told = await alice.session.changedKeys(in: group)
        #expect(Fixtures.lines(told).first?.contains("uses another key") == true)
        #expect(await alice.session.changedKeys(in: group).isEmpty)
        let status = await alice.types("/status").lines
        #expect(status.contains { $0.contains("uses another key than the one you verified") })
        // Accepting is verifying.
        let party = try #require(group.changedKeys.first)
        await alice.types("/verify \"\(Roster(group).name(party))\" yes")
        #expect(try await alice.session.engine.view(id).changedKeys.isEmpty)
        #expect(await !alice.types("/status").lines.contains { $0.contains("another key") })
    }
}
