/// Writes canonical JSON (RFC 8785, restricted) at the end of a byte array.
///
/// Commas are its business; the order of keys is the caller's, who writes them as the source
/// spells them, in order. `field` writes a key with its value:
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.field("fmt", 1)
///     writer.field("kind", "MessagePosted")
///     writer.endObject()
@usableFromInline
package struct JSONWriter {
    /// What has been written so far.
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Goes on after bytes that are there already.
    package init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Opens an object.
    package mutating func beginObject() {
        separate()
        bytes.append(0x7b)
        needsComma = false
    }

    /// Closes an object.
    package mutating func endObject() {
        bytes.append(0x7d)
        needsComma = true
    }

    /// Opens an array.
    package mutating func beginArray() {
        separate()
        bytes.append(0x5b)
        needsComma = false
    }

    /// Closes an array.
    package mutating func endArray() {
        bytes.append(0x5d)
        needsComma = true
    }

    /// Writes a key, whose value must follow.
    @usableFromInline
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(0x22)
        append(key)
        bytes.append(0x22)
        bytes.append(0x3a)
        needsComma = false
    }

    /// Writes a key that is not known before run time, whose value must follow.
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(0x3a)
        needsComma = false
    }

    /// Writes an integer.
    @inlinable
    package mutating func integer(_ value: some BinaryInteger) {
        integer(magnitude: UInt64(truncatingIfNeeded: value.magnitude), negative: value < 0)
    }

    /// Writes an integer given as its magnitude and sign.
    @usableFromInline
    mutating func integer(magnitude: UInt64, negative: Bool) {
        separate()
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
            var start = 21
            var rest = magnitude
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits[start] = 0x30 + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest > 0
            if negative {
                start -= 1
                digits[start] = 0x2d
            }
            bytes.append(contentsOf: digits[start...])
        }
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a string given as UTF-8.
    package mutating func string(_ text: UnsafeRawBufferPointer) {
        separate()
        bytes.append(0x22)
        var start = 0
        var index = 0
        while index < text.count {
            // Eight plain bytes a step.
            if index + 8 <= text.count,
                JSONText.special(
                    UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                ) == 0
            {
                index += 8
                continue
            }
            if JSONText.mustEscape(text[index]) {
                bytes.append(contentsOf: text[start..<index])
                start = index + 1
                escape(text[index])
            }
            index += 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
        bytes.append(0x22)
    }

    /// Writes bytes as a string of lowercase hex digits.
    @inlinable
    package mutating func hex(_ value: some FixedBytes) {
        value.withUnsafeBytes { hex($0) }
    }

    /// Writes bytes as a string of lowercase hex digits.
    @usableFromInline
    package mutating func hex(_ value: UnsafeRawBufferPointer) {
        separate()
        bytes.append(0x22)
        Hex.append(value, to: &bytes)
        bytes.append(0x22)
    }

    /// Writes bytes as a base64url string.
    @usableFromInline
    package mutating func base64URL(_ value: UnsafeRawBufferPointer) {
        separate()
        bytes.append(0x22)
        Base64URL.append(value, to: &bytes)
        bytes.append(0x22)
    }

    /// Writes canonical bytes of one value as they are.
    package mutating func canonical(_ value: UnsafeRawBufferPointer) {
        separate()
        bytes.append(contentsOf: value)
    }

    private mutating func append(_ ascii: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: ascii.utf8Start,
                count: ascii.utf8CodeUnitCount
            )
        )
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2c) }
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(0x5c)
        if let letter = JSONText.shortEscape(byte) {
            bytes.append(letter)
        } else {
            bytes.append(contentsOf: [0x75, 0x30, 0x30, Hex.digit(byte >> 4), Hex.digit(byte & 15)])
        }
    }
}

extension JSONText {
    /// Whether a byte cannot stand for itself in a string.
    static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5c
    }
}
