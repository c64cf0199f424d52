/// How many terminal columns a text takes.
///
/// Measured scalar by scalar as `wcwidth` implementations do, with the sequences that terminals
/// join (flags, keycaps, skin tones, joined emoji, variation selectors) counted as one glyph.
/// Terminals disagree about exactly those sequences, so nothing to the right of foreign text may
/// depend on the figure: put it last in a row, or ask ``isCertain(_:)`` first.
package enum DisplayWidth {
    /// On which side a column's text stands.
    package enum Alignment: Sendable {
        /// Text first, padding after it.
        case left
        /// Padding first, as for figures.
        case right
    }

    /// The columns `text` takes. Control characters count nothing: neutralise first.
    package static func columns(_ text: String) -> Int {
        var meter = Meter()
        var total = 0
        for scalar in text.unicodeScalars { total += meter.advance(scalar) }
        return total
    }

    /// Whether every terminal agrees about the width: no emoji sequence, no private glyph, no
    /// script whose marks terminals place differently.
    package static func isCertain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20..<0x7F, 0xA0..<0x0300, 0x0370..<0x0590, 0x2010...0x2027, 0x20A0..<0x20C0,
                0x2500..<0x25A0, 0x3041...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                true
            default:
                false
            }
        }
    }

    /// `text` filled with spaces up to `width` columns; longer text stays whole.
    package static func padded(
        _ text: String,
        to width: Int,
        alignment: Alignment = .left
    ) -> String {
        let missing = width - columns(text)
        guard missing > 0 else { return text }
        let fill = String(repeating: " ", count: missing)
        return alignment == .left ? text + fill : fill + text
    }

    /// `text` cut between glyphs so that it takes at most `width` columns, the cut shown by
    /// `ellipsis`.
    package static func truncated(
        _ text: String,
        to width: Int,
        ellipsis: String = "…"
    ) -> String {
        guard columns(text) > width else { return text }
        let room = width - columns(ellipsis)
        guard room >= 0 else { return "" }
        var kept = ""
        var used = 0
        for character in text {
            let next = columns(String(character))
            guard used + next <= room else { break }
            used += next
            kept.append(character)
        }
        return kept + ellipsis
    }

    /// Cuts `text` into pieces of at most `width` columns, between glyphs, as a terminal wraps.
    package static func wrapped(_ text: String, to width: Int) -> [String] {
        precondition(width > 1, "callers pass a terminal's width, which is at least two columns")
        var rows: [String] = []
        var row = ""
        var used = 0
        for character in text {
            let next = columns(String(character))
            if used + next > width {
                rows.append(row)
                row = ""
                used = 0
            }
            row.append(character)
            used += next
        }
        rows.append(row)
        return rows
    }
}

/// Walks over scalars and remembers what the last glyph can still absorb.
private struct Meter {
    private var lastWidth = 0
    private var lastIsPictograph = false
    private var takesSkinTone = false
    private var joinsNext = false
    private var openFlag = false

    /// The columns this scalar adds (−1 where a selector makes the last glyph narrow).
    mutating func advance(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F {
            // Digits, `#` and `*` become keycaps with a selector.
            let keycap = (0x30...0x39).contains(value) || value == 0x23 || value == 0x2A
            reset(width: value < 0x20 ? 0 : 1, pictograph: keycap)
            return lastWidth
        }
        switch value {
        case 0x200D:
            joinsNext = lastIsPictograph && lastWidth == 2
            return 0
        case 0xFE0F:
            guard lastIsPictograph, lastWidth == 1 else { return 0 }
            lastWidth = 2
            return 1
        case 0xFE0E:
            guard lastIsPictograph, lastWidth == 2 else { return 0 }
            lastWidth = 1
            return -1
        case 0x1F3FB...0x1F3FF where takesSkinTone:
            let widened = 2 - lastWidth
            lastWidth = 2
            return widened
        case 0x1F1E6...0x1F1FF:
            let closes = openFlag
            reset(width: 2, pictograph: false)
            openFlag = !closes
            return closes ? 0 : 2
        default:
            return glyph(scalar)
        }
    }

    private mutating func glyph(_ scalar: Unicode.Scalar) -> Int {
        if Self.isZeroWidth(scalar) { return 0 }
        let width = WideScalars.contains(scalar.value) ? 2 : 1
        let joined = joinsNext && scalar.properties.isEmoji
        reset(width: joined ? max(lastWidth, width) : width, pictograph: scalar.properties.isEmoji)
        takesSkinTone = scalar.properties.isEmojiModifierBase
        return joined ? 0 : width
    }

    private mutating func reset(width: Int, pictograph: Bool) {
        lastWidth = width
        lastIsPictograph = pictograph
        takesSkinTone = false
        joinsNext = false
        openFlag = false
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD: return false
        // Vowels and finals of Hangul sit inside the syllable that a wide leading letter opened.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator,
            .paragraphSeparator:
            return true
        default:
            return false
        }
    }
}
