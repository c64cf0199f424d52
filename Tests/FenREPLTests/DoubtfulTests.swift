import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenREPL

/// Times and names that came from another device and are not what they look like.
@Suite("Doubtful times and names", .serialized)
struct DoubtfulTests {
    @Test("AC-18: a claimed time that cannot be right says so wherever it is shown")
    func clocks() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Practice EUR --lab")
        await alice.types("/lab clock +3d")
        let ahead = try #require(await alice.types("Tomorrow").mainValue)
        await alice.types("/lab clock off")
        let behind = try #require(await alice.types("Today").mainValue)
        await alice.types("Later")

        for line in ["/history", "/log"] {
            let lines = await alice.types(line).lines
            #expect(lines.count { $0.contains("its clock is 3 days ahead") } == 1, "\(lines)")
            #expect(lines.count { $0.contains("its clock went back 3 days") } == 1, "\(lines)")
        }
        #expect(
            await alice.types("/inspect \(ahead)").lines.contains(
                "That is 3 days ahead of this device's clock."))
        #expect(
            await alice.types("/inspect \(behind)").lines.contains(
                "That is 3 days before what the same author claimed for the event before it."))

        let json = await alice.types("/history 3 --json").lines[0]
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let items = try #require(object["items"] as? [[String: Any]])
        let clocks = items.map { ($0["event"] as? [String: Any])?["clock"] as? [String: Any] }
        #expect(clocks.map { $0?["off"] as? String } == ["ahead", "behind", nil])
        #expect(clocks[0]?["ms"] is NSNumber)
        await alice.session.close()
    }

    @Test(
        "how long is said in minutes, hours or days",
        arguments: [
            (660_000, "11 min"), (7_199_999, "2 h"), (86_400_000, "24 h"), (172_799_999, "2 days"),
            (.max, "106751991167 days"),
        ] as [(Int64, String)])
    func lengths(milliseconds: Int64, words: String) {
        let phrase = ClockFace.short(.ahead(milliseconds: milliseconds))
        #expect(phrase.text == "its clock is \(words) ahead")
    }

    @Test("AC-05: a name with something invisible from another device is shown so and told apart")
    func names() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let group = try #require(try await alice.session.engine.groups().first).id
        var tags: [String] = []
        for person in [alice, bob] {
            tags.append(try #require(try await person.session.engine.identity()).publicKey.tag)
        }
        for (name, shown) in [
            ("Alice\u{200B}", "Alice\\u{200B}"), ("Ali\u{0}ce", "Ali^@ce"),
        ] {
            // Bob's device does not mind what a person may be called.
            _ = try await bob.session.engine.write(
                .memberRenamed(MemberRenamed(name: name)), in: group)
            await bob.types("/sync")
            await alice.types("/sync")
            let members = await alice.types("/members").lines
            #expect(members.contains { $0.contains("\(shown)(\(tags[1]))") }, "\(members)")
            #expect(members.contains { $0.contains("Alice(\(tags[0]))") })
            let history = await alice.types("/history 2").lines
            #expect(history.contains { $0.contains("is now called \(shown)") }, "\(history)")
            let json = await alice.types("/members --json").lines
            for line in members + history + json {
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{200B}" })
            }
        }
        await alice.session.close()
        await bob.session.close()
    }
}
