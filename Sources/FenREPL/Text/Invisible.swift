/// Which scalars drive, turn or hide: the rules behind ``Neutraliser``.
enum Invisible {
    /// More marks than this on one letter climb over the lines above.
    static let mostMarks = 6

    /// Whether the scalar at `index` must be shown as an escape instead of being printed.
    static func mustShow(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        let scalar = scalars[index]
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x0300: return false
        case 0x200D: return !joinsEmoji(scalars, index) && !joinsLetters(scalars, index)
        case 0x200C: return !joinsLetters(scalars, index)
        case 0xFE0E, 0xFE0F: return index == 0 || !scalars[index - 1].properties.isEmoji
        case 0xE0020...0xE007F: return !continuesTagFlag(scalars, index)
        // Fillers that are letters by category and nothing by look, and selectors that can carry
        // a hidden message.
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x180B...0x180F,
            0xFE00...0xFE0D, 0xE0100...0xE01EF:
            return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        case .nonspacingMark, .enclosingMark: return endsTower(scalars, index)
        case .unassigned: return scalar.properties.isNoncharacterCodePoint
        default: return false
        }
    }

    /// Whether the scalar needs a letter before it to be seen.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a reader does not notice the scalar's absence.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isWhitespace
    }

    /// Whether the scalar belongs to a script that runs from right to left.
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// Lower case, full-width forms and the Latin look-alikes of Greek and Cyrillic folded.
    static func folded(_ scalar: Unicode.Scalar) -> String {
        if (0xFF01...0xFF5E).contains(scalar.value),
            let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
        {
            return narrow.properties.lowercaseMapping
        }
        let lower = scalar.properties.lowercaseMapping
        return twins[lower] ?? lower
    }

    private static let twins: [String: String] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j",
        "ѕ": "s", "ԁ": "d", "һ": "h", "ӏ": "l", "ԛ": "q", "ԝ": "w", "к": "k", "м": "m", "т": "t",
        "в": "b", "н": "h", "α": "a", "ο": "o", "ν": "v", "ρ": "p", "ι": "i", "κ": "k", "υ": "u",
        "χ": "x", "τ": "t", "ı": "i", "1": "l", "0": "o", "|": "l",
    ]

    private static func joinsEmoji(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let before = scalars[index - 1]
        let after = scalars[index + 1]
        let open =
            before.value == 0xFE0F || before.properties.isEmojiModifier || isPictograph(before)
        return open && isPictograph(after)
    }

    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && scalar.properties.isEmoji
    }

    /// Joiners choose letter forms after a virama and between letters of the Arabic script.
    private static func joinsLetters(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let before = scalars[index - 1]
        if before.properties.canonicalCombiningClass.rawValue == 9 { return true }
        return isArabicLetter(before) && isArabicLetter(scalars[index + 1])
    }

    private static func isArabicLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x064A, 0x066E...0x06D3, 0x0750...0x077F, 0x08A0...0x08C9: true
        default: false
        }
    }

    /// A regional flag is the black flag followed by at most six tags and the closing tag.
    private static func continuesTagFlag(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        var start = index
        while start > 0, (0xE0020...0xE007E).contains(scalars[start - 1].value) { start -= 1 }
        guard start > 0, scalars[start - 1].value == 0x1F3F4, index - start < 7 else {
            return false
        }
        return true
    }

    private static func endsTower(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        var height = 1
        var position = index
        while position > 0, isMark(scalars[position - 1]) {
            height += 1
            position -= 1
            if height > mostMarks { return true }
        }
        return false
    }
}
