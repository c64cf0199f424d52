internal import FenREPL

/// What may be drawn here: read once from the environment and the options, then passed along.
package struct TerminalStyle: Hashable, Sendable {
    /// Whether a terminal shows the output.
    package var isTerminal: Bool
    /// ASCII typography, no colour, nothing redrawn: for screen readers and dumb terminals.
    package var isPlain: Bool
    /// Whether colours may be used.
    package var hasColour: Bool
    /// Whether characters beyond ASCII may be used.
    package var hasUnicode: Bool
    /// The width that `COLUMNS` asks for.
    package var fixedColumns: Int?

    /// A style of these properties.
    package init(
        isTerminal: Bool,
        isPlain: Bool = false,
        hasColour: Bool = true,
        hasUnicode: Bool = true,
        fixedColumns: Int? = nil
    ) {
        self.isTerminal = isTerminal
        self.isPlain = isPlain
        self.hasColour = hasColour
        self.hasUnicode = hasUnicode
        self.fixedColumns = fixedColumns
    }

    /// The style that the environment and `--plain` ask for.
    package static func detect(
        environment: [String: String],
        isTerminal: Bool,
        plain: Bool = false
    ) -> TerminalStyle {
        let isPlain = plain || environment["TERM"] == "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }
            .first { !$0.isEmpty }
        let encoding = (locale ?? "C").lowercased()
        let isUTF8 = encoding.contains("utf-8") || encoding.contains("utf8")
        let noColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return TerminalStyle(
            isTerminal: isTerminal,
            isPlain: isPlain,
            hasColour: isTerminal && !isPlain && !noColour,
            hasUnicode: isUTF8,
            fixedColumns: environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 1 ? $0 : nil }
        )
    }

    /// The same for output that is a document, such as JSON: not a character of it is exchanged,
    /// for a quotation mark made ASCII would end a string.
    package var forDocuments: TerminalStyle {
        var style = self
        style.isPlain = false
        style.hasUnicode = true
        return style
    }

    /// The window to lay out for: `COLUMNS` wins over what the terminal says, 80 columns where
    /// there is none.
    package func size(descriptor: Int32 = 1) -> TerminalSize {
        var size =
            (isTerminal ? TerminalSize.measure(descriptor: descriptor) : nil)
            ?? TerminalSize(rows: 24, columns: 80)
        if let fixedColumns { size.columns = fixedColumns }
        return size
    }

    /// Whether blocks and lines may be drawn.
    package var drawsBlocks: Bool { hasUnicode && !isPlain }

    /// `text` as this terminal can show it: without UTF-8 everything beyond ASCII is replaced or
    /// escaped; plain output has ASCII typography, and people's letters stay theirs.
    package func shown(_ text: String) -> String {
        if (hasUnicode && !isPlain) || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.replacing(Sentences.sign, with: "").unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let twin = Self.typography[scalar] {
                result += twin
            } else if hasUnicode {
                result.unicodeScalars.append(scalar)
            } else {
                result += Self.words[scalar] ?? Neutraliser.escape(scalar)
            }
        }
        return result
    }

    private static let typography: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": "\"", "”": "\"",
        "→": "->", "←": "<-", "·": "*", "•": "*", "×": "x", "≈": "~", "✓": "x", "⚠": "!",
        "█": "#", "▏": "|", "▎": "|", "▍": "|", "▌": "#", "▋": "#", "▊": "#", "▉": "#", "░": ".",
        "│": "|", "─": "-",
    ]
    private static let words: [Unicode.Scalar: String] = [
        "\u{A0}": " ", "€": "EUR", "\u{2068}": "", "\u{2069}": "",
    ]
}
