import FenMoney
import FenProtocol
import Testing

@testable import FenEngine
@testable import FenREPL

/// What answers say about what was just written, no more and no less.
@Suite("Answers")
struct AnswerTests {
    @Test("an expense names its category and note")
    func expense() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        let lines = await alice.types("+ 138 Hostel in lodging note two nights").lines
        #expect(lines[0].hasSuffix("paid by Alice for Alice, in lodging."))
        #expect(lines.contains("note: two nights"))
        #expect(await alice.types("+ 3 Tea").lines[0].hasSuffix("for Alice."))
    }

    @Test("a payment above what is owed is recorded, and the answer says so")
    func excess() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("+ 10 Cake")
        await alice.types("/sync")
        await bob.types("/sync")
        let within = await bob.types("/settle Alice 2").lines
        #expect(!within.joined().contains("Careful"))
        let above = await bob.types("/settle Alice 4.50").lines
        #expect(
            above[0]
                == "Careful: Bob owed 3.00 EUR in all, and this is 4.50 EUR. /void takes it back.")
        let none = await bob.types("/settle Alice 1").lines
        #expect(none[0].hasPrefix("Careful: Bob owed nothing, and this is 1.00 EUR."))
    }

    @Test("“not yet visible to others” is said while it is so")
    func visible() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        await alice.types("+ 3 Tea")
        let synced = await alice.types("/delete ^ --yes").lines.joined()
        #expect(!synced.contains("Pending deletion"))
        let alone = try await world.person("Zed")
        await alone.types("/new Alone EUR")
        await alone.types("+ 3 Tea")
        #expect(await alone.types("/delete ^ --yes").lines.joined().contains("Pending deletion"))
    }

    @Test("a waiting member's payment counts once they are in")
    func waiting() async throws {
        let world = try World()
        let (_, link) = try await StoryTests.dublin(world)
        let bob = try await world.person("Bob")
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        let said = await bob.types("/settle Alice 3").lines.joined(separator: " ")
        #expect(said.contains("It counts once you are in"))
    }

    @Test("a name that somebody has already says how one is shown")
    func namesake() async throws {
        let world = try World()
        let (_, bob) = try await StoryTests.pair(world)
        let taken = await bob.types("/me alice").lines
        #expect(taken[1].hasPrefix("In Dublin4Ever somebody else is called so or nearly so"))
        #expect(taken[1].contains("alice("))
        #expect(await bob.types("/me Robert").lines.count == 1)
    }

    @Test("the converted amount of a refund has the sign of the amount")
    func refund() throws {
        var money = try Fixtures.expense("5 Deposit by Bob").money
        money.refund = true
        money.currency = Fixtures.currency("CHF")
        money.settlementAmount = 475
        let view = ExpenseView(
            money: money, description: "Deposit", date: "2026-11-30", category: nil, note: nil,
            shares: [])
        let face = EntryFace(Fixtures.group())
        #expect(face.amount(Fixtures.entry(.expense(view))).text == "-5.00 CHF (-4.75 EUR)")
    }

    @Test("a message's line breaks are kept, and no line of it passes for one of ours")
    func lines() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let own = await bob.session.execute(block: "one\nbob:9 Bob paid\u{7}")
            .lines
        #expect(own == ["bob:2 Bob: one", "    bob:9 Bob paid^G"])
        await alice.types("/sync")
        let history = await alice.session.execute("/history 1").lines
        #expect(history.count == 2 && history[0].hasSuffix("bob:2 Bob: one"))
        #expect(history[1] == "    bob:9 Bob paid^G")
    }

    @Test("one line, or several, in the grammar of a sentence")
    func grammar() {
        var report = SyncReport()
        report.refused = ["NOT_CANONICAL": 3, "DUPLICATE": 1]
        report.held = 2
        let said = Fixtures.lines(SyncFace(group: Fixtures.group()).result(report).text)
        #expect(
            said.contains { $0.hasPrefix("3 lines in the store left out: of each, its line is") })
        #expect(
            said.contains { $0.hasPrefix("1 line in the store left out: it is stored already") })
        #expect(
            said.contains {
                $0.hasPrefix("2 lines in the store cannot be proven yet and wait until")
            })
    }

    @Test("whom a /sync lets in is named once, by its answer")
    func once() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        let bob = try await world.person("Bob")
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        #expect(await alice.types("/sync").lines.contains("Bob is in."))
        let key = try #require(try await bob.session.engine.identity()).publicKey
        let group = try #require(try await alice.session.engine.groups().first).id
        let notice = Notice.admitted(group, PartyID(member: key), invitedAs: "Bob")
        // The notice of that pass, and one of a later pass in the background.
        #expect(await alice.session.lines(for: notice).isEmpty)
        #expect(await alice.session.lines(for: notice) == ["Bob is in."])
        await alice.session.beginNamingAdmitted()
        #expect(await alice.session.lines(for: notice).isEmpty)
        await alice.session.endNamingAdmitted([PartyID(member: key)])
        #expect(await alice.session.lines(for: notice) == ["Bob is in."])
    }
}
