/// Cells of a CSV file that spreadsheets read as what they are (RFC 4180).
enum CSVText {
    /// Text in quotation marks. What a spreadsheet would take for a formula gets an apostrophe in
    /// front, which keeps it text.
    static func text(_ text: String) -> String {
        let guarded = text.unicodeScalars.first.map(formulaStarts.contains) == true
        let body = text.unicodeScalars.reduce(into: "") { cell, scalar in
            if scalar == "\"" { cell += "\"" }
            // A NUL ends the file for some readers.
            if scalar != "\0" { cell.unicodeScalars.append(scalar) }
        }
        return "\"" + (guarded ? "'" : "") + body + "\""
    }

    /// A row with the end that the format wants.
    static func row(_ cells: [String]) -> [UInt8] {
        Array((cells.joined(separator: ",") + "\r\n").utf8)
    }

    /// What makes a cell a formula, in its wide forms too, and what spreadsheets strip before it.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
    ]
}
