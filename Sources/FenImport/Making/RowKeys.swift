/// Names rows so that the same row of the same program is known again, and true twins are kept
/// apart: a file imported a second time adds nothing.
package struct RowKeys {
    private let kind: ImportKind
    private let digest: (String) -> String
    private var seen: [String: Int] = [:]

    /// Names for rows of a program; `digest` shortens what a row says to a text that no other row
    /// is shortened to.
    package init(_ kind: ImportKind, digest: @escaping (String) -> String) {
        self.kind = kind
        self.digest = digest
    }

    /// The name of the next row of a file: an id as it is, else what the row says, with a number
    /// behind it from the second twin on.
    package mutating func key(_ row: ImportedRow) -> String {
        let isShort = row.source.utf8.count <= 80 && row.source.utf8.allSatisfy(Self.isPlain)
        let name = row.hasID && isShort ? row.source : digest(row.source)
        let count = (seen[name] ?? 0) + 1
        seen[name] = count
        return "\(kind.rawValue):\(name)" + (count > 1 ? "#\(count)" : "")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == 0x2D || byte == 0x5F
    }
}
