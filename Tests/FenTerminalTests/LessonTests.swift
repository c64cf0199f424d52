import Foundation
import Testing

/// Lessons, and scripts with a seed, played by the real program.
@Suite("Lessons", .serialized)
struct LessonTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/lessons")

    @Test("the program carries every lesson, word for word")
    func carried() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: nil)
        let list = try Command.run(Tmux.fen, ["lesson"]).output
        #expect(files.count >= 6)
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let script = try String(contentsOf: file, encoding: .utf8)
            let title = script.prefix { $0 != "\n" }.dropFirst(2)
            #expect(list.contains("\(name)") && list.contains(title))
            let answer = try Command.run(Tmux.fen, ["--json", "lesson", name])
            let object = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
            #expect((object as? [String: Any])?["script"] as? String == script)
            #expect(answer.status == 0)
            #expect(script.contains("\nseed ") && script.contains("\n? "), "\(name)")
        }
        let unknown = try Command.run("/bin/sh", ["-c", "'\(Tmux.fen)' lesson nowhere 2>&1"])
        #expect(unknown.status == 2 && unknown.output.contains("no lesson called “nowhere”"))
    }

    @Test("in a script a lesson is played without a stop, and the script goes on")
    func inScript() throws {
        let home = Self.temporary("home")
        defer { try? FileManager.default.removeItem(at: home) }
        let line = "printf '/lesson 2\\n/groups\\n' | '\(Tmux.fen)' --home '\(home.path)' 2>&1"
        let result = try Command.run("/bin/sh", ["-c", line])
        #expect(result.status == 0)
        let played = try #require(result.output.range(of: "alice> /raw alice:2"))
        let after = try #require(result.output.range(of: "No groups yet."))
        #expect(played.upperBound < after.lowerBound)
    }

    @Test("a seed gives the same ids in every run, and another seed others")
    func seeded() throws {
        let script = """
            alice> /new "Practice" EUR --lab
            alice> /backend folder $dir/store
            alice> /invite Bob => link
            bob> /join $link --yes folder=$dir/store
            alice> /sync
            bob> /sync
            alice> + 12 Tea
            kill bob
            bob> + 13 Bread
            alice> /sync
            bob> /sync
            same alice bob
            alice> /raw bob:2
            = "seq":2
            bob> /history
            = 2026-07-04 18:0
            bob> /dump
            = Bread
            """
        func play(_ seed: Int) throws -> String {
            try playing("seed \(seed)\n" + script, status: 0)
                .split(separator: "\n").drop { !$0.hasPrefix("alice> /raw") }
                .filter { !$0.contains(" * ") }.joined(separator: "\n")
        }
        let first = try play(1)
        #expect(try play(1) == first)
        #expect(try play(2) != first)
        #expect(first.contains("\"nonce\""))
    }

    @Test("a home made from a seed stays out of real groups, and a real one takes no seed")
    func kept() throws {
        let refused = try playing(
            "seed 3\nalice> /new Trip EUR\n! script's seed\nexit 2", status: 0)
        #expect(refused.contains("--lab"))
        let kept = Self.temporary("kept")
        defer { try? FileManager.default.removeItem(at: kept) }
        _ = try playing(
            "seed 3\nalice> /new Practice EUR --lab", keeping: kept, status: 0)
        let alice = kept.appending(path: "alice").path
        let byHand = try Command.run(
            "/bin/sh", ["-c", "'\(Tmux.fen)' --home '\(alice)' new Trip EUR 2>&1"])
        #expect(byHand.status == 2 && byHand.output.contains("practice groups only"))
        _ = try playing("bob> /new Trip EUR", keeping: kept, status: 0)
        let real = try playing("seed 3\nbob> /me", keeping: kept, status: 1)
        #expect(real.contains("This home is a real one"))
    }

    @Test("what stands behind /quit is typed in a new process, and no folder is no place to keep")
    func again() throws {
        let output = try playing("alice> /quit\r\nalice> /me\r\n= Alice\r\n", status: 0)
        #expect(output.contains("All 1 expectations hold."))
        let nowhere = try playing("alice> /me", keeping: URL(filePath: "/dev/null"), status: 1)
        #expect(nowhere.contains("/dev/null is no folder"))
    }

    @Test("outside a table the environment gives no seed")
    func environment() throws {
        func key() throws -> String {
            let home = Self.temporary("real")
            defer { try? FileManager.default.removeItem(at: home) }
            let settings = "FEN_SEED=1 FEN_NAME=Alice FEN_CLOCK=/dev/null"
            let line = "\(settings) '\(Tmux.fen)' --home '\(home.path)' --json 2>&1"
            return try Command.run("/bin/sh", ["-c", "echo /identity | " + line]).output
        }
        let one = try key()
        #expect(one.contains("\"ok\":true"))
        #expect(try key() != one)
    }

    @Test(
        "at the prompt a lesson waits, takes predictions, and Ctrl-C leads back",
        .enabled(if: Tmux.isInstalled, "tmux is not installed"))
    func atThePrompt() throws {
        let temporary = Self.temporary("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: temporary) }
        let tmux = try Tmux(
            columns: 100, rows: 45, program: Tmux.fen,
            environment: ["TMPDIR": temporary.path])
        func see(_ condition: ([String]) -> Bool) throws {
            let rows = try tmux.wait(until: condition)
            #expect(condition(rows), "\(rows.suffix(5))")
        }
        try see { $0.last == "What are you called?" }
        try tmux.type("Zoe\r")
        try see { $0.last == "[no group] zoe>" }
        try tmux.type("/lesson what-is\r")
        try see { $0.suffix(2) == [#"alice> /new "Practice" EUR --lab"#, "…"] }
        try tmux.press("Enter")
        try see { $0.suffix(2) == ["alice> + 21.60 Guinness", "…"] }
        try tmux.press("Enter")
        try see { $0.suffix(2).first?.hasPrefix("? ") == true }
        try tmux.type("only the time\r")
        try see { $0.suffix(2) == ["alice> /raw alice:2", "…"] }
        try tmux.press("Enter")
        try see { $0.contains("You predicted: only the time") && $0.last == "…" }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == 1)
        try tmux.press("C-c")
        try see { $0.last == "[no group] zoe>" }
        #expect(try tmux.screen().suffix(2).first?.hasSuffix("Interrupted.") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        // The prompt has its keys again.
        try tmux.type("/groups\r")
        try see { $0.contains { $0.hasPrefix("No groups yet.") } }
        try tmux.type("half a line")
        try tmux.press("C-c", "C-d")
        let end = try tmux.wait(withHistory: true) { $0.joined().contains("-extproc") }
        #expect(end.contains("ended with 0"))
    }

    /// Plays a script with checks by the real program.
    private func playing(
        _ script: String, keeping folder: URL? = nil, status: Int32
    ) throws -> String {
        let file = Self.temporary("script")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let keep = folder.map { "--keep '\($0.path)'" } ?? ""
        let line = "'\(Tmux.fen)' table '\(file.path)' --check \(keep) 2>&1"
        let result = try Command.run("/bin/sh", ["-c", line])
        #expect(result.status == status, "\(result.output)")
        return result.output
    }

    private static func temporary(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "fen-\(name)-\(UUID().uuidString)")
    }
}
