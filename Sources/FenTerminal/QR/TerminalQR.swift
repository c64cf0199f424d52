internal import FenREPL
internal import Glibc

/// Draws codes on this process's terminal and into files; FenREPL's presenter is this.
package struct TerminalQR: Sendable {
    private let style: TerminalStyle

    /// A presenter for output of this style.
    package init(style: TerminalStyle) { self.style = style }

    /// The code as rows ready for the terminal; one sentence where the window is too small,
    /// nothing where there is no terminal.
    package func lines(for text: String, drawing: QRDrawing) -> [String] {
        guard style.isTerminal else { return [] }
        guard let matrix = try? QRCode.encode(text) else {
            return ["This is too long for a QR code; use the link."]
        }
        let size = style.size()
        switch QRRenderer.render(matrix, drawing, style: style, size: size) {
        case .lines(let lines):
            return lines
        case .needs(let needed):
            return LineWrap.rows(
                "The QR code needs a window of \(needed.columns) columns and \(needed.rows) rows; "
                    + "this one has \(size.columns) and \(size.rows). Enlarge it, or make a "
                    + "picture: /qr FILE.png at the prompt, fen invite NAME qr=FILE.png from the "
                    + "shell.",
                width: size.columns)
        case .noTerminal:
            return []
        }
    }

    /// Why a picture could not be written.
    package enum FileError: Error, Equatable {
        /// The text does not fit into a code.
        case tooLong
        /// There is a file of that name, which is left alone.
        case exists
        /// What the system said.
        case system(String)
    }

    /// Writes the code as a picture that only this person may read; a code carries a secret.
    package static func write(_ text: String, to path: String) throws(FileError) {
        guard let matrix = try? QRCode.encode(text) else { throw .tooLong }
        let bytes = PNGImage.encode(matrix)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw errno == EEXIST ? .exists : .system(String(cString: strerror(errno)))
        }
        defer { close(file) }
        guard OutputPipe.writeAll(bytes, to: file) else {
            let reason = String(cString: strerror(errno))
            unlink(path)
            throw .system(reason)
        }
    }
}
