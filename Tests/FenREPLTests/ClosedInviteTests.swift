import Testing

@testable import FenREPL

@Suite("An invite that lets nobody in any more")
struct ClosedInviteTests {
    private static let words = "organiser any more: ask Alice for one of your own"

    @Test("one that was taken back: said on joining, by /status, /sync and every answer")
    func revoked() async throws {
        let world = try World()
        let (alice, link) = try await StoryTests.dublin(world)
        await alice.types("/revoke Bob")
        await alice.types("/sync")
        let bob = try await world.person("Bob")
        let joined = await bob.types("/join \(link) --yes folder=\(world.folder)/store").lines
        #expect(joined.contains { $0.contains(Self.words) })
        #expect(!joined.joined().contains("lets you in by itself"))
        for line in ["/status", "/sync", "/balances", "+ 3 Tea", "hello"] {
            let lines = await bob.types(line).lines.joined(separator: " ")
            #expect(lines.contains(Self.words), "\(line): \(lines)")
            #expect(!lines.contains("waiting for Alice's device"), "\(line): \(lines)")
        }
        #expect(
            await bob.types("/status --json").lines[0].contains(#""needs_fresh_invite":true"#))
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
        #expect(joined.contains { $0.contains(Self.words) })
        #expect(await carol.types("/status").lines.contains { $0.contains(Self.words) })
        await bob.types("/sync")
        #expect(await !bob.types("/status").lines.joined().contains(Self.words))
    }
}
