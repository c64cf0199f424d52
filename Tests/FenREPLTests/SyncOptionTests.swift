import FenEngine
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// What `/sync` does only when it is told to.
@Suite("Options of /sync")
struct SyncOptionTests {
    @Test("--insist asks first, is refused while a store answers, and works where there is none")
    func insist() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.fails("/sync --insist", status: 2, "nobody to ask")
        let outcome = await alice.types("/sync --insist --yes")
        #expect(outcome.lines == ["You can write in Trip again."])
        #expect(outcome.json.first?.contains("\"insisted\":true") == true)
        await alice.types("/backend folder \(world.folder)/store")
        await alice.fails("/sync --insist --yes", status: 1, "can be reached")

        let asker = Script(["no"])
        let bob = try await world.person("Bob", asker: asker)
        _ = await bob.session.begin()
        await bob.types("/new Other EUR")
        await bob.fails("/sync --insist", status: 1, "Nothing was changed.")
        #expect(asker.asked.withLock { $0.joined() }.contains("numbers are used twice"))
    }

    @Test("repair puts back at once what the store has lost of others")
    func repairs() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        let link = try #require(
            await alice.types("/invite Bob").lines.first { $0.contains("fen://") })
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        let words = try #require(link.split(separator: " ").first { $0.hasPrefix("fen://") })
        await bob.types("/join \(words) folder=\(world.folder)/store --yes")
        await alice.types("/sync")
        await bob.types("/sync")
        let logs = try FileManager.default.subpathsOfDirectory(atPath: world.folder + "/store")
            .filter { $0.hasSuffix(".jsonl") }.map { world.folder + "/store/" + $0 }
        let key = try #require(try await alice.session.engine.identity()).publicKey
        let file = try #require(logs.first { $0.contains("\(key)") })
        try FileManager.default.removeItem(atPath: file)
        await bob.types("/sync")
        #expect(try repairFiles(world).isEmpty)
        await bob.types("/sync repair")
        #expect(try repairFiles(world).count == 1)
        await bob.fails("/sync --repairs", status: 2, "no option --repairs")
        await bob.fails("/sync repair --insist", status: 2, "beside --insist")
    }

    private func repairFiles(_ world: World) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: world.folder + "/store")
            .filter { $0.hasSuffix(".repair.jsonl") }
    }
}

/// Where an error came from, for a report.
@Suite("The cause of an error")
struct CauseTests {
    @Test("it stands in --json and not among the lines")
    func json() {
        let renderer = OutcomeRenderer(environment: Fixtures.environment())
        let error = FenError("HOME_DISK_FULL", "The disk is full.", cause: "SQLite 13: disk full")
        let outcome = renderer.outcome(of: error, command: "sync")
        #expect(outcome.json.first?.contains("\"cause\":\"SQLite 13: disk full\"") == true)
        #expect(!outcome.errorLines.joined().contains("SQLite"))
        struct Unknown: Error { let secret = "fen://join" }
        let unknown = renderer.outcome(of: Unknown(), command: nil)
        #expect(unknown.json.first?.contains("\"cause\":\"Unknown\"") == true)
        #expect(!(unknown.errorLines + unknown.json).joined().contains("fen://"))
    }
}
