import FenREPL
import Testing

@Suite("Width and safe text")
struct TextTests {
    @Test("columns agree with wcwidth", arguments: WidthCase.all)
    func width(_ example: WidthCase) {
        // wcwidth lets a joiner swallow any letter; terminals only join emoji.
        let expected = example.name == "zero width joiner between letters" ? 2 : example.width
        if expected < 0 {
            #expect(DisplayWidth.columns(Neutraliser.line(example.text)) > 0)
        } else {
            #expect(DisplayWidth.columns(example.text) == expected)
        }
    }

    @Test("padding and cutting keep to the column")
    func layout() {
        #expect(DisplayWidth.padded("コニ", to: 6) == "コニ  ")
        #expect(DisplayWidth.padded("9.50", to: 6, alignment: .right) == "  9.50")
        #expect(DisplayWidth.truncated("コンニチハ", to: 6) == "コン…")
        #expect(DisplayWidth.truncated("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", to: 3) == "👨‍👩‍👧‍👦…")
        #expect(DisplayWidth.truncated("abc", to: 3) == "abc")
        #expect(DisplayWidth.wrapped("aコbコ", to: 3) == ["aコ", "bコ"])
        #expect(DisplayWidth.isCertain("Zoë 12.00 €"))
        #expect(!DisplayWidth.isCertain("👍🏽"))
    }

    @Test(
        "what could drive the terminal is shown",
        arguments: [
            ("\u{1B}[2J", "^[[2J"),
            ("\u{1B}]0;title\u{07}", "^[]0;title^G"),
            ("\u{1B}]52;c;cm0=\u{1B}\\", "^[]52;c;cm0=^[\\"),
            ("\u{1B}[?1003h", "^[[?1003h"),
            ("\u{9B}31m", "\\u{9B}31m"),
            ("\u{90}q\u{9C}", "\\u{90}q\\u{9C}"),
            ("a\rb\u{08}c\u{7F}", "a^Mb^Hc^?"),
            ("a\nb\tc", "a^Jb^Ic"),
            ("bob\u{200B}", "bob\\u{200B}"),
            ("a\u{202E}b", "a\\u{202E}b"),
            ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"),
            ("nul\u{0}", "nul^@"),
            ("a\u{2028}b\u{FEFF}", "a\\u{2028}b\\u{FEFF}"),
            ("a\u{3164}b\u{E0041}", "a\\u{3164}b\\u{E0041}"),
            ("a\u{200D}b", "a\\u{200D}b"),
            ("👨‍👩‍👧", "👨‍👩‍👧"),
            ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
            ("❤️ 1️⃣", "❤️ 1️⃣"),
            ("\u{0915}\u{094D}\u{200D}\u{0937}", "\u{0915}\u{094D}\u{200D}\u{0937}"),
            ("سلام", "\u{2068}سلام\u{2069}"),
            ("Zoë €", "Zoë €"),
        ]
    )
    func neutral(_ typed: String, _ shown: String) {
        #expect(Array(Neutraliser.line(typed).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test("a block keeps its lines and nothing else")
    func block() {
        #expect(Neutraliser.block("a\r\nb\n\tc\rd\u{1B}") == "a\nb\n    c^Md^[")
    }

    @Test("a tower of marks is cut")
    func zalgo() {
        let tower = "a" + String(repeating: "\u{0301}", count: 20)
        #expect(Neutraliser.line(tower).contains("\\u{301}"))
        #expect(!Neutraliser.line("a\u{0300}\u{0323}\u{0302}").contains("\\u"))
    }

    @Test("names")
    func names() {
        for good in ["bob", "Zoë", "O'Neil", "Anna Maria", "سارة", "👨‍👩‍👧", "می\u{200C}خواهم"] {
            #expect(Neutraliser.isSafeName(good), "\(good)")
        }
        for bad in [
            "", " bob", "bob ", "a  b", "bob\u{200B}", "a\u{202E}b", "nul\u{0}", "a\tb", "\u{0301}",
            "a\u{A0}b", "\u{2800}", "\u{3164}", "bob\u{200C}",
        ] {
            #expect(!Neutraliser.isSafeName(bad), "\(bad.unicodeScalars.map(\.value))")
        }
        #expect(Neutraliser.lookAlikeKey("Bob") == Neutraliser.lookAlikeKey("bоb\u{200B}"))
        #expect(Neutraliser.lookAlikeKey("Bob") != Neutraliser.lookAlikeKey("Rob"))
    }
}
