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

    /// Whether it stands in a text of UTF-8. Plain text is looked for as bytes: most is, and there
    /// may be many thousands of texts.
    func isIn(_ utf8: UnsafeRawBufferPointer) -> Bool {
        if let ascii {
            if Self.stands(ascii, in: utf8) { return true }
            guard Self.mayHideASCII(utf8) else { return false }
        }
        return String(decoding: utf8, as: UTF8.self).lowercased().contains(text)
    }

    private static func stands(_ ascii: [UInt8], in utf8: UnsafeRawBufferPointer) -> Bool {
        guard let first = ascii.first else { return true }
        guard ascii.count <= utf8.count else { return false }
        for start in 0...(utf8.count - ascii.count) where lowercased(utf8[start]) == first {
            if ascii.indices.allSatisfy({ lowercased(utf8[start + $0]) == ascii[$0] }) {
                return true
            }
        }
        return false
    }

    /// Whether a text holds the one letter beyond ASCII whose small one is plain: the sign for
    /// Kelvin, U+212A.
    private static func mayHideASCII(_ utf8: UnsafeRawBufferPointer) -> Bool {
        utf8.indices.dropLast(2).contains {
            utf8[$0] == 0xE2 && utf8[$0 + 1] == 0x84 && utf8[$0 + 2] == 0xAA
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
