import Foundation
import Testing

/// The real program, in a terminal and out of one.
@Suite("The program", .serialized)
struct ProgramTests {
    @Test(
        "a first evening at the prompt",
        .enabled(if: Tmux.isInstalled, "tmux is not installed")
    )
    func prompt() throws {
        let tmux = try Tmux(columns: 100, rows: 45, program: Tmux.fen)
        try tmux.wait { $0.last == "What are you called?" }
        try tmux.type("Alice\r")
        try tmux.wait { $0.last == "[no group] alice>" }
        try tmux.type("/new Dublin4Ever EUR\r")
        try tmux.wait { $0.last?.contains("dublin4ever") == true }
        try tmux.paste("we meet at\n/quit\n+ 12 Tea")
        try tmux.wait { $0.contains("3 lines, Enter sends one message") }
        try tmux.press("Enter")
        try tmux.wait { $0.contains { $0.contains("alice:2 Alice: we meet at") } }
        try tmux.type("+ 21.60 Guinness\r")
        try tmux.wait { $0.contains { $0.contains("alice:3 Guinness") } }
        try tmux.type("/join\r")
        try tmux.wait { $0.last == "Invite link (not shown):" }
        try tmux.type("fen://join#s=secret")
        try tmux.press("C-c")
        try tmux.wait { $0.last?.hasSuffix("alice>") == true }
        let rows = try tmux.screen(withHistory: true)
        #expect(!rows.joined().contains("s=secret"))
        try tmux.type("/qr\r")
        try tmux.wait { $0.last?.hasSuffix("alice>") == true }
        try tmux.press("C-d")
        let end = try tmux.wait(withHistory: true) { $0.joined().contains("-extproc") }
        #expect(end.contains("ended with 0"))
        #expect(end.joined().contains(" echo "))
        let home = tmux.folder.appending(path: "home")
        let history = try String(contentsOf: home.appending(path: "history"), encoding: .utf8)
        #expect(history.contains("+ 21.60 Guinness") && !history.contains("secret"))
        #expect(history.contains(#"we meet at\n/quit\n+ 12 Tea"#))
    }

