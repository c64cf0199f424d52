import FenEncoding
import Foundation
import Synchronization
import Testing

@testable import FenEngine
@testable import FenREPL

/// The twelve words: shown, read back, and typed again elsewhere.
@Suite("The twelve words")
struct PhraseTests {
    /// Reads the words off the screen, and answers as its `answer` makes of them.
    private final class Reader: Asker {
        let words = Mutex<[String]>([])
        let shown = Mutex<[String]>([])
        private let answer: @Sendable (String) -> String?

        init(_ answer: @escaping @Sendable (String) -> String? = { $0 }) { self.answer = answer }

        func confirm(_ lines: [String], question: String) async -> Bool? { true }

        func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
            shown.withLock { $0 += lines + [question] }
            for line in lines {
                let parts = line.split(separator: " ")
                guard parts.count == 2, Int(parts[0]) != nil else { continue }
                words.withLock { $0.append(String(parts[1])) }
            }
            guard question.hasPrefix("Word "),
                let place = Int(question.dropFirst(5).prefix { $0.isNumber })
            else { return "Alice" }
            return answer(words.withLock { $0[place - 1] })
        }

        func secret(_ question: String) async -> String? { nil }
    }

    @Test("they are shown once, three are read back, and no answer, record or file has one of them")
    func shownAndConfirmed() async throws {
        let world = try World()
        let reader = Reader { " \($0.uppercased()) " }
        let alice = try await world.person("Alice", asker: reader)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        #expect(await alice.types("/welcome").lines.contains { $0.hasPrefix("[ ] keep what") })
        let outcome = await alice.types("/phrase")
        let words = reader.words.withLock { $0 }
        #expect(words.count == 12)
        #expect(words == (try await alice.session.engine.phrase()))
        #expect(reader.shown.withLock { $0.filter { $0.hasPrefix("Word ") } }.count == 3)
        #expect(await alice.types("/welcome").lines.contains { $0.hasPrefix("[x] keep what") })

        var said = outcome.lines + outcome.json
        let report = world.folder + "/report"
        for line in ["/diagnostics \(report) --yes", "/wire last", "/set", "/identity --json"] {
            let more = await alice.session.execute(line)
            said += more.lines + more.json + more.errorLines
        }
        said.append(try String(contentsOfFile: report, encoding: .utf8))
        // Eleven bits make a word, so some of the twelve stand in any text; not three in a row.
        for line in said { #expect(!Self.hasThree(of: words, line)) }
        for name in try FileManager.default.contentsOfDirectory(atPath: world.folder + "/alice") {
            let bytes = try Data(contentsOf: URL(filePath: world.folder + "/alice/" + name))
            #expect(bytes.range(of: Data(words.joined(separator: " ").utf8)) == nil, "\(name)")
        }
    }

    private static func hasThree(of words: [String], _ line: String) -> Bool {
        (0..<10).contains { line.contains(words[$0..<$0 + 3].joined(separator: " ")) }
    }

    @Test("words that are not read back as they were shown are not confirmed")
    func unconfirmed() async throws {
        let world = try World()
        let reader = Reader { _ in "wrong" }
        let alice = try await world.person("Alice", asker: reader)
        _ = await alice.session.begin()
        await alice.fails("/phrase", status: 1, "Not confirmed")
        #expect(reader.shown.withLock { $0.filter { $0.hasPrefix("Word ") } }.count == 3)
        #expect(reader.shown.withLock { $0.filter { $0.hasPrefix("That is not word") } }.count == 2)
        #expect(try await !alice.session.engine.isPhraseConfirmed())
        let nobody = try await world.person("Bob", asker: Reader { _ in nil })
        _ = await nobody.session.begin()
        await nobody.fails("/phrase", status: 1, "Not confirmed")
    }

    @Test("in a script they are not shown, and what stands behind is not sent")
    func script() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.fails("/phrase", status: 2, "at a terminal only")
        #expect(await alice.session.execute("/phrase").lacksSecret)
        #expect(await alice.session.execute("/phrse").lacksSecret)
        #expect(await alice.session.execute("/restore").lacksSecret)
    }

    @Test("they are offered once, beneath the first expense that a person types")
    func offered() async throws {
        let world = try World()
        let alice = try await world.person("Alice", asker: Script(["Alice"]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        let offer = Sentences.phraseOffer.text
        #expect(offer.contains("/phrase"))
        #expect(await alice.types("+ 3 Tea").lines.last == offer)
        #expect(await !alice.types("+ 3 Cake").lines.contains(offer))
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/new Trip EUR")
        #expect(await !bob.types("+ 3 Tea").lines.contains(offer))
    }

    private static let valid =
        "legal winner thank year wave sausage worth useful legal winner thank yellow"

    @Test("slips are told apart, near words shown, and each try after a wrong one waits 5 seconds")
    func restoring() async throws {
        let world = try World()
        let typed = [
            "Nobody", Self.valid.replacing("sausage", with: "sausige"),
            Self.valid.replacing("yellow", with: "zoo"), "legal winner thank",
            "1. " + Self.valid.uppercased().replacing(" ", with: ", "),
        ]
        let alice = try await world.person("Alice", asker: Script(typed))
        _ = await alice.session.begin()
        await alice.fails("/restore phrase", status: 4, "Word 6 is not in the list")
        let shown = await alice.session.engine.notices
        _ = shown
        let cooldown = try await alice.session.engine.phraseCooldown()
        #expect(cooldown.failures == 1 && (4_900...5_000).contains(cooldown.milliseconds))
        await alice.fails(
            "/restore phrase", status: 4,
            "This phrase doesn't match. Check for typos - each word matters.")
        await alice.fails(
            "/restore phrase", status: 4, Sentences.phraseLost.replacing("—", with: "-"))
        let done = await alice.types("/restore phrase")
        #expect(done.lines.first?.hasPrefix("This is you again: Nobody (") == true)
        #expect(done.lines.contains { $0.contains("/restore FILE") && $0.contains("/join") })
        let words = Self.valid.split(separator: " ").map(String.init)
        #expect(try await alice.session.engine.phrase() == words)
        // Published with SLIP-0010's own rule: the same words give the same key everywhere.
        await alice.fails("/restore phrase", status: 2, "in use")
    }

    @Test("words behind the command are no name, and such a line is kept in no history")
    func onTheLine() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        for line in ["/restore phrase \(Self.valid)", "/restore phrase zoo zoo zoo zoo zoo zoo"] {
            let refused = await alice.session.execute(line)
            #expect(refused.exitCode == 2)
            #expect(refused.errorLines.contains { $0.contains("not typed on the line") })
            #expect(!(refused.errorLines + refused.json).contains { $0.contains("zoo") })
            #expect(!HistoryFilter.keeps(line))
        }
    }

    @Test("near words are shown to a person only, and the typed one to nobody")
    func hints() async throws {
        let world = try World()
        let slip = Self.valid.replacing("sausage", with: "sausige")
        let alice = try await world.person("Alice", asker: Script(["Alice", slip]))
        _ = await alice.session.begin()
        let told = await alice.session.execute("/restore phrase")
        #expect(told.errorLines.contains { $0.contains("Nearest: sausage") })
        #expect(!(told.errorLines + told.json).contains { $0.contains("sausige") })
        let bob = try await world.person("Bob", asker: nil)
        _ = await bob.session.begin()
        let none = await bob.session.execute("/restore phrase")
        #expect(none.exitCode == 2 && none.lacksSecret)
    }
}
