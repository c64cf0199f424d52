import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// People who settle as one: a view of this device, and of nothing else.
@Suite("Pairs")
struct PairTests {
    @Test("a pair has one balance, one plan and its lines, and every payment still names somebody")
    func pair() async throws {
        let trip = try await Trip.make(["Bob", "Cy", "May Lee"])
        let before = await trip.me.types("/dump").lines
        #expect(await trip.me.types("/pair").lines[0].hasPrefix("Everybody settles alone"))
        let said = await trip.me.types("/pair Alice Bob").lines
        #expect(said == ["Alice & Bob settle as one from now on, on this device only."])
        #expect(await trip.me.types("/dump").lines == before)
        try await trip.writes("+ 10 Tea by Cy for Alice")
        try await trip.writes("+ 30 Dinner by Cy for Bob")
        let balances = await trip.me.types("/balances").lines
        let place = try #require(balances.firstIndex { $0.hasPrefix("Alice & Bob -40.00 EUR") })
        #expect(balances[place + 1].hasPrefix("Alice -10.00 EUR"))
        #expect(balances[place + 2].hasPrefix("Bob -30.00 EUR"))
        #expect(balances.contains("Alice & Bob together owe 40.00 EUR."))
        let plan = await trip.me.types("/settle").lines
        #expect(plan.contains("Alice & Bob Cy 40.00 EUR"))
        #expect(
            plan.contains(
                "Alice & Bob settle as one; it is recorded as Bob's, whose debt is the larger."))
        let why = await trip.me.types("/why Alice & Bob").lines
        #expect(why.contains("Alice:") && why.contains("Bob:"))
        #expect(why.contains { $0.contains("Tea") } && why.contains { $0.contains("Dinner") })
        #expect(why.contains("Alice & Bob together owe 40.00 EUR."))
        #expect(await trip.me.types("/why Bob").lines.contains("Alice:"))
        #expect(
            await trip.me.types("/settle why").lines.contains("Alice & Bob pay Cy 40.00 EUR"))
        // Alice pays for both; Bob owed more, so that it is his payment.
        let paid = await trip.me.types("/settle Cy all")
        #expect(paid.lines.contains { $0.contains("Bob paid Cy 40.00 EUR") }, "\(paid.lines)")
        #expect(paid.lines.contains { $0.hasPrefix("It names Bob and Cy") })
        #expect(!paid.lines.contains { $0.contains("and this is") })
        #expect(try await trip.plan().isEmpty)
        #expect(try await trip.balances() == ["Alice": -1000, "Bob": 1000, "Cy": 0, "May Lee": 0])
        // Between the two: as everybody else sees it.
        let inside = await trip.me.types("/settle Bob all")
        #expect(inside.lines.contains { $0.contains("Alice paid Bob 10.00 EUR") })
        #expect(try await trip.balances().values.allSatisfy { $0 == 0 })
        await trip.me.fails("/settle Bob all", status: 2, "owes Bob nothing")
    }

    @Test("three and more, undone, kept in the home, and refused where it is not clear")
    func more() async throws {
        let trip = try await Trip.make(["Bob", "Cy", "May Lee"])
        await trip.me.types("/pair Alice & Bob")
        await trip.me.fails("/pair Bob Cy", status: 2, "/pair Bob Cy Alice")
        await trip.me.fails("/pair Bob", status: 2, "two people or more")
        await trip.me.fails("/pair Bob bob", status: 2, "two people or more")
        await trip.me.fails("/pair Bob Zed", status: 2, "Zed")
        await trip.me.fails("/pair off", status: 2, "Nobody is named")
        await trip.me.fails("/why Bob & Cy", status: 2, "no pair")
        let said = await trip.me.types("/pair Alice Bob \"May Lee\"").lines
        #expect(said[0].hasPrefix("Alice & Bob & May Lee settle as one"))
        let beside = try await trip.world.person("Alice", onlyReads: true)
        for person in [trip.me, beside] {
            #expect(await person.types("/pair").lines == ["Alice & Bob & May Lee settle as one."])
        }
        try await trip.writes("+ 9 Tea by Cy for Alice,Bob,\"May Lee\"")
        #expect(
            await trip.me.types("/settle").lines.contains("Alice & Bob & May Lee Cy 9.00 EUR"))
        let off = await trip.me.types("/pair off may lee").lines
        #expect(off == ["Alice, Bob and May Lee settle each alone again."])
        #expect(await trip.me.types("/pair off Bob").lines == ["Bob settles alone already."])
        #expect(try await trip.plan().count == 3)
    }

    @Test("nobody else learns of it, and a claimed guest stays in their pair")
    func local() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/guest Dana")
        await alice.types("/guest Eve")
        await alice.types("/pair Dana Eve")
        await alice.types("+ 20 Tea for Dana,Eve")
        await alice.types("/sync")
        await bob.types("/sync")
        #expect(await bob.types("/pair").lines[0].hasPrefix("Everybody settles alone"))
        #expect(await bob.types("/settle").lines.contains("Dana Alice 10.00 EUR"))
        #expect(await alice.types("/dump").lines == bob.types("/dump").lines)
        await alice.types("/claim Dana as Bob --yes")
        #expect(await alice.types("/pair").lines == ["Bob & Eve settle as one."])
        #expect(await alice.types("/settle").lines.contains("Bob & Eve Alice 20.00 EUR"))
        // The page that is handed on knows of no pair either.
        await alice.types("/report \(world.folder)/trip.html")
        let page = try String(contentsOfFile: world.folder + "/trip.html", encoding: .utf8)
        #expect(!page.contains("Bob &amp; Eve") && page.contains("Eve pays Alice"))
    }

    @Test("/settle why only looks: it works beside an open prompt; names and words are told apart")
    func reading() throws {
        let settle = try #require(CommandTable.named("settle"))
        #expect(try !settle.writes(Tokenizer.tokens("why")))
        #expect(try settle.writes(Tokenizer.tokens("\"why\" all")))
        #expect(try settle.writes(Tokenizer.tokens("why 3")))
        #expect(try !settle.writes(Tokenizer.tokens("--json why")))
        let pair = try #require(CommandTable.named("pair"))
        #expect(try !pair.writes([]) && pair.writes(Tokenizer.tokens("off Bob")))
    }
}
