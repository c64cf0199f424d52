import FenEngine
internal import Synchronization
import Testing

@testable import FenREPL

@Suite("A table of people")
struct StoryTests {
    /// Alice with a group and a store, and a link for Bob.
    static func dublin(
        _ world: World, group: String = "Dublin4Ever EUR",
        names: (String, String) = ("Alice", "Bob"),
        asker: (any Asker)? = nil
    ) async throws -> (alice: Person, link: String) {
        let alice = try await world.person(names.0, asker: asker)
        #expect(await alice.session.begin().status == .done)
        await alice.types("/new \(group)")
        await alice.types("/backend folder \(world.folder)/store")
        let link = try #require(await alice.types("/invite \(names.1)").mainValue)
        return (alice, link)
    }

    /// Alice and Bob in one group, Bob let in.
    static func pair(
        _ world: World, group: String = "Dublin4Ever EUR",
        names: (String, String) = ("Alice", "Bob"),
        asker: (any Asker)? = nil
    ) async throws -> (alice: Person, bob: Person) {
        let (alice, link) = try await dublin(world, group: group, names: names, asker: asker)
        let bob = try await world.person(names.1)
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        await alice.types("/sync")
        await bob.types("/sync")
        return (alice, bob)
    }

    @Test("the story of the design page")
    func demo() async throws {
        let world = try World()
        let (alice, link) = try await Self.dublin(world)
        #expect(link.hasPrefix("fen://join#"))
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        let joined = await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        #expect(joined.lines.contains { $0.contains("waiting for Alice's device") })
        let logged = await bob.types("+ 21.60 Guinness")
        #expect(logged.lines.contains { $0.contains("Guinness") })
        let synced = await alice.types("/sync")
        #expect(synced.lines.contains("Bob is in."))
        let balances = await alice.types("/balances").lines
        #expect(balances.contains { $0.hasPrefix("Bob +10.80 EUR") })
        #expect(balances.contains { $0.hasPrefix("Alice -10.80 EUR") })
        await bob.types("/sync")
        let hers = await alice.types("/dump").lines
        #expect(await bob.types("/dump").lines == hers)
        #expect(await bob.types("/fingerprint").lines == alice.types("/fingerprint").lines)
    }

    @Test("joining asks first, and writes nothing before the yes")
    func gate() async throws {
        let world = try World()
        let (_, link) = try await Self.dublin(world)
        let bob = try await world.person("Bob", asker: Script(["no"]))
        await bob.fails("/join \(link) folder=\(world.folder)/store", status: 1, "Declined")
        #expect(await bob.types("/groups").lines.first?.hasPrefix("No groups yet") == true)
        let script = Script([link, "yes", "Robert"])
        let again = try await world.person("Bob2", asker: script)
        await again.types("/join folder=\(world.folder)/store")
        let asked = script.asked.withLock { $0 }
        #expect(asked.contains("You've been invited to a group"))
        #expect(asked.contains("1 member - EUR"))
        #expect(asked.contains("Join Group?"))
        // A name is the only thing asked for, and only once it is needed.
        #expect(asked.last == "What are you called?")
        #expect(await again.types("/me").lines[0].hasPrefix("You are Robert"))
    }

    @Test("without a yes and without anybody to ask it is a usage error")
    func needsYes() async throws {
        let world = try World()
        let (alice, link) = try await Self.dublin(world)
        await alice.types("+ 3 Tea")
        await alice.fails("/delete ^", status: 2, "Add --yes")
        let bob = try await world.person("Bob")
        await bob.fails("/join \(link) folder=\(world.folder)/store", status: 2, "Add --yes")
        await bob.fails("/join \(link) --yes", status: 2, "folder=PATH")
        let shell = try await world.person("Carol", source: .arguments)
        await shell.fails("/join \(link) --yes", status: 2, "A link is a secret")
    }

    @Test("an expired invite says so")
    func expired() async throws {
        let world = try World()
        let (_, link) = try await Self.dublin(world)
        world.wait(minutes: 31)
        let bob = try await world.person("Bob")
        await bob.fails("/join \(link) --yes folder=\(world.folder)/store", status: 1, "expired")
        await bob.fails("/join fen://join#s=a --yes", status: 1, "copy it again")
    }

