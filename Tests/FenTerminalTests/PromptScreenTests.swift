import Foundation
import Testing

/// The prompt in a real terminal. Each test has a window of its own.
@Suite("Prompt on screen", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .serialized)
struct PromptScreenTests {
    @Test("AC-01: messages arrive while a long draft is edited")
    func messagesWhileTyping() throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        // One at the instant the prompt is drawn: it waits in the pipe before the program starts.
        try tmux.deliver(["message one"])
        try tmux.ready()
        let draft = String(repeating: "1234567890", count: 6)
        try tmux.type(draft)
        try tmux.press("Left", "Left", "Left")
        let typed = try tmux.wait { $0.last == "90123456789012345678901234567890" }
        #expect(typed.first == "message one")
        try tmux.deliver(["message two", "message three is longer than forty columns are", "4"])
        let shown = try tmux.wait { $0.contains("4") }
        let expected = [
            "message one", "message two", "message three is longer than forty colum", "ns are", "4",
            "[dublin] a> 1234567890123456789012345678", "90123456789012345678901234567890",
        ]
        #expect(shown == expected)
        let cursor = try tmux.cursor()
        #expect(cursor.row == 6 && cursor.column == 29)
        try tmux.type("X")
        let edited = try tmux.wait { $0.last == "90123456789012345678901234567X890" }
        #expect(edited == expected.dropLast() + ["90123456789012345678901234567X890"])
        try tmux.press("Enter")
        try tmux.wait { $0.contains("sent 61") }
        #expect(tmux.log() == ["typed - \"\(draft.dropLast(3))X890\""])
    }

    @Test("messages arrive beside wide characters in a wrapped draft")
    func wideDraft() throws {
        let tmux = try Tmux(columns: 20, rows: 12)
        try tmux.ready()
        try tmux.type("コンニチハセカイ日本語é漢字")
        try tmux.press("Left", "Left")
        let before = try tmux.wait { $0.count == 3 }
        let cursor = try tmux.cursor()
        try tmux.deliver(["one", "two"])
        let after = try tmux.wait { $0.first == "one" && $0.count == before.count + 2 }
        #expect(after == ["one", "two"] + before)
        let moved = try tmux.cursor()
        #expect(moved.row == cursor.row + 2 && moved.column == cursor.column)
        try tmux.type("X")
        try tmux.press("Enter")
        try tmux.wait { $0.contains("sent 15") }
        #expect(tmux.log() == ["typed - \"コンニチハセカイ日本語éX漢字\""])
    }

    @Test("AC-03: a paste is one draft", arguments: ["", "\n"])
    func paste(_ ending: String) throws {
        let tmux = try Tmux(columns: 40, rows: 16)
        try tmux.ready()
        try tmux.paste("first\n/leave\n+ 12 Beer\n\tindented\u{1B}[2J\nlast" + ending)
        let shown = try tmux.wait { $0.last == "last" }
        #expect(
            shown == [
                "5 lines, Enter sends one message", "[dublin] a> first", "/leave", "+ 12 Beer",
                "    indented[2J", "last",
            ]
        )
        #expect(tmux.log().isEmpty)
        // The channel may not change under a pasted draft.
        try tmux.press("M-2")
        try tmux.wait { $0.contains("[2] a> first") }
        try tmux.press("Enter")
        try tmux.wait { $0.contains { $0.hasPrefix("sent") } }
        #expect(
            tmux.log() == [
                "typed - \"/use 2\"",
                #"block dublin "first\n/leave\n+ 12 Beer\n    indented[2J\nlast""#,
            ]
        )
        // From the history it is a block again, and never commands.
        try tmux.press("Up", "Enter")
        try tmux.wait { $0.filter { $0.hasPrefix("sent") }.count == 2 }
        #expect(tmux.log().last?.hasPrefix("block 2 ") == true)
    }

    @Test("what is pasted into a command stays on its line, a single line is an ordinary draft")
    func pasteIntoCommand() throws {
        let tmux = try Tmux(columns: 60, rows: 16)
        try tmux.ready()
        try tmux.paste("/balances\n")
        try tmux.wait { $0.last == "[dublin] a> /balances" }
        #expect(tmux.log().isEmpty)
        try tmux.press("C-u")
        try tmux.type("/check ")
        try tmux.paste("fen://join#abc\ndef\n")
        try tmux.wait { $0.last?.hasSuffix("def") == true }
        try tmux.press("Enter")
        try tmux.wait { $0.contains { $0.hasPrefix("ran") } }
        #expect(tmux.log() == [#"typed - "/check fen://join#abc def""#])
    }

    @Test("after a resize nothing stale remains", arguments: [0, 28, 68, 100])
    func resize(_ length: Int) throws {
        let tmux = try Tmux(columns: 60, rows: 20)
        try tmux.ready()
        // A full screen: on a nearly empty one tmux moves rows into its history on every shrink,
        // where no program can reach them.
        var messages = (1...40).map { "message \($0)" }
        try tmux.deliver(messages)
        try tmux.wait { $0.contains("message 40") }
        let draft = String(String(repeating: "abcdefghij", count: 12).prefix(length))
        try tmux.type(draft)
        let line = "[dublin] a> " + draft
        try tmux.wait { $0.joined().hasSuffix(line.trimmingSuffixSpaces) }
        for (index, columns) in [40, 20, 33, 50, 41, 80, 16].enumerated() {
            if index == 2, length > 8 { try tmux.press("Left", "Left", "Left", "Left") }
            if index == 4 { try tmux.press("End") }
            usleep(50_000)
            try tmux.resize(columns: columns, rows: 20)
            // Both orders occur: the signal before a message, and after it.
            if index % 2 == 0 { usleep(100_000) }
            messages.append("at \(columns)")
            try tmux.deliver(["at \(columns)"])
            let rows = try tmux.wait(withHistory: true) { rows in
                guard let last = rows.lastIndex(of: "at \(columns)") else { return false }
                return rows.suffix(from: last + 1).joined() == line.trimmingSuffixSpaces
            }
            #expect(rows.joined() == messages.joined() + line.trimmingSuffixSpaces, "\(columns)")
        }
    }
}

extension String {
    /// A terminal's screen does not tell the spaces at the end of a row.
    fileprivate var trimmingSuffixSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
