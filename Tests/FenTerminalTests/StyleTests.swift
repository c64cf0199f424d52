import FenTerminal
import Testing

@Suite("Terminal style")
struct StyleTests {
    @Test("the environment decides what may be drawn")
    func detection() {
        func style(_ environment: [String: String], plain: Bool = false) -> TerminalStyle {
            TerminalStyle.detect(environment: environment, isTerminal: true, plain: plain)
        }
        let usual = style(["LANG": "de_DE.UTF-8", "TERM": "xterm-256color"])
        #expect(usual.hasColour && usual.hasUnicode && !usual.isPlain && usual.drawsBlocks)
        #expect(!style(["LANG": "C.UTF-8", "NO_COLOR": "1"]).hasColour)
        #expect(style(["LANG": "C.UTF-8", "NO_COLOR": ""]).hasColour)
        #expect(style(["TERM": "dumb"]).isPlain)
        #expect(!style(["LC_ALL": "C", "LANG": "C.UTF-8"]).hasUnicode)
        #expect(style(["LC_ALL": "", "LANG": "en_GB.utf8"]).hasUnicode)
        #expect(!style([:]).hasUnicode)
        let plain = style(["LANG": "C.UTF-8"], plain: true)
        #expect(plain.isPlain && !plain.hasColour && !plain.drawsBlocks)
        #expect(style(["COLUMNS": "50"]).size().columns == 50)
        #expect(style(["COLUMNS": "many"]).fixedColumns == nil)
        #expect(
            !TerminalStyle.detect(environment: ["LANG": "C.UTF-8"], isTerminal: false).hasColour
        )
    }

    @Test("text is shown with the characters there are")
    func shown() {
        let ascii = TerminalStyle(isTerminal: true, hasUnicode: false)
        #expect(ascii.shown("Zoë → 5 €…") == "Zo\\u{EB} -> 5 EUR...")
        let plain = TerminalStyle(isTerminal: true, isPlain: true)
        #expect(plain.shown("Zoë → 5 €…") == "Zoë -> 5 €...")
        #expect(plain.forDocuments.shown("“ë→”") == "“ë→”")
        #expect(ascii.forDocuments.shown("“ë→”") == "“ë→”")
        let full = TerminalStyle(isTerminal: true)
        #expect(full.shown("Zoë → 5 €…") == "Zoë → 5 €…")
    }
}
