import Foundation
import Testing

/// Lines that wait for their turn, in a real terminal.
@Suite("Prompt queue", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .serialized)
struct PromptQueueTests {
    @Test("a line that waits while another channel becomes current goes where it was typed")
    func typedBeforeJoining() throws {
        let tmux = try Tmux(columns: 90, rows: 16)
        try tmux.ready()
        try tmux.type("/joining\r")
        Thread.sleep(forTimeInterval: 1.5)
        try tmux.type("note to self\r")
        let waiting = "note to self: waits until what was begun is done; Ctrl-C stops that."
        try tmux.wait(seconds: 15) { $0.contains(waiting) }
        #expect(try tmux.screen().filter { $0.contains("note to self") }.count == 2)
        try tmux.wait(seconds: 15) { $0.contains("sent 12") }
        #expect(tmux.log() == ["typed - \"/joining\"", "typed dublin \"note to self\""])
        #expect(try tmux.screen().last == "[cork] a>")
    }

    @Test("a line typed in place of an answer is run next")
    func nextLine() throws {
        let tmux = try Tmux(columns: 60, rows: 16)
        try tmux.ready()
        try tmux.type("/asked done\r")
        try tmux.wait { $0.contains("done") }
        #expect(tmux.log() == ["typed - \"/asked done\"", "typed - \"/echo done\""])
    }
}
