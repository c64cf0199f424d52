import Foundation
import Testing

/// What members answer in a table, and what names stand for in it, with the real program.
@Suite("Answers and names of a table")
struct TableAnswerTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "fen-answers-\(UUID().uuidString)")

    /// Plays a script and checks it; with another text as the file behind `--with`.
    private func play(_ script: String, with names: String? = nil) throws -> (Int32, String) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(script.utf8).write(to: folder.appending(path: "a.table"))
        try names.map { try Data($0.utf8).write(to: folder.appending(path: "names")) }
        let with = names == nil ? "" : "--with names"
        return try Command.run(
            "/bin/sh",
            ["-c", "cd '\(folder.path)'; '\(Tmux.fen)' table a.table --check \(with) 2>&1"])
    }

    @Test("a question takes the script's answer; without one the command is not done")
    func answers() throws {
        let (status, output) = try play(
            """
            alice> /new Trip EUR
            alice> + 12 Tea
            alice> /delete ^
            ! needs a yes
            alice> /delete ^
            < no
            !
            alice> /expenses
            = Tea
            alice> /delete ^
            < yes
            = Delete
            = < yes
            = Deleted alice:2
            alice> /expenses
            - Tea
            alice> + 5 Beer
            bob> /new Bob EUR
            """)
        #expect(status == 0, "\(output)")
    }

    @Test("the answer to a question for a secret is used and not shown")
    func secret() throws {
        let (status, output) = try play(
            """
            set secret hunter2$$
            alice> /new Trip EUR
            alice> /backend s3 http://127.0.0.1:1 bucket=b key=k
            < $secret
            = Secret key (not shown):
            = < (not shown)
            - No secret key
            ! cannot be reached
            alice> /history
            - hunter2
            alice> /backend
            = has no store
            """)
        #expect(status == 0 && !output.contains("hunter2"), "\(output)")
    }

    @Test("an answer that nothing asked for fails the script, and one that is empty does not")
    func unasked() throws {
        let (status, output) = try play("alice> /groups\n# words\n< yes")
        #expect(status == 1 && output.contains("line 3: expected a question that this answers"))
        #expect(try play("set none\nalice> /groups\n< $none").0 == 0)
    }

    @Test("names of another file come first")
    func names() throws {
        let script = """
            set sum 12
            set what $sum Tea
            set more
            alice> /new Trip EUR
            alice> + $what $more
            alice> /expenses
            = Tea
            = 12.00
            """
        #expect(try play(script).0 == 0)
        #expect(try play(script, with: "# other words\nset more and cake\n").0 == 0)
        let (status, output) = try play(script, with: "set sum 13\n")
        #expect(status == 1 && output.contains("expected a line with: 12.00"))
        let (wrong, said) = try play(script, with: "alice> /quit\n")
        #expect(wrong == 2 && said.contains("`set NAME VALUE` lines only"))
        let (unread, why) = try play(script, with: "set sum\nset sum\n")
        #expect(unread == 2 && why.contains("names, line 2: a script sets $sum once"))
    }
}
