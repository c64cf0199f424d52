import Foundation
import Testing

@testable import FenTerminal

/// The real program in pipes and files.
@Suite("In a shell", .serialized)
struct ShellTests {
    private let home = FileManager.default.temporaryDirectory
        .appending(path: "fen-shell-\(UUID().uuidString)")

    private func sh(_ command: String) throws -> (status: Int32, output: String) {
        let settings =
            "FEN_NAME=Alice HOMES='\(home.path)' FEN_HOME='\(home.path)/a' fen='\(Tmux.fen)'; "
        return try Command.run("/bin/bash", ["-c", "export " + settings + command])
    }

    @Test("a script's next line answers a question, and never becomes a message")
    func answers() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let done = try sh(
            #"printf '/new Trip EUR\n+ 12 Tea\n/delete ^\ny\n/history\n' | "$fen" 2>/dev/null"#)
        #expect(done.status == 0 && done.output.contains("alice deleted") == false)
        #expect(done.output.contains("Deleted alice:2 Tea"))
        let refused = try sh(
            #"printf '+ 5 Beer\n/delete ^\n+ 3 Cake\n/delete nobody:9\ny\n/history\n' | "$fen" 2>&1"#
        )
        #expect(refused.status == 2)
        #expect(refused.output.contains("This needs a yes") && refused.output.contains("Cake"))
        #expect(refused.output.contains("“y” answers nothing"))
        #expect(!refused.output.contains("Alice: y"))
        let joined = try sh(
            #"""
            mkdir -p "$HOMES/a store"; "$fen" backend folder "$HOMES/a store" >/dev/null
            "$fen" invite Bob | grep ^fen: > "$HOMES/link"
            { echo /join; cat "$HOMES/link"; echo "$HOMES/a store"; echo y; } \
                | FEN_NAME=Bob "$fen" --home "$HOMES/b" 2>/dev/null
            FEN_NAME=Carol "$fen" --home "$HOMES/c" join --yes folder="$HOMES/a store" \
                < "$HOMES/link" 2>&1
            """#)
        #expect(joined.status == 0, "\(joined.output)")
        #expect(joined.output.ranges(of: "Joined Trip").count == 2, "\(joined.output)")
        #expect(!joined.output.contains("Bob: fen://"))
    }

    @Test("what stands behind an unanswered confirmation is no message")
    func unanswered() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let said = try sh(
            #"printf '/new Trip EUR\n+ 5 Beer\n/delete ^\nof course\nhello\n/delete ^\n+ 3 Cake\n/delete ^\n\\sure\n/history\n' | "$fen" 2>&1"#
        )
        #expect(said.status == 2)
        #expect(said.output.contains("“of course” is no yes or no"), "\(said.output)")
        #expect(!said.output.contains("Alice: of course"))
        #expect(said.output.contains("Alice: hello") && said.output.contains("Alice: sure"))
        #expect(said.output.contains("Logged alice:4 Cake"))
        // Programs that read --json get an answer to every line, this one too.
        let json = try sh(#"printf '+ 5 Tea\n/delete ^\nof course\n' | "$fen" --json 2>/dev/null"#)
        let lines = json.output.split(separator: "\n").filter {
            !$0.contains(#""command":"start""#)
        }
        #expect(lines.count == 3 && lines[2].contains("NOT_SENT"), "\(json.output)")
    }

    @Test("the table player says how it is called")
    func tableHelp() throws {
        for call in ["table --help", "help table", "--help table"] {
            let said = try sh("\"$fen\" \(call) 2>&1")
            #expect(said.status == 0 && said.output.contains("fen table FILE [--step] [--check]"))
            #expect(said.output.contains("--with FILE  takes what names stand for"))
        }
    }

    @Test("output that cannot be written is a failure, and standard error says so")
    func full() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        _ = try sh(#""$fen" new Trip EUR"#)
        let full = try sh(#""$fen" balances 2>&1 >/dev/full"#)
        #expect(full.status == 1 && full.output.contains("could not be written"))
        let closed = try sh(#""$fen" balances 2>&1 >&-"#)
        #expect(closed.status == 1 && closed.output.contains("could not be written"))
        #expect(try sh(#""$fen" paid 5 Tea >&- 2>/dev/null; "$fen" audit"#).status == 0)
        #expect(try sh(#""$fen" help | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}"#).status == 0)
    }

    @Test("a home that came here open is closed, and an empty one is not called new")
    func homes() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        _ = try sh(#""$fen" new Trip EUR; chmod 755 "$FEN_HOME"; chmod 644 "$FEN_HOME/fen.db""#)
        let modes = try sh(
            #""$fen" balances >/dev/null; stat -c %a "$FEN_HOME" "$FEN_HOME/fen.db""#)
        #expect(modes.output == "700\n600\n")
        let empty = try sh(
            #"mkdir "$HOMES/e"; : > "$HOMES/e/fen.db"; "$fen" --home "$HOMES/e" groups 2>&1"#)
        #expect(empty.status == 1 && empty.output.contains("database in fen's home is empty"))
        let used = try sh(
            #"echo /balances > "$HOMES/e/history"; "$fen" --home "$HOMES/e" me A 2>&1"#)
        #expect(used.status == 1 && used.output.contains("has been used before"))
        let place = try sh(#""$fen" --home /proc/x me A 2>&1"#)
        #expect(place.status == 1 && !place.output.contains("no fen home here yet"))
    }

    @Test("without UTF-8 and with --plain the first line is ASCII")
    func ascii() throws {
        for call in [#"LC_ALL=C "$fen" --help"#, #"LC_ALL=C.UTF-8 "$fen" --plain --help"#] {
            #expect(try sh(call).output.hasPrefix("FEN\nShared"))
        }
        #expect(try sh(#""$fen" --json table x 2>&1"#).status == 2)
    }

    @Test("an invite's picture is made in the same call")
    func picture() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let made = try sh(
            #""$fen" new Trip EUR; "$fen" invite Bob qr="$HOMES/b c.png"; ls "$HOMES""#)
        #expect(made.output.contains("Wrote the code for Bob") && made.output.contains("b c.png\n"))
        #expect(
            try sh(#""$fen" invite Bob qr="$HOMES/b c.png" 2>&1"#).output.contains(
                "no invite was made"))
    }

    @Test("lines of a script: as long as a paste, whatever there are")
    func lines() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let many = String(repeating: "x\n", count: 200_000)
        let long = String(repeating: "y", count: 5_000_000)
        try (many + long + "\r\nlast\r\n" + long).write(to: file, atomically: true, encoding: .utf8)
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        var reader = LineReader(descriptor: descriptor)
        var count = 0
        while case .line("x")? = reader.next() { count += 1 }
        // The loop took the long line.
        #expect(count == 200_000)
        #expect(reader.next() == .line("last"))
        #expect(reader.next() == .tooLong)
        #expect(reader.next() == nil)
    }

    @Test(
        "--plain: the prompt comes behind the answer, and what is answered can be read",
        .enabled(if: Tmux.isInstalled, "tmux is not installed")
    )
    func plainOrder() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        _ = try sh(#"printf '/new Trip EUR\n+ 12 Tea\n' | "$fen""#)
        let tmux = try Tmux(
            columns: 70, rows: 30, program: Tmux.fen, arguments: "--plain",
            environment: ["FEN_HOME": home.path + "/a"])
        try tmux.wait { $0.last == "[trip 2 unsynced] alice>" }
        try tmux.type("/groups\r")
        try tmux.wait { $0.count == 4 }
        try tmux.type("/delete alice:2\r")
        try tmux.wait { $0.last == ">" || $0.last?.hasSuffix("[y/N]") == true }
        try tmux.type("n\r")
        let rows = try tmux.wait { $0.last == "[trip 2 unsynced] alice>" && $0.count > 6 }
        #expect(rows[0] == "Trip - 1 member - EUR - 2 unsynced")
        #expect(
            rows[1] == "[trip 2 unsynced] alice> /groups" && rows[2].contains("organised by Alice"))
        #expect(rows[3] == "[trip 2 unsynced] alice> /delete alice:2")
        #expect(rows.contains("> n"), "\(rows)")
        #expect(rows.dropLast().last?.hasPrefix("Left as it is") == true)
    }
}
