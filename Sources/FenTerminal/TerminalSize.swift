internal import CTerminal

/// The rows and columns of a terminal window.
package struct TerminalSize: Hashable, Sendable {
    /// How many lines fit.
    package var rows: Int
    /// How many characters fit on a line.
    package var columns: Int

    /// A size of these measures.
    package init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }

    /// The window behind a descriptor, or nil where there is none.
    package static func measure(descriptor: Int32 = 1) -> TerminalSize? {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard fen_terminal_size(descriptor, &rows, &columns) else { return nil }
        return TerminalSize(rows: Int(rows), columns: Int(columns))
    }
}
