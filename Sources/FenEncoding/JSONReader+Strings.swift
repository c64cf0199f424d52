extension JSONReader {
    /// Passes a string, checking its escapes and its UTF-8; gives what stands between the quotes
    /// and whether an escape is in it.
    @usableFromInline
    mutating func scanString() throws(CanonicalJSONError) -> (UnsafeRawBufferPointer, Bool) {
        guard count <= limits.bytes else { throw CanonicalJSONError(.tooLarge, at: limits.bytes) }
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        guard base[position] == 0x22 else { throw CanonicalJSONError(.wrongType, at: position) }
        let start = position + 1
        var index = start
        var escaped = false
        while true {
            index = plainRun(from: index)
            guard index < count else { throw CanonicalJSONError(.truncated, at: index) }
            switch base[index] {
            case 0x22:
                position = index + 1
                return (UnsafeRawBufferPointer(start: base + start, count: index - start), escaped)
            case 0x5c:
                escaped = true
                index += try escape(at: index)
            case 0..<0x20:
                throw CanonicalJSONError(.badEscape, at: index)
            default:
                let length = UTF8Check.sequence(base + index, count - index)
                guard length > 0 else { throw CanonicalJSONError(.badUTF8, at: index) }
                index += length
            }
        }
    }

    /// The first position from `index` on whose byte is a quote, a backslash, a control character
    /// or not ASCII. Eight bytes a step.
    private func plainRun(from index: Int) -> Int {
        var index = index
        let raw = UnsafeRawPointer(base)
        while index + 8 <= count {
            let special = JSONText.special(
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            )
            guard special == 0 else { return index + special.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, JSONText.isPlain(base[index]) { index += 1 }
        return index
    }

    /// The length of the escape at `index`, which must be the one RFC 8785 writes.
    private func escape(at index: Int) throws(CanonicalJSONError) -> Int {
        guard index + 1 < count else { throw CanonicalJSONError(.truncated, at: count) }
        switch base[index + 1] {
        case 0x22, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74: return 2
        case 0x75:
            guard index + 6 <= count else { throw CanonicalJSONError(.truncated, at: count) }
            let high = Hex.value(base[index + 4])
            let low = Hex.value(base[index + 5])
            // Only control characters that have no short form are written as \u00xx.
            guard base[index + 2] == 0x30, base[index + 3] == 0x30, high < 2, low < 16,
                JSONText.shortEscape(high << 4 | low) == nil
            else { throw CanonicalJSONError(.badEscape, at: index) }
            return 6
        default: throw CanonicalJSONError(.badEscape, at: index)
        }
    }

    /// The text of a checked string with escapes.
    static func unescape(_ slice: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: slice.count) { output in
            var read = 0
            var write = 0
            while read < slice.count {
                var byte = slice[read]
                read += 1
                if byte == 0x5c {
                    byte = slice[read]
                    read += 1
                    switch byte {
                    case 0x62: byte = 0x08
                    case 0x66: byte = 0x0c
                    case 0x6e: byte = 0x0a
                    case 0x72: byte = 0x0d
                    case 0x74: byte = 0x09
                    case 0x75:
                        byte = Hex.value(slice[read + 2]) << 4 | Hex.value(slice[read + 3])
                        read += 4
                    default: break
                    }
                }
                output[write] = byte
                write += 1
            }
            return write
        }
    }
}

/// What canonical strings are made of.
enum JSONText {
    /// For each of eight bytes its top bit, at least up to the first that is a quote, a backslash,
    /// a control character or not ASCII; 0 when none is. The bytes above the first may be wrong.
    static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5c)
        let found =
            word | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
            | ((word &- ones &* 0x20) & ~word)
        return found & (ones &* 0x80)
    }

    /// Whether a byte stands for itself in a string and is ASCII.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5c
    }

    /// The letter after the backslash for a character that has a short escape.
    static func shortEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x08: 0x62
        case 0x09: 0x74
        case 0x0a: 0x6e
        case 0x0c: 0x66
        case 0x0d: 0x72
        case 0x22: 0x22
        case 0x5c: 0x5c
        default: nil
        }
    }
}

/// The table of well-formed UTF-8 (Unicode, table 3-7; RFC 3629).
enum UTF8Check {
    /// The length of the sequence at the start of `count` bytes; 0 when it is not well-formed.
    static func sequence(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let first = bytes[0]
        if first < 0x80 { return 1 }
        guard count >= 2 else { return 0 }
        let second = bytes[1]
        switch first {
        case 0xc2...0xdf:
            return second & 0xc0 == 0x80 ? 2 : 0
        case 0xe0...0xef:
            let low: UInt8 = first == 0xe0 ? 0xa0 : 0x80
            let high: UInt8 = first == 0xed ? 0x9f : 0xbf
            guard count >= 3, second >= low, second <= high, bytes[2] & 0xc0 == 0x80 else {
                return 0
            }
            return 3
        case 0xf0...0xf4:
            let low: UInt8 = first == 0xf0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xf4 ? 0x8f : 0xbf
            guard count >= 4, second >= low, second <= high, bytes[2] & 0xc0 == 0x80,
                bytes[3] & 0xc0 == 0x80
            else { return 0 }
            return 4
        default: return 0
        }
    }
}
