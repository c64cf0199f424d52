import Foundation
import Testing

/// The real program in a real terminal, asked for what nobody else may see.
@Suite("Secrets on screen", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .serialized)
struct SecretPromptTests {
    private static let passphrase = "correct horse battery"

    @Test("words are read back, a passphrase is not shown, and the history keeps neither")
    func secrets() throws {
        let tmux = try Tmux(columns: 100, rows: 50, program: Tmux.fen)
        try enter("Alice", into: tmux, at: "What are you called?")
        try enter("/phrase", into: tmux, at: "alice>")
        let words = try self.words(on: tmux.wait { $0.last?.hasPrefix("Word ") == true })
        try #require(words.count == 12)
        for count in 1...3 {
            let rows = try tmux.wait { rows in
                rows.count { $0.hasPrefix("Word ") } == count && rows.last?.last == ":"
            }
            let question = try #require(rows.last { $0.hasPrefix("Word ") })
            let place = try #require(Int(question.dropFirst(5).prefix { $0.isNumber }))
            try tmux.type(words[place - 1])
            try tmux.press("Enter")
        }
        try tmux.wait { $0.contains { $0.hasPrefix("You have them.") } }

        try enter("/lock set", into: tmux, at: "alice>")
        try enter(Self.passphrase, into: tmux, at: "A new passphrase")
        try enter(Self.passphrase, into: tmux, at: "Once more")
        let shown = try tmux.wait { $0.contains { $0.hasPrefix("This home has a passphrase") } }
        #expect(shown.contains { $0.hasPrefix("This home has a passphrase") })
        #expect(try !tmux.screen(withHistory: true).contains { $0.contains("horse") })
        try enter("/quit", into: tmux, at: "alice>")
        try tmux.wait { $0.contains { $0.hasPrefix("ended with 0") } }
        let path = tmux.folder.appending(path: "home/history")
        let history = try String(contentsOf: path, encoding: .utf8)
        #expect(history.split(separator: "\n") == ["/phrase", "/lock set", "/quit"])
    }

    /// Types a line once something stands in the last row.
    private func enter(_ line: String, into tmux: Tmux, at text: String) throws {
        let rows = try tmux.wait { $0.last?.contains(text) == true }
        #expect(rows.last?.contains(text) == true, "\(rows)")
        try tmux.type(line)
        try tmux.press("Enter")
    }

    /// The numbered words on the screen, in order.
    private func words(on rows: [String]) throws -> [String] {
        rows.compactMap { row in
            let parts = row.split(separator: " ")
            return parts.count == 2 && Int(parts[0]) != nil ? String(parts[1]) : nil
        }
    }
}
