import FenEngine
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// What passes over a Nextcloud ask of it.
@Suite(
    "What a Nextcloud is asked",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct ShareCostTests {
    let share: ShareTests

    init() throws { share = try ShareTests() }

    /// The requests of what is done, each by its verb, with its depth where it has one.
    private func asked(_ body: () async throws -> Void) async throws -> [String] {
        _ = try await share.server.log()
        try await body()
        return try await share.server.log().map { seen in
            seen.method + (seen.headers["depth"].map { " \($0)" } ?? "")
        }
    }

    @Test("nothing new is one question about one folder; a new event is fetched by its own bytes")
    func passes() async throws {
        let alice = try await share.organiser()
        let bob = try await share.member("Bob", of: alice)
        await alice.types("/sync")
        for person in [alice, bob] {
            // Whatever was new, or was their own doing, has been seen after this.
            await person.types("/sync")
            for _ in 0..<2 {
                #expect(try await asked { await person.types("/sync") } == ["PROPFIND 0"])
            }
        }

        await alice.types("+ 21.60 Guinness")
        let down = try await asked { await bob.types("/sync") }
        #expect(down == ["PROPFIND 0", "PROPFIND 1", "GET"])
        #expect(try await asked { await bob.types("/sync") } == ["PROPFIND 0"])
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        // Her own write is no news to her: the tag it has left is learnt with the listing.
        #expect(try await asked { await alice.types("/sync") } == ["PROPFIND 1"])
        #expect(try await asked { await alice.types("/sync") } == ["PROPFIND 0"])

        // The first pass of a process compares the own file, for which one listing is enough.
        await bob.session.close()
        let again = try await share.world.person("Bob")
        _ = await again.session.begin()
        #expect(try await asked { await again.types("/sync") } == ["PROPFIND 1"])
        #expect(try await asked { await again.types("/sync") } == ["PROPFIND 0"])
    }

    @Test("what one pass could not read is read by the next, though nothing is new since")
    func failedReading() async throws {
        let alice = try await share.organiser()
        let bob = try await share.member("Bob", of: alice)
        for _ in 0..<2 { await bob.types("/sync") }
        await alice.types("+ 21.60 Guinness")
        try await share.server.set(["cutDownloadAt": 100])
        #expect(await bob.session.execute("/sync").status != .done)
        try await share.server.set(["cutDownloadAt": NSNull()])
        let down = try await asked { await bob.types("/sync") }
        #expect(down.contains("GET"))
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
    }
}
