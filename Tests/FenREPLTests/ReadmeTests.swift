import Foundation
import Synchronization
import Testing

@testable import FenREPL

@Suite("README")
struct ReadmeTests {
    @Test("its reference is what the command table says")
    func reference() throws {
        let readme = try Self.readme()
        let reference = HelpText.markdown().trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(
            readme.contains("<!-- commands -->\n\(reference)\n<!-- /commands -->"),
            "put the output of `fen help reference` between the markers of README.md")
    }

    @Test("its first session works as it stands there, line by line")
    func session() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        var bob: Person?
        var link = ""
        var answer: [String] = []
        var typed = 0
        for line in try Self.session() {
            guard let match = line.firstMatch(of: /^\[[a-z0-9 ]+\] (alice|bob)> (.*)$/) else {
                // What the line before answers; a row that begins with spaces is a remark's rest.
                let start = line.prefix { $0 != "…" }
                #expect(
                    line.hasPrefix(" ") || answer.contains { $0.hasPrefix(start) }, "\(line)")
                continue
            }
            typed += 1
            let text = String(match.2).replacing("~/Shared/trip", with: world.folder + "/store")
            if match.1 == "alice" {
                let outcome = await alice.types(text)
                link =
                    outcome.mainValue?.hasPrefix("fen://") == true ? outcome.mainValue ?? "" : link
                answer = outcome.lines
            } else {
                // At a first start the name; then the link, the folder and the yes.
                let asker = Script(["Bob", link, world.folder + "/store", "yes"])
                let person = try await world.person("Bob", asker: asker)
                _ = await person.session.begin()
                answer = await person.types(text).lines
                #expect(asker.asked.withLock { $0.last } == "Join Group?")
                bob = person
            }
        }
        #expect(typed > 9)
        await bob?.types("/sync")
        let balances = try #require(bob)
        #expect(await balances.types("/balances").lines.contains { $0.hasPrefix("Bob -89.90 EUR") })
    }

    /// The lines of the first session, remarks behind them left out.
    private static func session() throws -> [String] {
        let readme = try readme()
        let start = try #require(readme.range(of: "```\n$ fen\n")).upperBound
        let end = try #require(readme.range(of: "\n```", range: start..<readme.endIndex))
        return readme[start..<end.lowerBound].split(separator: "\n").map { line in
            let row = line.prefix { $0 != "←" }
            return String(row.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }

    private static func readme() throws -> String {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }
}
