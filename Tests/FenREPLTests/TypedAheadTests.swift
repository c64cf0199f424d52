import FenEngine
import FenProtocol
import Testing

@testable import FenREPL

/// Lines that waited while another group became the current one.
@Suite("Typed ahead")
struct TypedAheadTests {
    private static func history(_ person: Person, of group: String) async -> String {
        await person.types("/use \(group)")
        return await person.types("/history").lines.joined(separator: "\n")
    }

    @Test("what was typed where no group was chosen is not sent into one, and says so")
    func noGroupThen() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        for line in ["note to self", "+ 12 Tea", "/settle Bob 1"] {
            let outcome = await alice.session.execute(line, typedIn: nil)
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorLines.joined(separator: " ").contains(line))
        }
        let block = await alice.session.execute(block: "pasted", pastedIn: nil)
        #expect(block.exitCode == 1 && block.errorLines.joined().contains("pasted"))
        // A secret is not repeated, wherever it stands.
        let secret = "/backend s3 https://s3.example.org bucket=b key=k secret=hunter2"
        let refused = await alice.session.execute(secret, typedIn: nil)
        #expect(refused.exitCode == 1 && !refused.errorLines.joined().contains("hunter2"))
        let history = await Self.history(alice, of: "Dublin4Ever")
        for word in ["note to self", "Tea", "pasted"] { #expect(!history.contains(word)) }
        #expect(await alice.session.execute("/groups", typedIn: nil).status == .done)
        // The next line is an ordinary one again.
        await alice.types("hello")
        #expect(await Self.history(alice, of: "Dublin4Ever").contains("hello"))
    }

    @Test("what was typed in one group goes there, whatever is current now")
    func otherGroup() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.dublin(world)
        let dublin = try #require(try await Self.current(alice))
        await alice.types("/new Paris EUR")
        let sent = await alice.session.execute("for dublin", typedIn: dublin)
        #expect(sent.lines.first == "In Dublin4Ever, where you typed it:")
        #expect(await alice.session.execute("+ 12 Tea", typedIn: dublin).status == .done)
        let paris = await alice.types("/history").lines.joined(separator: "\n")
        #expect(!paris.contains("for dublin") && !paris.contains("Tea"))
        let history = await Self.history(alice, of: "Dublin4Ever")
        #expect(history.contains("for dublin") && history.contains("Tea"))
        // Typed where it is current: nothing is said of it.
        let plain = await alice.session.execute("plain", typedIn: dublin)
        #expect(plain.lines.first?.contains("plain") == true)
    }

    private static func current(_ person: Person) async throws -> String? {
        try await person.session.currentGroup()?.uuidString
    }

    @Test(
        "only a line that chooses a group takes what is behind it along",
        arguments: [
            ("/use Paris", true), ("/us 2", true), ("/new A EUR", true), ("/join x", false),
            ("hello", false), ("+ 3 Tea", false), ("/nosuch", false), ("/settle Bob 1", false),
        ]
    )
    func choosing(line: String, chooses: Bool) {
        #expect(ReplSession.choosesGroup(line) == chooses)
    }
}
