import FenTerminal
import Foundation
import Testing

@Suite("Table scripts")
struct TableTests {
    @Test("a script is read")
    func reading() throws {
        let script = try TableScript(
            parsing: """
                # narration
                seed 7
                set store folder $dir/x             # where the logs live
                set none
                alice> /new Dublin4Ever EUR
                < hello there                       # to the first question
                # in between
                < $secret
                alice> /invite Bob => forBob        # the value is bound
                bob> /show #3f9a
                bob> a # b => is text
                = Guinness   12                     # a comment
                bob*> /balances
                ? What will
                ? he owe?
                # in between
                = Alice -10.80 EUR
                - Taxi
                !
                ! expired
                exit 5
                same alice bob
                kill bob
                """
        )
        #expect(script.seed == 7)
        let steps = script.steps.map(\.value)
        #expect(steps[0] == .narration("narration"))
        #expect(steps[1] == .set(name: "store", words: "folder $dir/x"))
        #expect(steps[2] == .set(name: "none", words: ""))
        #expect(steps[9] == .prediction("What will he owe?"))
        #expect(steps[10] == .narration("in between"))
        #expect(steps[11] == .same(["alice", "bob"]))
        #expect(steps[12] == .kill("bob"))
        let commands = steps.compactMap {
            if case .command(let command) = $0 { command } else { nil }
        }
        #expect(
            commands.map(\.text) == [
                "/new Dublin4Ever EUR", "/invite Bob", "/show #3f9a", "a # b => is text",
                "/balances",
            ]
        )
        #expect(commands.map(\.binding) == [nil, "forBob", nil, nil, nil])
        #expect(commands.map(\.repeats) == [false, false, false, false, true])
        #expect(commands[0].answers.map(\.value) == ["hello there", "$secret"])
        #expect(commands[0].answers.map(\.line) == [6, 8])
        #expect(commands[3].expectations.map(\.value) == [.shows("Guinness   12")])
        #expect(
            commands[4].expectations.map(\.value) == [
                .shows("Alice -10.80 EUR"), .hides("Taxi"), .fails(""), .fails("expired"),
                .exits(5),
            ]
        )
        #expect(commands[4].expectations.map(\.line) == [17, 18, 19, 20, 21])
    }

    @Test(
        "what cannot be read is named with its line",
        arguments: [
            ("= x", 1), ("alice> a\nsomething else", 2), ("alice>", 1), ("same alice", 1),
            ("alice> a\nkill Bob", 2), ("alice> a\nseed 3", 2), ("seed 1\nseed 2", 2),
            ("alice> a => ", 1), ("alice> a => dir", 1), ("alice> a\r\n= x\r\nnonsense\r\n", 3),
            ("alice> a\nexit x", 2), ("< yes", 1), ("alice> a\n<", 2), ("kill bob\n< yes", 2),
            ("kill bob\n= x", 2), ("set dir x", 1), ("set 1a x", 1), ("set a x\nset a y", 2),
        ]
    )
    func errors(_ text: String, _ line: Int) {
        let error = #expect(throws: TableScript.SyntaxError.self) {
            try TableScript(parsing: text)
        }
        #expect(error?.line == line)
    }

    @Test("questions and replies survive their line")
    func questions() {
        let question = TableQuestion(lines: ["Delete “Tea”?", "Sure? [y/N]"], isSecret: true)
        let bytes = question.encode()
        #expect(bytes.last == 0x0A && !bytes.dropLast().contains(0x0A))
        #expect(TableQuestion(bytes.dropLast()) == question)
        #expect(TableQuestion(TableFrame(status: 0).encode().dropLast()) == nil)
        for answer in [nil, "", "-", "= yes"] {
            #expect(TableQuestion.answer(in: TableQuestion.reply(answer)) == answer)
        }
    }

    @Test("frames survive their line", arguments: [nil, "fen://join#a\n\"b\"", "Zoë 👍"])
    func frames(_ main: String?) {
        let frame = TableFrame(status: 3, main: main)
        let bytes = frame.encode()
        #expect(bytes.last == 0x0A && !bytes.dropLast().contains(0x0A))
        #expect(TableFrame(bytes.dropLast()) == frame)
        #expect(TableFrame(Array("{}".utf8)) == nil)
    }

    @Test("a play with every kind of line holds")
    func play() throws {
        let output = try playing(
            """
            seed 7
            # Two people
            alice> /echo one|two   words
            = one
            = two words
            - three
            alice> /value fen://join#abc => link
            bob> /echo got $link from $dir costs $5 and $$x
            = got fen://join#abc from /
            = costs $5 and $$x
            bob> /name
            = Bob
            bob> /seed
            = 7
            bob> /fail it expired yesterday
            ! expired
            !
            exit 3
            alice> /add first
            bob> /add first
            same alice bob
            kill bob
            bob> /dump
            = first
            bob> /later second
            bob*> /dump
            = second
            alice> /notice something arrived
            alice> /long
            - something arrived
            alice> /die
            exit 9
            alice> /dump
            = first
            """,
            status: 0
        )
        #expect(output.contains("# Two people\n"))
        #expect(output.contains("bob> /echo got fen://join#abc from /"))
        #expect(output.contains("alice * something arrived\n"))
        #expect(output.contains("alice, bob: the same, byte for byte\n"))
        #expect(output.hasSuffix("All 16 expectations hold.\n"))
    }

    @Test(
        "what does not hold stops the play with its line",
        arguments: [
            ("alice> /echo a\n= b", "line 2: expected a line with: b"),
            ("alice> /echo a\n\n- a", "line 3: expected no line with: a"),
            ("alice> /echo a\n!", "line 2: expected a failure"),
            ("alice> /fail a\n! b", "line 2: expected a failure: b"),
            ("alice> /fail a", "line 1: expected the command is done"),
            ("alice> /fail a\nexit 4", "line 2: expected status 4, it was 3"),
            ("alice> /echo $foo", "line 1: expected $foo to be bound"),
            ("alice> /echo a => x", "line 1: expected a value for $x"),
            ("alice> /add 1\nbob> /add 2\nsame alice bob", "line 3: expected the same dump"),
            ("kill bob", "line 1: expected bob is running"),
        ]
    )
    func failures(_ script: String, _ words: String) throws {
        let output = try playing(script, status: 1)
        #expect(output.contains(words), "\(output)")
    }

    @Test("whoever has quit starts again with the next line, also after a line that failed")
    func again() throws {
        let output = try playing(
            "alice> /fail a\nexit 3\nalice> /quit\nalice> /echo b\n= b", status: 0)
        #expect(output.hasSuffix("All 2 expectations hold.\n"))
    }

    @Test("lines of a pipe run one after another; the first failure is the status")
    func script() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fen-script-\(UUID().uuidString)")
        let command = """
            printf '/echo one\\n\\n/fail two\\n/echo three' \
            | '\(Tmux.probe)' --home '\(folder.path)' 2>&1
            """
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try Command.run("/bin/sh", ["-c", command])
        #expect(result.output == "one\nsent 0\ntwo\nthree\n")
        #expect(result.status == 3)
    }

    /// Plays a script with the probe as every member's program.
    private func playing(_ script: String, status: Int32) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "fen-\(UUID().uuidString).table")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = "'\(Tmux.probe)' --table '\(file.path)' 2>&1"
        let result = try Command.run("/bin/sh", ["-c", command])
        #expect(result.status == status, "\(result.output)")
        return result.output
    }
}
