/// A piece of text that is looked for in other texts, whatever the case of either.
struct Needle {
    private let text: String
    /// The bytes of the text, where it is ASCII throughout.
    private let ascii: [UInt8]?

    /// Looks for this text.
    init(_ text: String) {
        self.text = text.lowercased()
        let bytes = Array(self.text.utf8)
        ascii = bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }

    /// Whether it stands in a text of UTF-8. Plain text is compared as bytes: most is, and there
    /// may be many thousands.
    func isIn(_ utf8: UnsafeRawBufferPointer) -> Bool {
        guard utf8.allSatisfy({ $0 < 0x80 }) else {
            return String(decoding: utf8, as: UTF8.self).lowercased().contains(text)
        }
        guard let ascii, let first = ascii.first else { return text.isEmpty }
        guard ascii.count <= utf8.count else { return false }
        for start in 0...(utf8.count - ascii.count) where Self.lowercased(utf8[start]) == first {
            if ascii.indices.allSatisfy({ Self.lowercased(utf8[start + $0]) == ascii[$0] }) {
                return true
            }
        }
        return false
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
