/// Base32 in capitals without padding (RFC 4648 §6), read strictly. It is what a QR code stores
/// in its dense alphanumeric mode.
package enum Base32 {
    /// The text of the bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 5 {
                held -= 5
                text.append(letter(UInt8(truncatingIfNeeded: bits >> held) & 31))
            }
        }
        if held > 0 {
            text.append(letter(UInt8(truncatingIfNeeded: bits << (5 - held)) & 31))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a text; nil when it is not the one spelling of some bytes.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let count = text.utf8.count
        // 1, 3 and 6 letters left over carry no whole byte more than one letter less does.
        guard ![1, 3, 6].contains(count % 8) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 5 / 8)
        var bits: UInt32 = 0
        var held = 0
        for character in text.utf8 {
            guard let value = value(character) else { return nil }
            bits = bits << 5 | UInt32(value)
            held += 5
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        guard bits & (1 << held - 1) == 0 else { return nil }
        return bytes
    }

    private static func letter(_ value: UInt8) -> UInt8 {
        value < 26 ? 0x41 + value : 0x32 + value - 26
    }

    private static func value(_ letter: UInt8) -> UInt8? {
        switch letter {
        case 0x41...0x5a: letter - 0x41
        case 0x32...0x37: letter - 0x32 + 26
        default: nil
        }
    }
}
