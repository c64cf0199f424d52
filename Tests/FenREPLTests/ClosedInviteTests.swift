import Testing

@testable import FenREPL

@Suite("An invite that lets nobody in any more")
struct ClosedInviteTests {
    private static let takenBack = "was taken back: ask Alice for one of your own"
    private static let usedByBob = "was already used by Bob: ask Alice for one of your own"

    @Test("one that was taken back: said on joining, by /status, /sync and every answer")
    func revoked() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        await alice.types("/revoke Bob")
        await alice.types("/sync")
        let bob = try await world.person("Bob")
        let joined = await bob.types("/join \(link) --yes folder=\(world.folder)/store").lines
        #expect(joined.contains { $0.contains(Self.takenBack) })
        #expect(!joined.joined().contains("lets you in by itself"))
        for line in ["/status", "/sync", "/balances", "+ 3 Tea", "hello"] {
            let lines = await bob.types(line).lines.joined(separator: " ")
            #expect(lines.contains(Self.takenBack), "\(line): \(lines)")
            #expect(!lines.contains("waiting for Alice's device"), "\(line): \(lines)")
        }
        let status = await bob.types("/status --json").lines[0]
        #expect(status.contains(#""needs_fresh_invite":true"#))
        #expect(status.contains(#""waits_for":"revoked""#))
    }

    @Test("one that somebody else has used")
    func used() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        let bob = try await world.person("Bob")
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        await alice.types("/sync")
        let carol = try await world.person("Carol")
        let joined = await carol.types("/join \(link) --yes folder=\(world.folder)/store").lines
        #expect(joined.contains { $0.contains(Self.usedByBob) })
        #expect(await carol.types("/status").lines.contains { $0.contains(Self.usedByBob) })
        await bob.types("/sync")
        #expect(await !bob.types("/status").lines.joined().contains(Self.usedByBob))
    }

    @Test("while it may yet: that somebody has to choose, or to say yes, is told")
    func undecided() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        let bob = try await world.person("Bob")
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        world.wait(minutes: 30 + 24 * 60 + 1)
        let late = await bob.types("/status").lines
        #expect(
            late.contains {
                $0.contains("waiting for Alice's yes, since the invite ran out more than a day ago")
            })
        let fresh = try #require(await alice.types("/invite Carol").mainValue)
        for name in ["Carol", "Dana"] {
            let joiner = try await world.person(name)
            await joiner.types("/join \(fresh) --yes folder=\(world.folder)/store")
            let isSecond = name == "Dana"
            let words = await joiner.types("/status").lines.joined(separator: " ")
            #expect(
                words.contains("waiting for Alice's choice, since more than one") == isSecond)
            let json = await joiner.types("/status --json").lines[0]
            #expect(json.contains(#""waits_for":"\#(isSecond ? "several" : "device")""#), "\(json)")
        }
    }
}
