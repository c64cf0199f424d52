import FenEngine
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// What commands answer where something is not as somebody thinks.
@Suite("Plain words", .serialized)
struct PlainWordsTests {
    private static func said(_ person: Person, _ line: String) async -> String {
        let outcome = await person.session.execute(line)
        return (outcome.lines + outcome.errorLines).joined(separator: " ")
    }

    /// Alice and Bob in a practice group without a store, connected, each with three entries.
    private static func direct(_ world: World) async throws -> (alice: Person, bob: Person) {
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Practice EUR --lab")
        await alice.types("/listen 127.0.0.1:0")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes")
        for text in ["Bread", "Cheese", "Wine"] { await alice.types("+ 10 \(text)") }
        for _ in 0..<500 {
            if await said(bob, "/expenses").contains("Wine") { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        return (alice, bob)
    }

    @Test("without a store nothing is said of one, and what is gone on without is still named")
    func withoutStore() async throws {
        let world = try World()
        let (_, bob) = try await Self.direct(world)
        // What has just gone to everybody who is there is not said to be unknown to them.
        let settled = await Self.said(bob, "/settle Alice 1")
        #expect(!settled.contains("Peers may still") && settled.contains("1 connected device"))
        await bob.types("/lab offline on")
        await bob.types("/lab lose alice 4-5")
        for line in ["/status", "/balances"] {
            let words = await Self.said(bob, line)
            #expect(words.contains("not all events have come from the others"), "\(line): \(words)")
            #expect(!words.contains("backend"), "\(line): \(words)")
        }
        let status = await Self.said(bob, "/status")
        #expect(status.contains("/connect") && !status.contains("/sync"), "\(status)")
        #expect(await Self.said(bob, "/settle Alice 1").contains("/connect to somebody"))
        await bob.types("/acknowledge --yes")
        let after = await Self.said(bob, "/status")
        #expect(after.contains("Alice: 4-5 missing"), "\(after)")
        #expect(after.contains("You go on without") && after.contains("/connect"))
        await bob.types("/lab unlose")
        await bob.types("/lab tamper alice:5")
        await bob.types("/lab lose alice 5")
        #expect(await Self.said(bob, "/status").contains("/connect to somebody who has one"))
    }

    @Test("the lab counts what it did, and leaves no invite behind")
    func lab() async throws {
        let world = try World()
        let (alice, bob) = try await Self.direct(world)
        await bob.types("/lab offline on")
        await bob.types("/lab lose alice 4-5")
        let file = world.folder + "/gaps"
        await bob.types("/gaps export \(file)")
        await alice.types("/heal \(file)")
        await bob.types("/heal \(file)")
        #expect(await Self.said(bob, "/lab unlose").hasPrefix("Nothing that the lab has lost"))
        await bob.types("/lab lose alice 5")
        #expect(await Self.said(bob, "/lab unlose").hasPrefix("1 event brought back."))
        let before = await Self.said(alice, "/dump")
        #expect(await Self.said(alice, "/lab badqr").contains("One letter of an invite"))
        #expect(await Self.said(alice, "/dump") == before)
    }

    @Test("a file that heals says what came, what is damaged and which group it is about")
    func heal() async throws {
        let world = try World()
        let (alice, bob) = try await Self.direct(world)
        await bob.types("/lab offline on")
        await bob.types("/lab lose alice 4-5")
        let file = world.folder + "/gaps"
        #expect(await Self.said(bob, "/gaps export \(world.folder)").contains("is a folder"))
        await bob.types("/gaps export \(file)")
        let given = await Self.said(alice, "/heal \(file)")
        #expect(given.contains("0 entries received"), "\(given)")
        #expect(given.contains("2 entries added"), "\(given)")
        var text = try String(contentsOfFile: file, encoding: .utf8)
        let sealed = try #require(text.range(of: "\"ct\":\""))
        let place = text.index(sealed.upperBound, offsetBy: 12)
        text.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        await bob.types("/new Other EUR")
        let healed = await Self.said(bob, "/heal \(file)")
        #expect(healed.contains("This file is about Practice."), "\(healed)")
        #expect(healed.contains("1 entry in it is damaged"), "\(healed)")
        #expect(await Self.said(bob, "/heal nofile").contains("The file nofile cannot be read"))
    }

    @Test("connections: what listens, what is replaced, what is no address, and extra words")
    func connections() async throws {
        let world = try World()
        let (alice, bob) = try await Self.direct(world)
        let first = try #require(await Self.listening(alice).first)
        let second = await Self.said(alice, "/listen 127.0.0.1:0")
        #expect(second.contains("No longer listening at \(first)."), "\(second)")
        #expect(await Self.said(alice, "/listen off").contains("Nobody new can connect"))
        #expect(await Self.said(alice, "/listen off").contains("was not listening"))
        #expect(await Self.said(alice, "/open off").contains("No table is open"))
        for line in ["/connect a b", "/listen 127.0.0.1:0 extra", "/frontier foo"] {
            await bob.fails(line, status: 2, "does not take")
        }
        for line in ["/join nonsense", "/join 127.0.0.1:70000", "/join 999.9.9.9:3"] {
            await bob.fails(line, status: 2, "nor the address of an open table")
        }
        let alone = try await world.person("Alone", source: .arguments)
        await alone.types("/new Other EUR")
        #expect(await Self.said(alone, "/peers").contains("no connections of its own"))
        await alone.fails("/frontier vs Bob", status: 2, "no connections of its own")
    }

    private static func listening(_ person: Person) async -> [String] {
        await person.session.engine.listening.map(\.address)
    }

    @Test("a first start says its name once; the words of a table may stand in a pipe")
    func starts() async throws {
        let world = try World()
        let script = Script(["Zoe"])
        let zoe = try await world.person("Zoe", source: .prompt, asker: script)
        let outcome = await zoe.session.begin()
        let all = script.asked.withLock { $0 } + outcome.lines
        #expect(all.count { $0.contains("Shared expenses, private by design.") } == 1, "\(all)")
        await zoe.session.close()

        let piped = try await world.person("Piper", source: .arguments, asker: nil)
        await piped.fails("/join 127.0.0.1:1", status: 2, "No words were given.")
    }

    @Test("a paragraph is broken once, however wide the window is", arguments: [80, 100, 104, 140])
    func paragraphs(width: Int) {
        var environment = Fixtures.environment()
        environment.wraps = true
        environment.width = width
        let text = Array(repeating: "four", count: 60).joined(separator: " ")
        let rows = OutcomeRenderer(environment: environment).lines([.paragraph(Phrase(own: text))])
        let most = min(width, 100)
        #expect(rows.dropLast().allSatisfy { $0.count <= most && $0.count > most - 5 }, "\(rows)")
        #expect(rows.joined(separator: " ") == text)
    }

    @Test("a fork is no gap; both are named where both are so")
    func words() {
        let fork = GateView.fork(author: Fixtures.bob, seq: 2)
        let other = GateView.fork(author: Fixtures.may, seq: 1)
        let gap = GateView.missing(author: Fixtures.bob, from: 1, through: 2)
        #expect(ReplSession.attention(Fixtures.group(gate: [fork, other])) == ["fork"])
        #expect(ReplSession.attention(Fixtures.group(gate: [fork, gap])) == ["fork", "gap"])
        #expect(ReplSession.attention(Fixtures.group(gate: [gap])) == ["gap"])
    }
}
