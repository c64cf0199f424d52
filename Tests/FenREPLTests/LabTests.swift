import FenEngine
import Testing

@testable import FenREPL

/// Every fault that `/lab` makes: what the group notices is said in words, and real groups are out
/// of its reach.
@Suite("The lab")
struct LabTests {
    /// Alice and Bob in a practice group with a store: Bob has written `bob:2`, Alice four entries.
    private static func practice(_ world: World) async throws -> (alice: Person, bob: Person) {
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new \"Practice\" EUR --lab")
        await alice.types("/backend folder \(world.folder)/store")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        for line in ["/sync", "+ 10 Bread", "+ 20 Cheese", "+ 30 Wine", "+ 40 Apples", "/sync"] {
            await alice.types(line)
        }
        await bob.types("/sync")
        await bob.types("+ 8 Tea")
        await bob.types("/sync")
        await alice.types("/sync")
        return (alice, bob)
    }

    /// What a lab command answered, on one line; it must end with what was noticed.
    private static func noticed(
        _ person: Person, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> String {
        let lines = await person.types(line, sourceLocation: sourceLocation).lines
        #expect(
            lines.contains("What this device noticed:"), "\(line): \(lines)",
            sourceLocation: sourceLocation)
        return lines.joined(separator: " ")
    }

    private static func dump(_ person: Person) async -> [String] {
        await person.types("/dump").lines
    }

    @Test("a real group cannot be harmed: every command is refused, and nothing changes")
    func realGroups() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.types("+ 8 Tea")
        let before = await Self.dump(bob)
        for line in [
            "lose bob 1", "unlose", "tamper bob:2", "forge alice", "fork", "offline on",
            "offline off", "clock +2h", "crash published",
        ] {
            await bob.fails("/lab \(line)", status: 2, "real")
        }
        await alice.fails("/lab badqr", status: 2, "practice groups only")
        #expect(await Self.dump(bob) == before)
        #expect(await bob.types("/invites").lines.allSatisfy { !$0.contains("lab") })
        await bob.types("+ 9 Not killed")
    }

    @Test("what is typed wrongly says how it is typed, and makes no fault")
    func badArguments() async throws {
        let world = try World()
        let (_, bob) = try await Self.practice(world)
        let before = await Self.dump(bob)
        for (line, says) in [
            ("", "/lab lose"), ("nosuch", "/lab fork"), ("lose", "member"),
            ("lose bob", "needs a range"), ("lose bob -1", "-1"), ("lose bob 0-3", "range"),
            ("lose bob 5-3", "range"),
            ("lose bob 1-2-3", "range"), ("lose bob x", "range"), ("lose zed 1", "zed"),
            ("tamper", "event"), ("forge", "member"), ("forge zed", "zed"),
            ("offline", "on or off"), ("offline maybe", "on or off"),
            ("clock", "needs a length of time"),
            ("clock soon", "length of time"), ("clock 2h3", "length of time"),
            ("clock +99999999d", "+99999999d"), ("crash", "phase"),
            ("crash nowhere", "queued_for_publish"),
        ] {
            await bob.fails("/lab \(line)", status: 2, says)
        }
        await bob.fails("/lab tamper bob:99", status: 1, "99")
        await bob.fails("/lab badqr", status: 1, "Alice")
        #expect(await Self.dump(bob) == before)
    }

    @Test("lose and unlose: a hole is named and shuts the gate; a lost end nobody can see")
    func lose() async throws {
        let world = try World()
        let (alice, bob) = try await Self.practice(world)
        let whole = await Self.dump(bob)
        let hole = await Self.noticed(bob, "/lab lose alice 4-5")
        #expect(hole.hasPrefix("2 events lost on this device."))
        #expect(hole.contains("Alice: 4-5 missing"))
        #expect(hole.contains("Settlements are refused here: /gaps names the ways out."))
        await bob.fails("/settle Alice 1", status: 5, "Alice")
        let more = await Self.noticed(bob, "/lab lose bob 1")
        #expect(more.contains("You: 1 missing") || more.contains("Bob: 1 missing"), "\(more)")
        let back = await Self.noticed(bob, "/lab unlose")
        #expect(back.hasPrefix("3 events brought back.") && !back.contains("taken in"))
        #expect(back.contains("Settlements may be recorded here."))
        #expect(await Self.dump(bob) == whole)

        let end = await Self.noticed(bob, "/lab lose alice 7-99")
        #expect(end.hasPrefix("1 event lost") && end.contains("Settlements may be recorded here."))
        #expect(await Self.dump(bob) != whole)
        let none = await Self.noticed(bob, "/lab lose alice 400-500")
        #expect(none.hasPrefix("0 events lost"))
        await Self.expectHealed(bob, whole)

        // Without its beginning no group knows that it is one for practice.
        await bob.fails("/lab lose alice 1-3", status: 2, "number 1")
        #expect(await Self.dump(bob) == whole)
        #expect(await Self.dump(alice) == whole)
    }

    private static func expectHealed(_ person: Person, _ whole: [String]) async {
        _ = await noticed(person, "/lab unlose")
        #expect(await dump(person) == whole)
        #expect(await person.types("/audit").lines.joined().contains("No fault"))
    }

    @Test("tamper and forge: nothing proves the line, it is kept aside and counts for nothing")
    func falseLines() async throws {
        let world = try World()
        let (_, bob) = try await Self.practice(world)
        let before = await Self.dump(bob)
        for line in [
            "/lab tamper alice:3", "/lab tamper alice:5", "/lab tamper bob:2", "/lab forge alice",
            "/lab forge bob", "/lab tamper alice:1",
        ] {
            let words = await Self.noticed(bob, line)
            #expect(words.contains("nothing proves"), "\(line): \(words)")
            #expect(words.contains("counts for nothing"))
            #expect(words.contains("Settlements may be recorded here."), "\(line): \(words)")
            #expect(await Self.dump(bob) == before, "\(line)")
        }
        let history = await bob.types("/history 20").lines.joined()
        #expect(!history.contains("I owe you everything"))
        #expect(await bob.types("/audit").lines.joined().contains("No fault"))
        #expect(await bob.types("/rebuild").status == .done)
        #expect(await Self.dump(bob) == before)
    }

    @Test("fork: both entries count on every device, everybody is told, the gate shuts")
    func fork() async throws {
        let world = try World()
        let (alice, bob) = try await Self.practice(world)
        let own = await Self.noticed(bob, "/lab fork")
        #expect(own.contains("wrote 2 entries with number 2"), "\(own)")
        #expect(own.contains("Settlements are refused here"))
        _ = await bob.session.execute("/sync")
        let told = await alice.session.execute("/sync")
        #expect(told.exitCode == 4)
        #expect(told.lines.joined(separator: " ").contains("Bob wrote two different events"))
        #expect(await Self.dump(alice) == Self.dump(bob))
        await alice.fails("/settle Bob 1", status: 4, "number 2")
        await alice.types("/acknowledge --yes")
        await alice.types("/settle Bob 1")
    }

    @Test("offline: what is written waits, and goes out when the device is back")
    func offline() async throws {
        let world = try World()
        let (alice, bob) = try await Self.practice(world)
        #expect(await bob.types("/lab offline on").lines.joined().contains("cut off"))
        await bob.types("+ 3 Nuts")
        let away = await bob.session.execute("/sync")
        #expect(away.exitCode == 3 && !away.errorLines.isEmpty, "\(away)")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.allSatisfy { !$0.contains("Nuts") })
        #expect(await bob.types("/status").lines.joined().contains("1"))
        #expect(await bob.types("/lab offline off").lines.joined().contains("is back"))
        await bob.types("/sync")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Nuts") })
        #expect(await Self.dump(alice) == Self.dump(bob))
    }

    @Test("clock: hours ahead, days behind, decades ahead; the order does not change by it")
    func clock() async throws {
        let world = try World()
        let (alice, bob) = try await Self.practice(world)
        for (number, offset) in ["+2h", "-1d", "-10000d", "+10000d"].enumerated() {
            let said = await bob.types("/lab clock \(offset)").lines.joined()
            #expect(said.contains("claims this time") && said.contains("order does not change"))
            await bob.types("+ 1 Bob\(number)")
            await bob.types("/sync")
            await alice.types("/sync")
            await alice.types("+ 1 Alice\(number)")
            await alice.types("/sync")
            await bob.types("/sync")
        }
        #expect(await Self.dump(alice) == Self.dump(bob))
        let expected = (0..<4).flatMap { ["Bob\($0)", "Alice\($0)"] }
        let shown = await bob.types("/expenses").lines.compactMap { line in
            line.split(separator: " ").map(String.init).first(where: expected.contains)
        }
        #expect(shown == expected)
        let inspected = await alice.types("/inspect bob:6").lines.joined(separator: " ")
        #expect(inspected.contains("by its author's clock"))
        // The next own event is as good as any.
        #expect(await bob.types("/audit").lines.joined().contains("No fault"))
    }

    @Test("badqr: whoever opens the damaged invite reads a sentence")
    func badQR() async throws {
        let world = try World()
        let (alice, _) = try await Self.practice(world)
        for _ in 0..<5 {
            let lines = await alice.types("/lab badqr").lines
            #expect(lines.first?.contains("One letter of an invite was changed") == true)
            #expect(lines.joined(separator: " ").contains("damaged"), "\(lines)")
        }
    }
}
