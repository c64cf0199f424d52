/// Why a file is not imported: what is wrong, in which row, and what to do. Nothing of the file is
/// taken in then.
///
/// Words of the file in it are raw; whoever shows them makes them safe.
package struct ImportError: Error, Equatable, Sendable {
    /// The row of the file, the first being 1; blank ones count. Nil for what is about all of it.
    package let row: Int?
    /// What is wrong, as one sentence.
    package let message: String
    /// What to do about it; empty where the message says all.
    package let hint: String

    /// An error of its parts.
    package init(_ message: String, row: Int? = nil, hint: String = "") {
        self.row = row
        self.message = message
        self.hint = hint
    }

    /// The same in a row of the file.
    func inRow(_ row: Int) -> ImportError {
        ImportError(message, row: self.row ?? row, hint: hint)
    }

    /// The message with its row in front: `Row 12: …`.
    package var sentence: String { row.map { "Row \($0): \(message)" } ?? message }

    /// A part of another error's words as a sentence of its own; empty where it says nothing.
    static func sentence(_ text: String) -> String {
        guard let first = text.first else { return "" }
        return first.uppercased() + text.dropFirst() + (text.last?.isPunctuation == true ? "" : ".")
    }

    /// A piece of the file for a message, cut where it is long.
    static func quote(_ text: some StringProtocol) -> String {
        text.count > 40 ? "“\(text.prefix(37))…”" : "“\(text)”"
    }
}
