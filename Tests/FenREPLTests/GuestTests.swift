import FenEngine
import Foundation
import Testing

@testable import FenREPL

@Suite("People without a device")
struct GuestTests {
    @Test("a guest pays, shares, settles, and is the same on another device")
    func guest() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let added = await bob.types("/guest Dana")
        #expect(added.mainValue == "Dana")
        await bob.types("/sync")
        await alice.types("/sync")
        await alice.types("+ 30 Taxi by Dana for all")
        await alice.types("+ 12 Tea by Alice 8, Dana 4 split shares Dana 2, Bob 1")
        await alice.types("/settle Dana to Bob 1.50")
        await alice.types("/sync")
        await bob.types("/sync")
        // Dana: +30 −10, +4 −8, and 1.50 paid.
        for person in [alice, bob] {
            let balances = await person.types("/balances").lines
            #expect(balances.contains { $0.hasPrefix("Dana +17.50 EUR") })
            let members = await person.types("/members").lines
            #expect(members.contains { $0.hasSuffix("Dana") && $0.contains("guest") })
            let whois = await person.types("/whois dana").lines
            #expect(whois.contains { $0.contains("guest, without a device") })
        }
        let hers = await alice.types("/dump").lines
        #expect(await bob.types("/dump").lines == hers)
    }

    @Test("a claim makes one balance of two, and a later one corrects it")
    func claim() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/guest Dana")
        await alice.types("+ 30 Taxi by Dana for Dana,Bob,Alice")
        await alice.types("+ 9 Tea by Alice for Dana,Bob,Alice")
        await alice.types("/sync")
        await bob.types("/sync")
        await bob.fails("/claim Dana as Bob --yes", status: 1, "Only the organiser")
        let claimed = await alice.types("/claim Dana as Bob --yes")
        #expect(claimed.lines[0].hasPrefix("Dana is Bob from now on"))
        await alice.types("/sync")
        await bob.types("/sync")
        // Bob: −10 −3, Dana: +20 −3; Alice: −10 +6.
        for person in [alice, bob] {
            let balances = await person.types("/balances").lines
            #expect(balances.contains { $0.hasPrefix("Bob +4.00 EUR") })
            #expect(balances.contains { $0.hasPrefix("Alice -4.00 EUR") })
            #expect(!balances.contains { $0.hasPrefix("Dana") })
            let shown = await person.types("/expenses").lines
            #expect(shown.contains { $0.contains("Bob, as Dana") })
            #expect(await person.types("/expenses by Bob").lines.contains { $0.contains("Taxi") })
            let whois = await person.types("/whois Bob").lines
            #expect(whois.contains("Bob is the former guest Dana."))
            #expect(await person.types("/whois Dana").lines.contains { $0.contains("Bob") })
        }
        await alice.types("/claim Dana --yes")
        let corrected = await alice.types("/balances").lines
        #expect(corrected.contains { $0.hasPrefix("Bob -13.00 EUR") })
        #expect(corrected.contains { $0.hasPrefix("Alice +13.00 EUR") })
    }

    @Test("names that could be confused are asked about, told apart and claimable")
    func names() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/guest Bob --yes")
        await alice.fails("/guest Bob", status: 2, "--yes")
        let members = await alice.types("/members").lines.filter { $0.contains("Bob(") }
        #expect(members.count == 2)
        // The guest and the member of one name are told apart by what a claim is.
        await alice.types("/claim Bob as Bob --yes")
        #expect(await alice.types("/members").lines.count { $0.hasSuffix(" Bob") } == 1)
        await alice.fails("/claim Alice --yes", status: 2, "is no guest")
        await alice.fails("/claim Nobody --yes", status: 2, "Nobody in this group")
        await alice.fails("/guest", status: 2, "name")
        await alice.fails("/guest \(String(repeating: "x", count: 81))", status: 2)
        await bob.types("/sync")
        #expect(await bob.types("/guest \"Dana Lee\"").mainValue == "Dana Lee")
        await bob.types("+ 3 Tea by \"Dana Lee\" for \"Dana Lee\",Bob")
    }
}
