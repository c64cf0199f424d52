import Foundation
import Testing

/// Keys, questions and ways out, in a real terminal.
@Suite("Prompt keys", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .serialized)
struct PromptKeysTests {
    @Test("Ctrl-C drops the draft, Ctrl-D leaves and says what is unsent, the mode is restored")
    func dropAndLeave() throws {
        let tmux = try Tmux(columns: 80, rows: 24)
        try tmux.ready()
        try tmux.type("half a tho")
        try tmux.press("C-c")
        let rows = try tmux.wait { $0.last == "[dublin] a>" && $0.count == 2 }
        #expect(rows == ["[dublin] a> half a tho^C", "[dublin] a>"])
        try tmux.press("C-d")
        try expectRestored(tmux, status: 0)
        #expect(try tmux.screen().contains("2 events are unsent."))
        #expect(tmux.log().isEmpty)
    }

    @Test("Ctrl-C stops the running command and keeps the draft, which was usable meanwhile")
    func cancel() throws {
        let tmux = try Tmux(columns: 60, rows: 16)
        try tmux.ready()
        try tmux.type("/slow")
        try tmux.press("Enter")
        try tmux.wait { _ in tmux.log().count == 1 }
        try tmux.type("next line")
        try tmux.wait { $0.last == "[dublin] a> next line" }
        try tmux.press("C-c")
        let rows = try tmux.wait { $0.contains("slow was stopped") }
        #expect(rows.suffix(2) == ["slow was stopped", "[dublin] a> next line"])
    }

