import FenEngine
internal import Synchronization
import Testing

@testable import FenREPL

@Suite("Lines that are typed by mistake")
struct TypedSlipTests {
    @Test("a value with spaces behind key= stays one value, as a shell hands it over")
    func shellWords() throws {
        let join = try CommandTable.find("join")
        let word = Token(shellWord: "folder=/a b/c", keys: join.keys)
        let arguments = try Arguments([word], for: join)
        #expect(arguments.values == ["folder": "/a b/c"] && arguments.words.isEmpty)
        #expect(Token(shellWord: "note=/a b", keys: join.keys).quoted)
        #expect(try Invocation.parse(["+ 5 Beer"]).action == .command(["paid", "5", "Beer"]))
        #expect(
            try Invocation.parse(["+", "5", "Beer"]).action == .command(["paid", "5", "Beer"]))
    }

    @Test("a shared folder with spaces in its path is joined from the shell")
    func shellJoin() async throws {
        let world = try World()
        let (_, link) = try await StoryTests.dublin(world)
        let script = Script([link, "yes"])
        let bob = try await world.person("Bob", source: .arguments, asker: script)
        let folder = "folder=\(world.folder)/no such place"
        let outcome = await bob.session.execute(words: ["join", folder])
        #expect(outcome.errorLines.first?.contains("shared folder is not there") == true)
    }

    @Test(
        "a command, an expense and a link are no names",
        arguments: [
            "/join", "+ 5 Beer", "\\x", "fen://join#s=abc&p=" + String(repeating: "x", count: 200),
        ])
    func names(_ typed: String) async throws {
        #expect(throws: UsageError.self) { try TypedName.person(typed) }
        let world = try World()
        let script = Script([typed, "Robert"])
        let bob = try await world.person("Bob", source: .prompt, asker: script)
        _ = await bob.session.begin()
        let asked = script.asked.withLock { $0 }
        #expect(asked.contains { $0.hasPrefix("First your name") })
        #expect(!asked.contains { $0.contains("xxx") })
        #expect(await bob.types("/me").lines[0].hasPrefix("You are Robert"))
    }

    @Test("+1 is agreement until something says that it is money")
    func agreement() throws {
        for line in ["+1 good idea", "+1"] {
            #expect(throws: UsageError.self) { try InputLine.read(line) }
        }
        for line in ["+ 1 good idea", "+1 EUR Tea", "+1.00 Tea", "+1 Tea by Bob", "+12 Tea"] {
            guard case .expense = try InputLine.read(line) else {
                Issue.record("\(line)")
                continue
            }
        }
        #expect(try InputLine.read("\\+1 good idea") == .message("+1 good idea"))
    }

    @Test("words that a command would not look at are refused")
    func extraWords() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        await alice.types("+ 3 Tea")
        for line in ["/balances last month", "/sync now", "/members x", "/fingerprint x"] {
            await alice.fails(line, status: 2, "does not take")
        }
        await alice.fails("/show alice:3 alice:4", status: 2, "One entry at a time")
        await alice.fails("/search \"\"", status: 2, "no word")
        await alice.fails("/log last -1", status: 2, "above zero")
        await alice.fails("/show alice:3'", status: 1, "only one event")
    }

    @Test("advice belongs to what was typed")
    func advice() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let why = await alice.session.execute("/why Zed")
        #expect(!why.errorLines.joined().contains("quotation"))
        let paid = await alice.session.execute("+ 5 Tea for Zed")
        #expect(paid.errorLines.joined().contains("quotation"))
        await alice.fails("/settle Bob -3", status: 2, "/void")
        let rate = await alice.session.execute("/settle Bob 3 CHF")
        #expect(rate.errorLines.count == 2 && !rate.errorLines.joined().contains("description"))
        await alice.fails("+ 5 CHF Tea", status: 2, "quotation")
        await alice.fails("+ 44 CHF Dinner at 0.95", status: 2, "at 0.95 CHF")
        await alice.fails("+ 5 Tea split shares Alice -1, Bob 2", status: 2, "below zero")
        await alice.fails("+ 5 Tea split shares Alice 0, Bob 0", status: 2, "at least one")
        await alice.types("/use Dublin4Ever")
        await alice.fails("/use Dublin4Evr", status: 2, "Nearest: Dublin4Ever. ")
        await alice.types("+ 3 Tea")
        await alice.types("/settle Bob 1")
        await alice.fails("/edit ^", status: 2, "/void alice:5")
        await bob.fails("/backend folder /etc/passwd", status: 2, "is a file")
    }

    @Test("an answer names the day and each payer's part where they are not plain")
    func answers() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(world)
        #expect(!(await alice.types("+ 3 Tea")).lines[0].contains(", on "))
        let past = await alice.types("+ 30 Taxi by Alice 10, Bob on mon")
        #expect(past.lines[0].contains("paid by Alice 10.00, Bob 20.00"))
        #expect(past.lines[0].contains(", on Monday, 20"))
        #expect(
            await alice.types("+ 3 Ferry on 2999-01-01").lines.last?.hasPrefix("Careful") == true)
        #expect(
            await alice.types("+ 3 Ferry on 1900-01-01").lines.contains { $0.contains("year ago") })
        let refund = await alice.types("/refund 10 Deposit")
        #expect(refund.lines[1] == "Alice -5.00 EUR")
        await alice.types("/delete ^ --yes")
        #expect(await alice.types("/edit ^ 12").lines.last?.contains("/undelete") == true)
        let line = await alice.types("/edit ^")
        #expect(
            !line.lines[0].contains("Ctrl-C") && line.lines[1].contains("by Alice for Alice, Bob"))
    }

    @Test("joining a group again says so")
    func again() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        let outcome = await alice.types("/join \(link) --yes")
        #expect(outcome.lines[0] == "You are in Dublin4Ever already; nothing was changed.")
    }

    @Test("a link of their own lets somebody in whose link was somebody else's, in a folder too")
    func againWhileWaiting() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        let folder = "folder=\(world.folder)/store"
        let (bob, may) = (try await world.person("Bob"), try await world.person("May"))
        for person in [bob, may] {
            _ = await person.session.begin()
            await person.types("/join \(link) --yes \(folder)")
        }
        await alice.types("/sync")
        await alice.types("/invites admit Bob")
        await may.types("/sync")
        let own = try #require(await alice.types("/invite May").mainValue)
        // Where the folder is, is asked again: the link may name another.
        await may.fails("/join \(own) --yes", status: 2, "shared folder")
        let asked = await may.types("/join \(own) --yes \(folder)").lines
        #expect(asked.last == "You are waiting for Alice's device.", "\(asked)")
        #expect(await alice.types("/sync").lines.contains("May is in."))
    }

    @Test("a topic with a command's name stands behind its page")
    func topic() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        let lines = await alice.types("/help sync").lines
        #expect(lines.contains { $0.contains("unsynced beside a line") })
    }
}
