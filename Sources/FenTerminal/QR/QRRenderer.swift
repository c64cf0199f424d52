/// How a QR code is drawn on a terminal.
package struct QRDrawing: Hashable, Sendable {
    /// Two columns and a row of spaces a module instead of half blocks: larger, and without the
    /// hairlines that some fonts leave between block characters.
    package var isBig = false
    /// Light modules on dark, for readers that want it so.
    package var isInverted = false
    /// Only `#` and spaces.
    package var isASCII = false

    /// Half blocks, black on white.
    package init(isBig: Bool = false, isInverted: Bool = false, isASCII: Bool = false) {
        self.isBig = isBig
        self.isInverted = isInverted
        self.isASCII = isASCII
    }
}

/// What became of a code: whole, or not at all.
package enum QRRendering: Hashable, Sendable {
    /// The rows to print.
    case lines([String])
    /// The window would have to be this large.
    case needs(TerminalSize)
    /// Nobody would see it.
    case noTerminal
}

/// Draws QR codes so that they read on light, dark and re-themed terminals: the colours are
/// explicit and the quiet zone of four modules belongs to the code.
package enum QRRenderer {
    /// The light modules around a code.
    package static let quietZone = 4

    /// Black and white of the 256 colours, which themes leave alone.
    private static let black = 16
    private static let white = 231

    /// Draws a code into a window, below which one row stays for the prompt.
    package static func render(
        _ matrix: QRMatrix,
        _ drawing: QRDrawing = QRDrawing(),
        style: TerminalStyle,
        size: TerminalSize
    ) -> QRRendering {
        guard style.isTerminal else { return .noTerminal }
        let ascii = drawing.isASCII || !style.drawsBlocks
        let wide = ascii || drawing.isBig
        let side = matrix.size + 2 * quietZone
        let needed =
            wide
            ? TerminalSize(rows: side + 1, columns: 2 * side)
            : TerminalSize(rows: (side + 1) / 2 + 1, columns: side)
        guard size.rows >= needed.rows, size.columns >= needed.columns else {
            return .needs(needed)
        }
        let canvas = Canvas(matrix: matrix, isInverted: drawing.isInverted)
        if wide {
            return .lines(canvas.wideRows(hasColour: style.hasColour, ascii: ascii))
        }
        return .lines(canvas.halfBlockRows(hasColour: style.hasColour))
    }

    /// A code with its quiet zone; coordinates count from the zone's corner.
    private struct Canvas {
        let matrix: QRMatrix
        let isInverted: Bool

        var side: Int { matrix.size + 2 * quietZone }

        /// Whether the module is painted in the foreground's colour.
        func isInk(_ row: Int, _ column: Int) -> Bool {
            matrix.isDark(row: row - quietZone, column: column - quietZone)
        }

        func halfBlockRows(hasColour: Bool) -> [String] {
            stride(from: 0, to: side, by: 2).map { row in
                var text = ""
                for column in 0..<side {
                    // Without colours the block is light, as on a dark theme.
                    let flipped = !hasColour && !isInverted
                    let upper = isInk(row, column) != flipped
                    let lower = row + 1 < side ? isInk(row + 1, column) != flipped : upper
                    text += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
                }
                return coloured(text, hasColour)
            }
        }

        func wideRows(hasColour: Bool, ascii: Bool) -> [String] {
            (0..<side).map { row in
                hasColour ? runs(row, ascii: ascii) : bare(row, ascii: ascii)
            }
        }

        /// Spaces on coloured ground; with `ascii` dark modules are `#` in their ground's colour,
        /// so that copied text is still a code.
        private func runs(_ row: Int, ascii: Bool) -> String {
            var text = ""
            var last: Bool?
            for column in 0..<side {
                let ink = isInk(row, column)
                if ink != last {
                    let colour = ink != isInverted ? black : white
                    text += "\u{1B}[38;5;\(colour);48;5;\(colour)m"
                    last = ink
                }
                text += ascii && ink ? "##" : "  "
            }
            return text + "\u{1B}[0m"
        }

        private func bare(_ row: Int, ascii: Bool) -> String {
            var text = ""
            for column in 0..<side {
                let ink = isInk(row, column) != isInverted
                // Blocks are light on a dark theme, `#` stands for a dark module.
                text += ascii ? (ink ? "##" : "  ") : (ink ? "  " : "██")
            }
            return text
        }

        private func coloured(_ text: String, _ hasColour: Bool) -> String {
            guard hasColour else { return text }
            let ink = isInverted ? white : black
            let ground = isInverted ? black : white
            return "\u{1B}[38;5;\(ink);48;5;\(ground)m" + text + "\u{1B}[0m"
        }
    }
}
