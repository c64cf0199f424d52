/// Makes text from anyone else safe to show: what could drive the terminal, turn the reading
/// direction or hide in a name becomes visible as `^[` or `\u{202E}`.
///
/// Apply it once, where foreign text enters a line of output; the result is for the screen only
/// and never stored or compared.
package enum Neutraliser {
    /// `text` on one line: line breaks and tabs are shown as `^J` and `^I`, text that runs from
    /// right to left is isolated so that it cannot reorder what stands beside it.
    package static func line(_ text: String) -> String {
        if isPlain(text.utf8) { return text }
        return isolated(visible(text.unicodeScalars))
    }

    /// `text` with its line breaks kept (`\r\n` counts as one) and tabs as four spaces; each line
    /// is treated as by ``line(_:)``.
    package static func block(_ text: String) -> String {
        var lines: [String] = []
        var current = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n":
                if previous == "\r" { current.removeLast() }
                lines.append(line(String(current)))
                current = String.UnicodeScalarView()
            case "\t":
                current.append(contentsOf: "    ".unicodeScalars)
            default:
                current.append(scalar)
            }
            previous = scalar
        }
        lines.append(line(String(current)))
        return lines.joined(separator: "\n")
    }

    /// Whether a person, group or file may be called this: nothing invisible, no control or
    /// direction character, no joiner outside the scripts and emoji that need it, no spaces at
    /// the ends or in a row, something to see at the start.
    package static func isSafeName(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last else { return false }
        if first == " " || last == " " || Invisible.isMark(first) { return false }
        for index in scalars.indices {
            if Invisible.mustShow(scalars, at: index) { return false }
            if scalars[index].properties.isWhitespace {
                guard scalars[index] == " ", scalars[index - 1] != " " else { return false }
            }
            // Looks like a space although it is a symbol.
            if scalars[index].value == 0x2800 { return false }
        }
        return true
    }

    /// Two names with the same key look the same on screen or nearly so: case, invisible
    /// characters and compatibility differences are gone from it.
    package static func lookAlikeKey(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var key = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated()
        where !Invisible.mustShow(scalars, at: index) && !Invisible.isIgnorable(scalar) {
            key.append(contentsOf: Invisible.folded(scalar).unicodeScalars)
        }
        return String(key)
    }

    /// The visible form of one scalar: `^[` for C0 and DEL, `\u{9B}` for the rest.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20:
            let caret: [UInt8] = [0x5E, UInt8(scalar.value) + 0x40]
            return String(decoding: caret, as: UTF8.self)
        case 0x7F:
            return "^?"
        default:
            return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }

    private static func isPlain(_ bytes: String.UTF8View) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func visible(_ view: String.UnicodeScalarView) -> String {
        let scalars = Array(view)
        var shown = String.UnicodeScalarView()
        for index in scalars.indices {
            if Invisible.mustShow(scalars, at: index) {
                shown.append(contentsOf: escape(scalars[index]).unicodeScalars)
            } else {
                shown.append(scalars[index])
            }
        }
        return String(shown)
    }

    /// First strong isolate … pop, only where right-to-left text needs it: terminals that ignore
    /// direction may draw the two marks.
    private static func isolated(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: Invisible.isRightToLeft) else { return text }
        return "\u{2068}" + text + "\u{2069}"
    }
}
