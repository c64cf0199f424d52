import FenMoney
import FenProtocol
import Testing

@testable import FenEngine
@testable import FenREPL

extension Engine {
    /// Leaves a message as a crash would that came before it was written.
    fileprivate func interrupt(_ text: String, in id: GroupID) throws {
        try change(id) { group in
            _ = try begin(.messagePosted(MessagePosted(text: text, replyTo: nil)), in: group.number)
        }
    }
}

/// What a crash left half saved, at the next start.
@Suite("Unfinished")
struct DraftTests {
    /// What the start says to somebody who answers so, and how many drafts are left.
    private static func start(
        _ answers: [String], source: ReplEnvironment.Source = .prompt
    ) async throws -> (outcome: CommandOutcome, left: Int, log: String) {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        let group = try #require(try await alice.session.engine.groups().first).id
        try await alice.session.engine.interrupt("half saved", in: group)
        await alice.session.close()
        let again = try await world.person("Alice", source: source, asker: Script(answers))
        let outcome = await again.session.begin()
        let left = try await again.session.engine.drafts().count
        let log = await again.types("/history").lines.joined(separator: "\n")
        await again.session.close()
        return (outcome, left, log)
    }

    @Test("only y saves and only n discards")
    func decided() async throws {
        let saved = try await Self.start(["y"])
        #expect(saved.left == 0 && saved.log.contains("half saved"))
        #expect(saved.outcome.lines.contains("Finished saving: half saved."))
        let discarded = try await Self.start(["NO"])
        #expect(discarded.left == 0 && !discarded.log.contains("half saved"))
        #expect(discarded.outcome.lines.contains("Discarded: half saved."))
        #expect(discarded.outcome.nextLine == nil)
    }

    @Test("at the prompt another line leaves it and is run next; nothing at all asks again")
    func another() async throws {
        let other = try await Self.start(["/expenses"])
        #expect(other.left == 1 && other.outcome.nextLine == "/expenses")
        #expect(other.outcome.lines.contains("Left for the next start: half saved."))
        let late = try await Self.start(["", "y"])
        #expect(late.left == 0 && late.log.contains("half saved"))
        let never = try await Self.start(["", "", "", "y"])
        #expect(never.left == 1 && never.outcome.nextLine == nil)
        let dropped = try await Self.start([])
        #expect(dropped.left == 1)
    }

    @Test("a single command's answer that is neither asks again, and runs nothing")
    func alone() async throws {
        let asked = try await Self.start(["/expenses", "n"], source: .arguments)
        #expect(asked.left == 0 && asked.outcome.nextLine == nil)
    }
}
