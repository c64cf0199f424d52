import Testing

@testable import FenREPL

@Suite("Lines are broken at words")
struct LineWrapTests {
    @Test("at the width, with the indent of the first row")
    func rows() {
        #expect(LineWrap.rows("one two", width: 7) == ["one two"])
        #expect(LineWrap.rows("one two three", width: 9) == ["one two", "three"])
        #expect(
            LineWrap.rows("    + 12 Tea by Alice for Bob", width: 20)
                == ["    + 12 Tea by", "    Alice for Bob"])
        #expect(
            LineWrap.rows("see fen://join#abcdefghijklmnop now", width: 10)
                == ["see", "fen://join#abcdefghijklmnop", "now"])
        #expect(LineWrap.rows("日本語 日本語", width: 8) == ["日本語", "日本語"])
    }

    @Test("text that runs from right to left stays isolated in every row")
    func isolates() {
        let rows = LineWrap.rows("\u{2068}אב גד הו\u{2069} paid", width: 6)
        #expect(rows == ["\u{2068}אב גד\u{2069}", "\u{2068}הו\u{2069}", "paid"])
    }

    @Test("a table's last column goes on beneath itself")
    func table() {
        var table = TextTable([.left(), .left()], indent: "  ")
        table.add("/retry", "tries again at once what waits")
        table.add("/me", "your name")
        #expect(
            table.lines(width: 28) == [
                "  /retry  tries again at", "          once what waits", "  /me     your name",
            ])
        #expect(table.lines().count == 2)
    }

    @Test("only where a terminal shows them")
    func terminal() {
        var environment = Fixtures.environment()
        environment.width = 20
        let blocks: [TextBlock] = [.line("a sentence that is longer than that"), .verbatim("x y")]
        #expect(OutcomeRenderer(environment: environment).lines(blocks).count == 2)
        environment.wraps = true
        #expect(OutcomeRenderer(environment: environment).lines(blocks).count == 3)
    }

    @Test("a page is paragraphs, and rows in columns stay rows")
    func paragraphs() {
        #expect(
            HelpText.paragraphs(["It goes", "on here.", "A new one,", "too.", "a  b", "c  d"])
                == ["It goes on here.", "A new one, too.", "a  b", "c  d"])
    }
}
