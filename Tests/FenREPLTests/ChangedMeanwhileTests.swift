import FenEngine
import FenMoney
import Synchronization
import Testing

@testable import FenREPL

/// Somebody says yes; before they do, something happens.
private final class Slow: Asker {
    private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

    /// What happens while the next question stands there.
    func next(_ body: @escaping @Sendable () async -> Void) { meanwhile.withLock { $0 = body } }

    private func wait() async {
        let body = meanwhile.withLock { body in
            defer { body = nil }
            return body
        }
        await body?()
    }

    func confirm(_ lines: [String], question: String) async -> Bool? {
        await wait()
        return true
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        await wait()
        return suggestion
    }

    func secret(_ question: String) async -> String? { nil }
}

/// What somebody else changed between the question and its answer is not undone.
@Suite("Changed while it was asked about")
struct ChangedMeanwhileTests {
    private let world: World
    private let alice: Person
    private let bob: Person
    private let asker = Slow()

    init() async throws {
        world = try World()
        alice = try await world.person("Alice", source: .prompt, asker: asker)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/settings edit any_member")
        await alice.types("/rate USD 0.9")
        await alice.types("/backend folder \(world.folder)/store")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes folder=\(world.folder)/store")
        await alice.types("/sync")
    }

    /// Alice has an expense that Bob knows; he types `line` about it, and it reaches her, while she
    /// is asked.
    private func expense(_ typed: String, meanwhile line: String) async throws -> String {
        let ref = try #require(await alice.types(typed).mainValue)
        await alice.types("/sync")
        await bob.types("/sync")
        let group = try await alice.session.group().id
        asker.next { [alice, bob] in
            await bob.types("/edit \(ref) \(line)")
            await bob.types("/sync")
            // As a pass in the background would.
            _ = try? await alice.session.engine.sync(in: group)
        }
        return ref
    }

    private static func text(_ outcome: CommandOutcome) -> String {
        outcome.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    private func shown(_ ref: String) async -> String {
        await alice.types("/show \(ref)").lines.joined(separator: " ")
    }

    @Test(
        "/edit does not write money over somebody else's change",
        arguments: [
            ("41 by Alice 11, Bob 30", "amount and payers"), ("by Bob", "payers"),
            ("split Alice 10, Bob 20", "split"),
            ("on 2026-11-29", "date"), ("42 by Bob on 2026-11-29", "amount, payers and date"),
        ])
    func edit(line: String, parts: String) async throws {
        let ref = try await expense("+ 30 Taxi by Alice 10, Bob 20", meanwhile: line)
        let typed = "/edit \(ref) split Alice 25, Bob 5"
        let outcome = await alice.session.execute(typed)
        #expect(outcome.exitCode == 1)
        let said = Self.text(outcome)
        #expect(said.contains("somebody has changed \(ref) meanwhile (\(parts))"), "\(said)")
        #expect(outcome.prefill == typed)
        #expect(outcome.json.joined().contains(#""changed":false,"meanwhile":["#))
        let now = await shown(ref)
        #expect(!now.contains("25.00"), "\(now)")
    }

    @Test("what a change does not rest on may be changed meanwhile")
    func apart() async throws {
        let ref = try await expense("+ 30 Taxi", meanwhile: "Cab in travel note late")
        await alice.types("/set preview always")
        await alice.types("/edit \(ref) 33")
        let said = await shown(ref)
        for word in ["Cab", "travel", "late", "33.00"] { #expect(said.contains(word), "\(said)") }
    }

    @Test("a description is not written over another one either")
    func description() async throws {
        let ref = try await expense("+ 30 Taxi", meanwhile: "Cab")
        await alice.types("/set preview always")
        let outcome = await alice.session.execute("/edit \(ref) 33 Bus")
        #expect(Self.text(outcome).contains("meanwhile (description)"), "\(outcome.lines)")
        #expect(await shown(ref).contains("Cab"))
    }

    @Test(
        "/reprice does not either",
        arguments: [("200", "amount"), ("rate 0.8", "rate"), ("for Alice", "split")])
    func reprice(line: String, part: String) async throws {
        let ref = try await expense("+ 100 USD Museum", meanwhile: line)
        let outcome = await alice.session.execute("/reprice \(ref) 0.95")
        #expect(outcome.exitCode == 1)
        let said = Self.text(outcome)
        #expect(said.contains("meanwhile (\(part))"), "\(said)")
        #expect(await !shown(ref).contains("at 0.95"))
        // Once it is known it is no hindrance.
        await alice.types("/reprice \(ref) 0.95")
        #expect(await shown(ref).contains("at 0.95"))
    }

    @Test(
        "an expense that was deleted meanwhile is changed, and that it counts for nothing is said")
    func deleted() async throws {
        let ref = try #require(await alice.types("+ 30 Taxi").mainValue)
        await alice.types("/set preview always")
        let group = try await alice.session.group().id
        let id = try await alice.session.entry(ref, in: alice.session.group()).id
        asker.next { [alice] in _ = try? await alice.session.engine.deleteExpense(id, in: group) }
        let said = await alice.types("/edit \(ref) 33").lines.joined(separator: " ")
        #expect(said.contains("It is deleted and counts for nothing: /undelete \(ref)"), "\(said)")
    }
}
