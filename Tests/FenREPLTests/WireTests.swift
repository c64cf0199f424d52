import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("/wire", .serialized)
struct WireTests {
    /// Alice and Bob, connected over loopback, with no store.
    private static func connected(_ world: World) async throws -> (alice: Person, bob: Person) {
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/listen 127.0.0.1:0")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/wire on")
        await bob.types("/join \(link) --yes")
        return (alice, bob)
    }

    @Test("each step is told as it passes and never in an answer; /wire last lists them after")
    func connection() async throws {
        let world = try World()
        let (alice, bob) = try await Self.connected(world)
        let told = Told(bob.session)
        await bob.types("+ 21.60 Guinness")
        #expect(await told.hears { $0.hasPrefix("-> Alice: events, ") })
        #expect(await told.hears { $0.hasPrefix("<- Alice: have, ") })
        #expect(
            told.lines.contains { line in
                line.wholeMatch(
                    of: /-> .*: hello, 37 bytes \[\d+ ms\]/) != nil
            }, "\(told.lines)")
        #expect(
            told.lines.contains {
                $0.contains(": handshake-3, 66 bytes [")
            })

        let last = await bob.types("/wire last").lines
        #expect(last[0].wholeMatch(of: /The last connection, with Alice: \d+ steps, .*\./) != nil)
        for (kind, bytes) in [
            ("-> hello", 37), ("-> handshake-1", 50), ("<- handshake-2", 98),
            ("-> handshake-3", 66),
        ] {
            #expect(last.contains { $0.hasSuffix("\(kind) \(bytes)") }, "\(last)")
        }
        #expect(last.contains { $0.contains("-> events ") && $0.hasSuffix(" 1 event") })
        for answer in [await bob.types("/balances"), await bob.types("+ 1 Tea")] {
            #expect(!answer.lines.contains { $0.contains("->") || $0.contains("<-") })
        }

        await bob.types("/wire off")
        let json = await bob.types("/wire last --json").lines[0]
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let steps = try #require(object["steps"] as? [[String: Any]])
        let keys = [
            "way", "with", "direction", "kind", "object", "offset", "bytes", "counts", "unchanged",
            "error", "ms", "took_ms",
        ]
        let page = try String(contentsOf: JSONKeysTests.page, encoding: .utf8)
        #expect(steps.allSatisfy { Set($0.keys) == Set(keys) } && steps.count > 8)
        for key in keys { #expect(page.contains("`\(key)`")) }
        #expect(object["group"] as? String == "Trip" && object["live"] as? Bool == false)

        let text = (told.lines + last + [json]).joined(separator: "\n")
        let group = try await Self.group(bob)
        var secrets = try await bob.session.engine.secretTexts(of: group)
        for person in [alice, bob] {
            secrets.append(try #require(try await person.session.engine.identity()).publicKey.hex)
        }
        for secret in secrets + ["Guinness"] { #expect(!text.contains(secret)) }
        await alice.session.close()
        await bob.session.close()
    }

    @Test("a pass with the store is listed file by file; nothing has passed before it")
    func store() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.types("+ 21.60 Guinness")
        await alice.types("/sync")
        let last = await alice.types("/wire last").lines
        #expect(last[0].hasPrefix("The last pass with the store: "))
        let key = try #require(try await bob.session.engine.identity()).publicKey.hex
        #expect(last.contains { $0.contains("<- list logs, 2 objects, took ") }, "\(last)")
        #expect(
            last.contains {
                $0.contains("<- get ") && $0.contains("\(key.prefix(8))....jsonl from byte ")
            }, "\(last)")
        #expect(!last.joined().contains(key) && !last.joined().contains(world.folder))

        let fresh = try await world.person("Carol")
        let nothing = await fresh.types("/wire last").lines
        #expect(nothing.first?.hasPrefix("Nothing has passed") == true)
        await fresh.fails("/wire", status: 2, "Say on, off or last.")
        await fresh.fails("/wire tap", status: 2, "Say on, off or last.")
        let single = try await world.person("Dora", source: .arguments)
        #expect(await single.types("/wire last").lines.joined().contains("A single command knows"))
        await single.fails("/wire on", status: 2, "over before anything could be watched")
    }

    @Test("somebody else's name and a long burst cannot make a mess")
    func wording() {
        let step = WireStep(
            way: .peer, with: "Bo\u{1B}[2Jb", isOutgoing: false, kind: "have", bytes: 1,
            counts: ["authors": 1, "ranges": 0, "numbers": 2], milliseconds: 7)
        #expect(
            WireFace.live(.wire(nil, step))?.text
                == "<- Bo^[[2Jb: have, 1 byte, 1 author, 2 numbers [7 ms]")
        #expect(
            WireFace.live(.wireSummed(312))?.text
                == "and 312 more steps: /wire last shows the newest.")
        let run = WireRun(
            way: .peer, with: "192.0.2.1:7117", isStranger: true, isAttempt: false, bytesOut: 0,
            bytesIn: 300,
            steps: [step], omitted: 5)
        let lines = Fixtures.lines(WireFace.result([run], in: nil, isWatched: false).text)
        #expect(
            lines == [
                "The last connection from somebody without a key of a group here, "
                    + "192.0.2.1:7117: 6 steps, 0 bytes out, 300 in.",
                "  5 older steps are not kept.",
                "  ms      step  bytes",
                "   7  <-  have      1  1 author, 2 numbers",
            ])
        let attempt = WireRun(
            way: .peer, with: "192.0.2.1:7117", isStranger: false, isAttempt: true, bytesOut: 0,
            bytesIn: 37, steps: [step], omitted: 0)
        #expect(
            Fixtures.lines(WireFace.result([attempt], in: nil, isWatched: false).text).first
                == "The last handshake that no connection has followed, with 192.0.2.1:7117: "
                + "1 step, 0 bytes out, 37 in.")
    }

    private static func group(_ person: Person) async throws -> GroupID {
        try #require(try await person.session.engine.groups().first).id
    }
}

/// What a session says by itself.
private final class Told: Sendable {
    private let said = Mutex<[String]>([])

    init(_ session: ReplSession) {
        let notices = session.notices()
        Task { [weak self] in
            for await lines in notices { self?.said.withLock { $0 += lines } }
        }
    }

    var lines: [String] { said.withLock { $0 } }

    /// Waits for a line, at most 10 s.
    func hears(_ test: @Sendable (String) -> Bool) async -> Bool {
        for _ in 0..<1_000 {
            if lines.contains(where: test) { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

extension Engine {
    /// The group's keys and what is derived from them, as text.
    fileprivate func secretTexts(of id: GroupID) throws -> [String] {
        try group(id).keys.all.flatMap(\.secretTexts)
    }
}
