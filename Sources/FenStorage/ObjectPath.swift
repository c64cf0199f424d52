/// The name of an object: segments parted by single slashes, relative to the place's root.
///
/// A value of this type can be joined to a root without leaving it: no segment is empty, `.` or
/// `..`, none holds a control character or a backslash. Spaces and other scripts are allowed,
/// because a sync tool's conflict copies carry them.
package struct ObjectPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest path in bytes that every kind of place takes.
    package static let longest = 900
    /// The longest segment in bytes that every kind of place takes.
    package static let longestSegment = 200

    /// The whole name.
    package let text: String

    /// Takes a name if it is safe everywhere, else nil.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard Self.isSafe(text) else { return nil }
        self.text = text
    }

    /// Takes a name that is safe by construction.
    init(unchecked text: String) { self.text = text }

    /// The object or folder of this name below this one, or nil when that is not a safe name.
    package func appending(_ segment: some StringProtocol) -> ObjectPath? {
        ObjectPath(text + "/" + segment)
    }

    /// The parts between the slashes, at least one.
    package var segments: [Substring] { text.split(separator: "/") }

    /// The last part.
    package var name: Substring {
        guard let slash = text.lastIndex(of: "/") else { return text[...] }
        return text[text.index(after: slash)...]
    }

    /// Whether this object lies below a folder of that name.
    package func isBelow(_ folder: ObjectPath) -> Bool {
        text.utf8.starts(with: folder.text.utf8)
            && text.utf8.dropFirst(folder.text.utf8.count).first == UInt8(ascii: "/")
    }

    /// The name, for messages.
    package var description: String { text }

    /// Equal is what has the same bytes; no two spellings of a letter are taken for one.
    package static func == (left: ObjectPath, right: ObjectPath) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// Orders by bytes, the same everywhere.
    package static func < (left: ObjectPath, right: ObjectPath) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    private static func isSafe(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= longest else { return false }
        for segment in text.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            guard (1...longestSegment).contains(segment.count) else { return false }
            if segment.first == UInt8(ascii: "."), segment.allSatisfy({ $0 == UInt8(ascii: ".") }) {
                return false
            }
        }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar != "\\" && scalar.properties.generalCategory != .control
        }
    }
}
