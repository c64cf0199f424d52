import FenEngine
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// Backups, moves, passphrases, and erasing, as they are typed.
@Suite("Keeping and erasing")
struct KeepingTests {
    private static let passphrase = "correct horse battery"

    private func keys(_ outcome: CommandOutcome) throws -> Set<String> {
        let json = try #require(outcome.json.first)
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return Set(try #require(value as? [String: Any]).keys).subtracting(["command", "ok"])
    }

    @Test("a backup is asked for its passphrase twice, and the file has mode 0600")
    func backup() async throws {
        let world = try World()
        let file = world.folder + "/alice.backup"
        let asker = Script([
            "Alice", Self.passphrase, "correct horse batery", Self.passphrase, Self.passphrase,
            "short", "short",
        ])
        let alice = try await world.person("Alice", asker: asker)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("+ 3 Tea")
        await alice.fails("/backup \(file)", status: 2, "not the same")
        #expect(!FileManager.default.fileExists(atPath: file))
        let done = await alice.types("/backup \(file)")
        #expect(try keys(done) == ["file", "bytes", "groups"])
        #expect(try mode(of: file) == 0o600)
        await alice.fails("/backup \(file) --yes", status: 2, "fewer than 8")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder).count == 3)
        #expect(asker.asked.withLock { $0.filter { $0.contains("not shown") }.count } == 6)
        for line in done.lines + done.json { #expect(!line.contains("horse")) }

        let back = try await world.person(
            "Back", asker: Script(["Back", "wrong", Self.passphrase]))
        _ = await back.session.begin()
        await back.fails("/restore \(file)", status: 4, "not the backup's passphrase")
        let restored = await back.types("/restore \(file)")
        #expect(try keys(restored) == ["name", "tag", "key", "groups"])
        #expect(restored.lines.first?.contains("you are Alice") == true)
        #expect(await back.types("/balances").lines == alice.types("/balances").lines)
        await back.fails("/restore \(file)", status: 2, "in use")
    }

    @Test(
        "an identity moves by a file and six words; the old home says at every turn where it went")
    func move() async throws {
        let world = try World()
        let file = world.folder + "/alice.move"
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        await alice.types("+ 3 Tea")
        let moved = await alice.types("/identity move \(file) --yes")
        let code = try #require(moved.mainValue)
        #expect(try keys(moved) == ["file", "code"])
        #expect(try mode(of: file) == 0o600)
        for line in ["+ 3 Cake", "Hello", "/sync", "/me Alicia", "/invite Bob", "/set plain on"] {
            await alice.fails(line, status: 1, "moved to another device")
        }
        await alice.types("/balances")
        let desk = try await world.person("Desk", asker: Script(["Desk", code]))
        _ = await desk.session.begin()
        let restored = await desk.types("/restore \(file)")
        #expect(try keys(restored) == ["name", "tag", "key", "groups", "confirmation"])
        let words = try #require(restored.mainValue)
        #expect(restored.lines.contains { $0.contains("/identity move done \(words)") })
        await desk.types("+ 3 Cake")
        await alice.fails("/identity move done one two three", status: 4, "not the words")
        #expect(try keys(await alice.types("/identity move done \(words)")) == ["moved"])
        await alice.fails("/identity move undo --yes", status: 1, "new device has this identity")
    }

    @Test("a locked home asks before the first line, waits after wrong ones, and ends after three")
    func lock() async throws {
        let world = try World()
        let first = try await world.person(
            "Alice", asker: Script(["Alice", Self.passphrase, Self.passphrase]))
        _ = await first.session.begin()
        await first.types("/new Trip EUR")
        let locked = await first.types("/lock set")
        #expect(try keys(locked) == ["locked"])
        let said = locked.lines.joined(separator: " ")
        #expect(said.contains("does not hide what was opened here already"))
        await first.session.close()

        let wrong = try await world.person("Alice", asker: Script(["no", "nor this", "nor that"]))
        let refused = await wrong.session.begin()
        #expect(refused.leave && refused.exitCode == 4)
        #expect(refused.errorLines.contains { $0.contains("not the passphrase of this home") })
        await wrong.session.close()

        let script = try await world.person("Alice")
        let none = await script.session.begin()
        #expect(none.exitCode == 4)
        #expect(none.errorLines.joined().contains("FEN_PASSPHRASE_FILE"))
        await script.session.close()

        let file = world.folder + "/passphrase"
        try Data("\(Self.passphrase)\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let open = try await world.person("Alice", passphraseFile: file)
        #expect(await open.session.begin().exitCode == 2)
        await open.session.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        world.wait(minutes: 1)
        let right = try await world.person("Alice", passphraseFile: file)
        #expect(await right.session.begin().exitCode == 0)
        await right.types("+ 3 Tea")
        await right.session.close()

        // Asked: after three wrong ones the fourth waits, by the clock of the test.
        let asker = Script([Self.passphrase, Self.passphrase])
        let last = try await world.person("Alice", asker: asker)
        #expect(await last.session.begin().exitCode == 0)
        await last.types("/lock remove")
        #expect(await last.types("/lock").lines.first?.contains("no passphrase") == true)
        await last.session.close()
    }

    @Test("forgetting warns of what would be lost, and asks; erasing asks for a word")
    func forgetting() async throws {
        let world = try World()
        let asker = Script(["Alice", "no", "yes", "yes", "erase"])
        let alice = try await world.person("Alice", asker: asker)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/new Other EUR")
        await alice.types("/backend folder \(world.folder)/store")
        await alice.types("/use Trip")
        await alice.types("+ 3 Tea")
        await alice.fails("/forget Trip", status: 1, "Nothing was erased")
        await alice.types("/forget Trip")
        #expect(await alice.types("/groups").lines.count == 1)
        await alice.fails("/forget Trip", status: 2, "no group called")
        await alice.fails("/erase", status: 1, "Nothing was erased")
        let erased = await alice.types("/erase")
        #expect(try keys(erased) == ["left"])
        #expect(erased.leave)
        #expect(!FileManager.default.fileExists(atPath: world.folder + "/alice"))
        let said = asker.asked.withLock { $0.joined(separator: "\n") }
        #expect(said.contains("nothing brings it back"))
    }
}
