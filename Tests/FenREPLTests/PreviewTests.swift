import Synchronization
import Testing

@testable import FenEngine
@testable import FenREPL

/// What is shown and asked before something unusual is saved.
@Suite("The preview of an expense")
struct PreviewTests {
    private func group(
        _ answers: [String], source: ReplEnvironment.Source = .prompt
    ) async throws -> (World, Person, Script) {
        let world = try World()
        let script = Script(["Alice"] + answers)
        let alice = try await world.person("Alice", source: source, asker: script)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        for name in ["Bob", "May"] { await alice.types("/guest \(name)") }
        script.asked.withLock { $0 = [] }
        return (world, alice, script)
    }

    private static let unusual = [
        "+ 30 Taxi by Alice 10, Bob 20", "+ 30 Taxi split Alice 10, Bob 20",
        "+ 30 Taxi split 50%,25%,25%",
        "+ 30 Taxi split items Alice 10, Bob 20", "+ 30 Taxi split shares 2,1,1",
        "+ 30 USD Taxi rate 0.9",
        "+ 30 Taxi on 2026-12-24", "+ 30 Taxi on 2025-11-01", "+ 30 Taxi by Bob for May",
        "/paid 30 Taxi by Bob for May,Bob", "/refund 30 Taxi by Alice 10, Bob 20",
    ]

    private static let usual = [
        "+ 30 Taxi", "+ 30 Taxi by Bob", "+ 30 Taxi for Bob,May", "+ 30 Taxi by Bob for me",
        "/refund 5 Taxi",
        "+ 30 Taxi on 2025-12-24", "+ 30 Taxi split equally",
    ]

    @Test("what is unusual is shown, and Enter alone saves it", arguments: unusual)
    func enter(line: String) async throws {
        let (_, alice, script) = try await group(["Y/n"])
        let said = await alice.types(line).lines
        #expect(said.first?.hasPrefix("Logged") == true)
        let asked = script.asked.withLock { $0 }
        #expect(asked.last == "Save it?")
        #expect(asked.first?.hasPrefix("Taxi, ") == true, "\(asked)")
        #expect(asked.count > 2)
    }

    @Test("what is usual is saved unasked", arguments: usual)
    func unasked(line: String) async throws {
        let (_, alice, script) = try await group([])
        await alice.types(line)
        #expect(script.asked.withLock { $0.isEmpty })
    }

    @Test("a no, or a question that was dropped, saves nothing and gives the line back")
    func no() async throws {
        for answers in [["n"], ["no"], ["what?", "hello", "sure"], []] {
            let (_, alice, _) = try await group(answers)
            let line = "+ 30 Taxi split Alice 10, Bob 20"
            let outcome = await alice.session.execute(line)
            #expect(outcome.exitCode == 1)
            #expect(outcome.prefill == line)
            #expect(outcome.nextLine == nil)
            #expect(outcome.lines == ["Not saved. The line is in the prompt again, to be changed."])
            #expect(await alice.types("/expenses").lines.joined().contains("Taxi") == false)
        }
    }

    @Test("something else to do, typed in place of an answer, is done; neither line is lost")
    func instead() async throws {
        let line = "+ 30 Taxi split Alice 10, Bob 20"
        for other in ["+ 5 Tea", "/balances"] {
            let (_, alice, _) = try await group([other])
            let outcome = await alice.session.execute(line)
            #expect(outcome.exitCode == 1 && outcome.nextLine == other && outcome.prefill == nil)
            #expect(outcome.lines == ["Not saved. The arrow key up brings the line back."])
        }
        let (_, alice, script) = try await group(["hello", "y"])
        let said = await alice.types(line).lines
        #expect(said.first?.hasPrefix("Logged") == true)
        let asked = script.asked.withLock { $0 }
        #expect(asked.contains { $0.hasSuffix("is neither yes nor no, and was sent to nobody.") })
    }

    @Test("who owes what stands in it, in the currency it was paid in")
    func shown() async throws {
        let (_, alice, script) = try await group(["yes"])
        await alice.types(
            "+ 64.90 USD Dinner split items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6 "
                + "at 1.25 USD on 2026-11-28")
        let asked = script.asked.withLock { $0 }.map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(
            asked == [
                "Dinner, 64.90 USD (51.92 EUR), paid by Alice for Alice, Bob, May, on Saturday, 2026-11-28:",
                "Alice 26.35 USD", "Bob 32.94 USD", "May 5.61 USD",
                "Rate: 1 USD = 0.8 EUR, as typed (1.25 USD).", "Save it?",
            ], "\(asked)")
    }

    @Test("always and off; --yes answers it; edits of money are shown too")
    func settings() async throws {
        let (_, alice, script) = try await group(["Y/n", "Y/n", "n"])
        await alice.types("/set preview always")
        await alice.types("+ 30 Taxi")
        #expect(script.asked.withLock { $0.count } == 5)
        await alice.types("/set preview off")
        await alice.types("+ 30 Taxi split Alice 10, Bob 20")
        await alice.types("/set preview unusual")
        await alice.types("/paid 30 Taxi split Alice 10, Bob 20 --yes")
        #expect(script.asked.withLock { $0.count } == 5)
        await alice.types("/edit ^ split Alice 20, Bob 10")
        #expect(script.asked.withLock { $0.count } > 5)
        await alice.types("/edit ^ Cab in transport")
        let outcome = await alice.session.execute("/edit ^ on 2024-01-01")
        #expect(outcome.lines.first?.hasPrefix("Not saved") == true)
    }

    @Test("a script is not asked, a single call in a terminal is")
    func elsewhere() async throws {
        let (_, scripted, questions) = try await group([], source: .script)
        await scripted.types("+ 30 Taxi split Alice 10, Bob 20")
        #expect(questions.asked.withLock { $0.isEmpty })
        let (_, called, asked) = try await group(["n"], source: .arguments)
        let outcome = await called.session.execute(
            words: ["paid", "30", "Taxi", "split", "Alice", "10,", "Bob", "20"])
        #expect(outcome.lines == ["Not saved."] && outcome.prefill == nil)
        #expect(asked.asked.withLock { $0.last } == "Save it?")
    }
}