    @Test("lines entered while a command runs wait for their turn")
    func typeAhead() throws {
        let tmux = try Tmux(columns: 60, rows: 16)
        try tmux.ready()
        try tmux.type("/work\r/use cork\rhello\r")
        try tmux.wait(seconds: 15) { $0.contains("sent 5") }
        #expect(
            tmux.log() == ["typed - \"/work\"", "typed dublin \"/use cork\"", "typed - \"hello\""]
        )
        #expect(try tmux.screen().last == "[cork] a>")
    }

    @Test("long work shows a row above the prompt and takes it away")
    func progress() throws {
        let tmux = try Tmux(columns: 70, rows: 16)
        try tmux.ready()
        try tmux.type("/work\r")
        let during = try tmux.wait { $0.contains { $0.hasPrefix("Syncing [") } }
        #expect(during.contains { $0.contains("/s, ") && $0.hasSuffix("s left") })
        try tmux.deliver(["a message"])
        try tmux.type("draft")
        let both = try tmux.wait { $0.last == "[dublin] a> draft" && $0.contains("a message") }
        #expect(both.filter { $0.hasPrefix("Syncing") }.count == 1)
        let after = try tmux.wait { !$0.contains { $0.hasPrefix("Syncing") } }
        #expect(after == ["[dublin] a> /work", "a message", "[dublin] a> draft"])
    }

    @Test("a secret is never shown, nor kept, and messages may arrive meanwhile")
    func secret() throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        try tmux.ready()
        try tmux.type("/secret\r")
        try tmux.wait { $0.last == "Passphrase:" }
        try tmux.type("hush")
        try tmux.deliver(["a message"])
        try tmux.wait { $0.contains("a message") }
        try tmux.press("BSpace", "Left")
        try tmux.paste("wrapped\nlink\n")
        try tmux.press("Enter")
        try tmux.wait { _ in tmux.log().count == 2 }
        #expect(tmux.log().last == #"secret "huswrappedlink""#)
        let rows = try tmux.screen(withHistory: true)
        #expect(!rows.joined().contains("hus") && !rows.joined().contains("link"))
        #expect(rows.last == "[dublin] a>")
        let history = try String(
            contentsOf: tmux.folder.appending(path: "history"),
            encoding: .utf8
        )
        #expect(history == "/secret\n")
    }

    @Test("a question is asked in place of the prompt, Ctrl-C gives it up")
    func question() throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        try tmux.ready()
        try tmux.type("/ask\r")
        try tmux.wait { $0.last == "Your name?" }
        try tmux.type("Zoé")
        try tmux.press("BSpace")
        try tmux.type("ë")
        try tmux.wait { $0.last == "Your name? Zoë" }
        try tmux.press("Enter")
        try tmux.wait { $0.contains("Hello Zoë.") }
        try tmux.type("/ask\r")
        try tmux.wait { $0.last == "Your name?" }
        try tmux.press("C-c")
        try tmux.wait { $0.contains("Hello nobody.") }
        #expect(try tmux.screen().last == "[dublin] a>")
    }

    @Test("channel keys, completion, prefilled drafts and clearing the screen")
    func keys() throws {
        let tmux = try Tmux(columns: 50, rows: 16)
        try tmux.ready()
        try tmux.press("M-3")
        try tmux.wait { $0.last == "[3] a>" }
        try tmux.press("M-a")
        try tmux.wait { $0.last == "[a] a>" }
        #expect(tmux.log() == ["typed - \"/use 3\"", "typed - \"/use a\""])
        try tmux.type("/bal\t")
        try tmux.wait { $0.last == "[a] a> /balances" }
        try tmux.press("C-u")
        try tmux.type("/b\t")
        try tmux.wait { $0.last == "[a] a> /ba" }
        try tmux.type("\t")
        let listed = try tmux.wait { $0.contains { $0.contains("/backup") } }
        #expect(listed.suffix(2) == ["/balances  /backend   /backup", "[a] a> /ba"])
        try tmux.press("C-u")
        try tmux.type("for Zo\t\t")
        try tmux.wait { $0.contains("Zoë  Zoo") && $0.last == "[a] a> for Zo" }
        try tmux.press("C-u")
        try tmux.type("/edit\r")
        try tmux.wait { $0.last == "[a] a> + 12 Beer" }
        try tmux.press("C-l")
        #expect(try tmux.wait { $0.count == 1 } == ["[a] a> + 12 Beer"])
    }

    @Test("history is private, comes back, and leaves out what must not be kept")
    func history() throws {
        let tmux = try Tmux(columns: 50, rows: 16)
        try tmux.ready()
        try tmux.type(" secret thought\r/join fen://x\rback\\slash\r")
        try tmux.paste("two\nlines")
        try tmux.wait { $0.last == "lines" }
        try tmux.press("Enter")
        try tmux.wait { _ in tmux.log().count == 4 }
        let file = tmux.folder.appending(path: "history")
        #expect(try String(contentsOf: file, encoding: .utf8) == "back\\\\slash\ntwo\\nlines\n")
        var facts = stat()
        #expect(stat(file.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        try tmux.press("Up", "Up")
        try tmux.wait { $0.last == "[dublin] a> back\\slash" }
    }

    @Test(
        "the terminal is restored on every way out",
        arguments: [
            (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGABRT, 134), (SIGSEGV, 139),
        ]
    )
    func signals(_ signal: Int32, _ status: Int) throws {
        let tmux = try Tmux(columns: 80, rows: 24)
        try tmux.ready()
        try tmux.type("a draft")
        try tmux.wait { $0.last == "[dublin] a> a draft" }
        kill(try #require(try tmux.child()), signal)
        try expectRestored(tmux, status: status)
    }

    @Test("a defect of the program restores the terminal too", arguments: ["/trap", "/crash"])
    func crash(_ command: String) throws {
        let tmux = try Tmux(columns: 80, rows: 40)
        try tmux.ready()
        try tmux.type(command + "\r")
        try expectRestored(tmux, status: nil)
    }

    @Test("SIGINT from elsewhere is Ctrl-C; Ctrl-Z stops and comes back")
    func interruptAndStop() throws {
        let tmux = try Tmux(columns: 60, rows: 24, then: "exit", shell: true)
        try tmux.wait { $0.last == "shell$" }
        try tmux.type("go\r")
        try tmux.ready()
        try tmux.type("other")
        try tmux.wait { $0.last == "[dublin] a> other" }
        kill(try #require(try tmux.child()), SIGINT)
        try tmux.wait { $0.last == "[dublin] a>" }
        try tmux.type("draft")
        try tmux.wait { $0.last?.hasSuffix("draft") == true }
        try tmux.press("C-z")
        try tmux.wait { $0.last == "shell$" }
        try tmux.type("stty -a\r")
        try tmux.wait { $0.contains { $0.contains(" icanon") } }
        try tmux.type("fg\r")
        try tmux.wait { $0.last == "[dublin] a> draft" }
        try tmux.type(" goes on\r")
        try tmux.wait { $0.contains("sent 13") }
        #expect(tmux.log() == ["typed - \"draft goes on\""])
    }

    @Test("--plain prints without redrawing and without escape sequences")
    func plain() throws {
        let tmux = try Tmux(columns: 60, rows: 16, arguments: "--plain")
        try tmux.ready()
        try tmux.type("dra")
        try tmux.wait { $0.last == "[dublin] a> dra" }
        try tmux.deliver(["Zoë → 5 €"])
        let rows = try tmux.wait { $0.count == 3 }
        #expect(rows == ["[dublin] a> dra", "Zoë -> 5 €", "[dublin] a> dra"])
    }

    @Test("Alt-Enter makes a message of several lines, which is never a command")
    func lineBreak() throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        try tmux.ready()
        try tmux.type("/one")
        try tmux.press("M-Enter")
        try tmux.type("two\r")
        try tmux.wait { $0.contains { $0.hasPrefix("sent") } }
        #expect(tmux.log() == [#"block dublin "/one\ntwo""#])
    }

    @Test("no sequence of keys ends the prompt", arguments: 1...3)
    func randomKeys(_ seed: UInt64) throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        try tmux.ready()
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "hello ", "\r", "\u{1B}[D", "\u{1B}[A", "\u{1B}[B", "\u{7F}", "\t", "\u{0C}", "\u{03}",
            "\u{12}abc", "\u{13}", "\u{15}", "\u{19}", "\u{1F}", "\u{1B}1", "\u{1B}", "漢字", "👨‍👩‍👧",
            "\u{1B}[200~", "\u{1B}[201~", "\u{18}(", "\u{18})", "\u{18}e", "\u{1B}[1;5Q", "\u{07}",
            "\u{1B}0", "\u{1B}.", "\u{16}", "\u{1B}[200~one\rtwo\u{1B}[201~", "\u{1B}\u{07}",
        ]
        for round in 0..<40 {
            let keys = (0..<12).map { _ in pieces[random(pieces.count)] }.joined()
            try tmux.send(bytes: Array(keys.utf8))
            if round % 8 == 0 {
                try tmux.resize(columns: 2 + random(80), rows: 1 + random(30))
                try tmux.deliver(["notice \(round)"])
            }
        }
        try tmux.send(bytes: Array("\u{1B}[201~\u{07}".utf8))
        // While a line runs Ctrl-C stops that and keeps the draft, so one may not be enough.
        for _ in 0..<10 where !tmux.log().contains("typed - \"alive\"") {
            try tmux.press("C-c", "C-c")
            try tmux.type("alive\r")
            try tmux.wait(seconds: 1) { _ in tmux.log().contains("typed - \"alive\"") }
        }
        #expect(tmux.log().contains("typed - \"alive\""))
    }

    private func expectRestored(_ tmux: Tmux, status: Int?) throws {
        let rows = try tmux.wait { $0.contains { $0.contains("-extproc") } }
        let text = rows.joined(separator: " ")
        #expect(text.contains(" icanon ") && text.contains(" echo ") && text.contains("isig "))
        if let status {
            #expect(rows.contains { $0.hasSuffix("ended with \(status)") }, "\(rows)")
        }
    }
}
