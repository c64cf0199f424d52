import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

/// What a person reads while a store does not do its part.
@Suite("Trouble with a store, in words")
struct TroubleTests {
    /// Alice with a group over a folder that a test makes fail.
    private func scene() async throws -> (world: World, alice: Person, store: MoodyBackend) {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        let store = MoodyBackend(FolderBackend(root: world.folder + "/store"))
        let id = try #require(try await alice.session.currentGroup())
        await alice.session.engine.use(store, in: id)
        return (world, alice, store)
    }

    static let cases: [(StorageError, sentence: String, word: String, course: String)] = [
        (
            StorageError(.network, "The store cannot be reached."),
            "Changes saved locally. Waiting to sync.", "offline", "The next try is in "
        ),
        (
            StorageError(.busy, "The store is busy.", retryAfter: .seconds(300)),
            "Backend is busy. Retrying in 5 min.", "store busy", "/retry tries now"
        ),
        (
            StorageError(.auth, "The store does not accept the key.", hint: "Ask the owner."),
            "Backend sign-in expired. Type /retry to reconnect.", "sign-in expired",
            "Nothing is sent before you act"
        ),
        (
            StorageError(.quota, "The store is full."),
            "Backend storage is full. Switch backend or contact the backend operator.",
            "store full", "/backend for another store"
        ),
        (
            StorageError(.refused, "The store does not take it."),
            "This backend could not accept an event. Type /diagnostics FILE to export "
                + "diagnostics.", "refused", "Nothing is sent before you act"
        ),
        (
            StorageError(.readOnly, "The key may read and not write."),
            "Backend declined this event (The key may read and not write).", "declined",
            "The next try is in "
        ),
        (
            StorageError(.missing, "The store has no bucket of that name."),
            "Backend unavailable. Nothing new can be written here; type /export FILE events to "
                + "keep an archive.", "store gone", "/backend none goes on without one"
        ),
    ]

    @Test("/sync, /status and the prompt say what it is and what to do", arguments: cases.indices)
    func words(index: Int) async throws {
        let (error, sentence, word, course) = Self.cases[index]
        let (_, alice, store) = try await scene()
        store.fails(.server("Not now."))
        await alice.types("+ 12 Tea")
        store.fails(error)
        let failed = await alice.session.execute("/sync")
        #expect(failed.exitCode == 3)
        let said = failed.errorLines.joined(separator: "\n")
        #expect(said.contains(sentence) && said.contains(error.message), "\(said)")
        let status = await alice.types("/status")
        #expect(status.lines.count { $0 == sentence } == 1, "\(status.lines)")
        #expect(status.lines.contains { $0.contains(course) && $0.contains("2 tries in a row") })
        #expect(status.lines.contains { $0.contains(word) && $0.hasPrefix("Trip") })
        #expect(status.json[0].contains("\"attempts\":2"))
        store.fails(nil)
        await alice.types("/retry")
        let after = await alice.types("/status")
        #expect(after.json[0].contains("\"trouble\":null"))
        #expect(!after.lines.contains { $0.contains(sentence) || $0.contains(word) })
    }

    @Test("while the store is gone: no writing, exit 3, and an archive that heals")
    func gone() async throws {
        let (world, alice, store) = try await scene()
        await alice.types("+ 12 \"Tea for everybody\"")
        store.fails(StorageError(.missing, "The store has no bucket of that name."))
        await alice.fails("/sync", status: 3, "Backend unavailable")
        await alice.fails("+ 3 Cake", status: 3, "/export FILE events")
        await alice.fails("hello", status: 3, "nothing new is written here")
        let archive = world.folder + "/trip.events"
        let said = await alice.types("/export \(archive) events")
        #expect(said.lines[0].hasPrefix("Wrote "))
        #expect(said.lines[0].contains("Only members can read it; /heal takes it in"))
        #expect(said.json[0].contains("\"format\":\"events\""))
        let text = try String(contentsOfFile: archive, encoding: .utf8)
        #expect(text.hasPrefix("{\"fen\":\"archive/1\"") && !text.contains("Tea for everybody"))
        #expect(try mode(of: archive) == 0o600)
        await alice.types("/heal \(archive)")
        #expect(try String(contentsOfFile: archive, encoding: .utf8) == text)
        await alice.types("/backend none")
        await alice.types("+ 3 Cake")
    }

    @Test("a notice says it once, in the seeds' words, and once that it is over")
    func notices() async throws {
        let (_, alice, store) = try await scene()
        let engine = await alice.session.engine
        let id = try #require(try await alice.session.currentGroup())
        store.fails(StorageError(.network, "The store cannot be reached."))
        await alice.types("+ 12 Tea")
        let error = FenError("STORE_NETWORK", "The store cannot be reached.", status: .network)
        let lines = await alice.session.lines(for: .syncFailed(id, error))
        #expect(
            lines == [
                "Changes saved locally. Waiting to sync.",
                "The store cannot be reached. /status says more.",
            ])
        #expect(
            await alice.session.lines(for: .syncRecovered(id)) == ["The backend answers again."])
        await engine.close()
        var told = 0
        for await notice in engine.notices {
            if case .syncFailed = notice { told += 1 }
        }
        #expect(told == 1)
    }

    @Test("a countdown in words")
    func countdown() {
        let words = [0, 1, 8_000, 89_000, 90_000, 600_000, 5_400_000, 7_800_000].map {
            TimeLength.words($0)
        }
        #expect(
            words == ["0 s", "1 s", "8 s", "89 s", "2 min", "10 min", "1 h 30 min", "2 h 10 min"])
    }
}

extension Engine {
    /// Puts a backend of a test's own in place of the group's.
    func use(_ backend: any StorageBackend, in id: GroupID) {
        backends[id] = backend
    }
}

/// A file's permissions.
func mode(of path: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    return try #require(value as? NSNumber).intValue
}