    @Test("edit, delete, undelete, void")
    func changes() async throws {
        let world = try World()
        let (alice, bob) = try await Self.pair(world)
        let reference = try #require(await alice.types("+ 20 Tea by Bob").mainValue)
        #expect(reference == "alice:\(reference.split(separator: ":")[1])")
        let prefilled = await alice.types("/edit \(reference)")
        let line = try #require(prefilled.prefill)
        #expect(await alice.types(line).lines[0].hasPrefix("Nothing would change"))
        await alice.types("/edit ^ 30 Coffee in drinks")
        #expect(await alice.types("/show ^").lines[0].hasSuffix("Coffee"))
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob +15.00 EUR") })
        let deleted = await alice.types("/delete ^ --yes")
        #expect(deleted.lines[0].contains("Coffee"))
        #expect(await alice.types("/expenses deleted").lines.contains { $0.contains("deleted") })
        await alice.types("/undelete \(reference)")
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob +15.00 EUR") })
        await alice.types("/settle Bob all Revolut")
        #expect(await alice.types("/balances").lines[0].hasPrefix("All settled up"))
        await alice.types("/void ^ --yes")
        #expect(await alice.types("/settle").lines[1] == "Alice Bob 15.00 EUR")
        await bob.types("/sync")
        await bob.fails("/edit \(reference) Mine", status: 1)
        #expect(await bob.types("/why Bob").lines.contains { $0.contains("+15.00") })
    }

    @Test("one process writes a home; what reads works beside it")
    func beside() async throws {
        let world = try World()
        let (alice, _) = try await Self.dublin(world)
        await alice.types("+ 3 Tea")
        let reader = try await world.person("Alice", source: .arguments, onlyReads: true)
        #expect(await reader.types("/expenses").lines.contains { $0.contains("Tea") })
        await #expect(throws: Refused.self) { try await world.person("Alice") }
    }

    @Test("what a peer writes is shown and never obeyed")
    func hostile() async throws {
        let world = try World()
        let (alice, bob) = try await Self.pair(world)
        await bob.types("hi \u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m \u{202E}evil")
        await bob.types("+ 3 \"Tea\u{1B}[?1003h\" in \"x\u{8}\u{8}\"")
        await alice.types("/sync")
        let lines = [
            "/history", "/expenses", "/show bob:3", "/search evil", "/inspect bob:2", "/raw bob:2",
            "/why Bob", "/log", "/dump", "/status", "/groups", "/members", "/edit bob:3",
        ]
        for line in lines {
            let outcome = await alice.session.execute(line)
            for text in outcome.lines + outcome.errorLines + outcome.json {
                for scalar in text.unicodeScalars {
                    let category = scalar.properties.generalCategory
                    #expect(category != .control && category != .format, "\(line): \(text)")
                }
            }
        }
        let history = await alice.types("/history 2").lines
        #expect(history.contains { $0.contains("hi ^[[2J^[]0;owned^G\\u{9B}31m \\u{202E}evil") })
        #expect(await alice.session.execute("/edit bob:3").prefill == nil)
    }

    @Test("messages, history, search, references")
    func talk() async throws {
        let world = try World()
        let (alice, bob) = try await Self.pair(world)
        await alice.types("Who pays the boat?")
        await alice.types("\\/quit is how one leaves")
        await bob.types("/sync")
        let history = await bob.types("/history 3").lines
        #expect(history.contains { $0.contains("Alice: Who pays the boat?") })
        #expect(history.contains { $0.contains("Alice: /quit is how one leaves") })
        #expect(await bob.types("/search BOAT").lines.count == 1)
        await alice.types("+ 12 Überfahrt in boat-hire note to the SÜD shore")
        for words in ["ÜBERFAHRT", "süd hire", "boat überfahrt shore"] {
            #expect(await alice.types("/search \(words)").lines.count == 1, "\(words)")
            #expect(await alice.types("/expenses \(words)").lines.count == 1, "\(words)")
        }
        #expect(
            await alice.types("/search boat north").lines.first?.hasPrefix("Nothing here") == true)
        await alice.types("/delete ^ --yes")
        #expect(await alice.types("/search überfahrt").lines.joined().contains("deleted"))
        #expect(await bob.types("/log alice 1-2").lines.count == 3)
        await bob.types("/inspect alice:1")
        await bob.types("/order alice:1 alice:2")
        await bob.fails("/show alice:999", status: 1, "Alice has no event")
        await bob.fails("/show nonsense", status: 2, "names no event")
    }
}
