/// The text of a file: UTF-8, with or without a byte order mark.
package enum FileText {
    /// The largest file that is read: 16 MiB, more than a hundred thousand rows.
    package static let mostBytes = 16 << 20

    /// The text without its mark; refuses what is too large or in another encoding.
    package static func decode(_ bytes: [UInt8]) throws(ImportError) -> String {
        guard bytes.count <= mostBytes else {
            throw ImportError(
                "The file is larger than \(mostBytes >> 20) MiB.",
                hint: "Cut it into smaller ones; rows that are there already are left out.")
        }
        var body = bytes[...]
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
        guard !body.starts(with: [0xFF, 0xFE]), !body.starts(with: [0xFE, 0xFF]),
            let text = String(validating: body, as: UTF8.self)
        else {
            throw ImportError(
                "The file is not in UTF-8.",
                hint: "Save it again as CSV with the encoding UTF-8, or export it anew.")
        }
        guard !text.unicodeScalars.contains("\0") else {
            throw ImportError(
                "The file is no text.", hint: "Export it as CSV or JSON, not as a spreadsheet.")
        }
        return text
    }
}