    @Test(
        "something unusual is shown before it is saved, and Enter alone saves it",
        .enabled(if: Tmux.isInstalled, "tmux is not installed")
    )
    func preview() throws {
        let tmux = try Tmux(columns: 100, rows: 45, program: Tmux.fen)
        try tmux.wait { $0.last == "What are you called?" }
        try tmux.type("Alice\r")
        try tmux.wait { $0.last == "[no group] alice>" }
        try tmux.type("/new Trip EUR\r")
        try tmux.wait { $0.last?.contains("[trip") == true }
        try tmux.type("/guest Bob\r")
        try tmux.wait { $0.contains { $0.contains("Bob") } && $0.last?.hasSuffix("alice>") == true }
        let line = "+ 30 Taxi split items Alice 10, Bob 17 tip 3"
        try tmux.type(line + "\r")
        let asked = try tmux.wait { $0.last == "Save it? [Y/n]" }
        let words = asked.map { $0.split(separator: " ").joined(separator: " ") }
        for row in [
            "Taxi, 30.00 EUR, paid by Alice for Alice, Bob:", "Alice 11.11 EUR", "Bob 18.89 EUR",
        ] { #expect(words.contains(row), "\(asked)") }
        try tmux.type("n\r")
        try tmux.wait { $0.last?.hasSuffix("alice> " + line) == true }
        // The line is there to be changed: the tip was 4.
        try tmux.press("BSpace")
        try tmux.type("4\r")
        try tmux.wait { $0.joined().contains("1.00 over") && $0.last?.hasSuffix("alice>") == true }
        try tmux.type(line + "\r")
        try tmux.wait { $0.last == "Save it? [Y/n]" }
        try tmux.press("Enter")
        try tmux.wait { $0.contains { $0.contains("Logged alice:3 Taxi") } }
        try tmux.type("+ 5 Tea\r")
        try tmux.wait { $0.contains { $0.contains("Logged alice:4 Tea") } }
    }

    @Test(
        "what arrives is shown above the draft, and cannot drive the terminal",
        .enabled(if: Tmux.isInstalled, "tmux is not installed")
    )
    func arriving() throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "fen-program-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let prepare = "printf '/set poll 2\\n/new Trip EUR\\n' | FEN_NAME=Alice '\(Tmux.fen)'"
        try Command.run("/bin/sh", ["-c", prepare + " --home '\(home.path)'"])
        let tmux = try Tmux(
            columns: 90,
            rows: 40,
            program: Tmux.fen,
            environment: ["FEN_HOME": home.path]
        )
        try tmux.wait { $0.last?.hasSuffix("alice>") == true }
        let store = tmux.folder.appending(path: "store").path
        try tmux.type("/backend folder \(store)\r/invite Bob\r")
        let text = try tmux.wait(withHistory: true) { rows in
            rows.contains { $0.contains("fen://") } && rows.last?.hasSuffix("alice>") == true
        }
        let link = Self.link(in: text)
        let bob = tmux.folder.appending(path: "bob").path
        func fen(_ arguments: String, input: String) throws -> (status: Int32, output: String) {
            let file = tmux.folder.appending(path: "input")
            try input.write(to: file, atomically: true, encoding: .utf8)
            return try Command.run(
                "/bin/sh",
                [
                    "-c",
                    "FEN_NAME=Bob '\(Tmux.fen)' --home '\(bob)' \(arguments) <'\(file.path)' 2>&1",
                ]
            )
        }
        let joined = try fen("--yes join folder='\(store)'", input: link + "\n")
        #expect(joined.status == 0, "\(joined.output)")
        try tmux.type("a draft")
        try tmux.wait { $0.last?.hasSuffix("a draft") == true }
        let evil = "evil \u{1B}[2J\u{1B}]0;t\u{07}\u{9B}31m \u{202E}gnp"
        let sent = try fen("", input: evil + "\n")
        #expect(sent.status == 0, "\(sent.output)")
        let shown = try tmux.wait(seconds: 20) { $0.joined().contains("gnp") }
        let plain = shown.joined()
        #expect(plain.contains(#"evil ^[[2J^[]0;t^G\u{9B}31m \u{202E}gnp"#), "\(shown)")
        #expect(shown.last?.hasSuffix("alice> a draft") == true)
    }

    @Test("out of a terminal: no prompt, no escape sequence, statuses that scripts read")
    func scripts() throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "fen-program-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        func sh(_ command: String) throws -> (status: Int32, output: String) {
            let settings = "FEN_NAME=Alice FEN_HOME='\(home.path)' fen='\(Tmux.fen)'; "
            return try Command.run("/bin/sh", ["-c", "export " + settings + command])
        }
        let script = try sh(#"printf '/new Trip EUR\n+ 12 Tea\n/balances\n' | "$fen" 2>&1"#)
        #expect(script.status == 0)
        #expect(!script.output.contains("\u{1B}") && !script.output.contains("alice>"))
        #expect(script.output.contains("Tea, 12.00 EUR"))
        let json = try sh(#""$fen" --json balances"#)
        #expect(json.output.hasPrefix(#"{"command":"balances","ok":true"#))
        #expect(try sh(#""$fen" --version"#).output.hasPrefix("fen "))
        #expect(try sh(#""$fen" --help"#).output.contains("fen table FILE"))
        #expect(try sh(#""$fen" --nonsense 2>&1"#).status == 2)
        #expect(try sh(#""$fen" nonsense 2>&1"#).status == 2)
        #expect(try sh(#""$fen" show alice:99 2>&1"#).status == 1)
        #expect(try sh(#""$fen" table /nowhere.table 2>&1"#).status == 2)
        #expect(try sh(#"printf '/nonsense\n/balances\n' | "$fen" 2>/dev/null"#).status == 2)
        #expect(try sh(#""$fen" history | head -n 1 >/dev/null"#).status == 0)
    }

    /// The link, which the terminal wrapped at its width.
    private static func link(in rows: [String]) -> String {
        guard let start = rows.firstIndex(where: { $0.hasPrefix("fen://") }) else { return "" }
        var link = ""
        for row in rows[start...] {
            link += row
            if row.count < 90 { break }
        }
        return link
    }
}
