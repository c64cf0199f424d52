/// Breaks lines at their spaces, so that a terminal does not break them inside a word.
package enum LineWrap {
    private static let isolate: Character = "\u{2068}"
    private static let pop: Character = "\u{2069}"

    /// `text` in rows of at most `width` columns, those after the first indented by `hanging`
    /// columns, or as far as the first is. A word longer than a row is left whole.
    package static func rows(_ text: String, width: Int, hanging: Int? = nil) -> [String] {
        guard DisplayWidth.columns(text) > width else { return [text] }
        let indent = hanging ?? text.prefix { $0 == " " }.count
        // No room for words beside the indent: then they begin at the edge.
        let margin = String(repeating: " ", count: indent + 12 <= width ? indent : 0)
        var rows: [String] = []
        var row = ""
        var hasWord = false
        for word in words(text) {
            let fits = DisplayWidth.columns(row + word) <= width
            if fits || !hasWord {
                row += word
            } else {
                let isOpen = openIsolates(row) > 0
                rows.append(isOpen ? row + String(pop) : row)
                row = margin + (isOpen ? String(isolate) : "") + word.drop { $0 == " " }
            }
            hasWord = hasWord || word.contains { $0 != " " }
        }
        rows.append(row)
        return rows
    }

    /// The words of a text, each with the spaces before it.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var previous: Character?
        for character in text {
            if previous == nil || character == " " && previous != " " { words.append("") }
            words[words.count - 1].append(character)
            previous = character
        }
        return words
    }

    /// How many runs of foreign direction are still open at the end of a row.
    private static func openIsolates(_ row: String) -> Int {
        row.unicodeScalars.reduce(0) { open, scalar in
            switch Character(scalar) {
            case isolate: open + 1
            case pop: max(0, open - 1)
            default: open
            }
        }
    }
}
