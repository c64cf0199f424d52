/// base64url without padding (RFC 4648 §5), read strictly: padding, white space, other letters
/// and unused bits that are not zero are refused, so that every byte string has one spelling.
package enum Base64URL {
    /// How many characters `count` bytes take.
    @inlinable
    package static func encodedCount(_ count: Int) -> Int {
        count / 3 * 4 + (count % 3 == 0 ? 0 : count % 3 + 1)
    }

    /// How many bytes `count` characters give; nil when no text has that length.
    @inlinable
    package static func decodedCount(_ count: Int) -> Int? {
        count % 4 == 1 ? nil : count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1)
    }

    /// The text of the bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode(UnsafeRawBufferPointer($0)) })
        {
            return text
        }
        return Array(bytes).withUnsafeBytes { encode($0) }
    }

    /// The text of the bytes.
    package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { output in
            fill(UnsafeMutableRawBufferPointer(output), from: bytes)
            return encodedCount(bytes.count)
        }
    }

    /// Appends the text of the bytes.
    package static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: encodedCount(bytes.count)))
        text.withUnsafeMutableBytes { output in
            fill(UnsafeMutableRawBufferPointer(rebasing: output[start...]), from: bytes)
        }
    }

    /// Reads a text; nil when it is not the one spelling of some bytes.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        Hex.withASCII(of: text) { decode($0) }
    }

    /// Reads ASCII text; nil when it is not the one spelling of some bytes.
    package static func decode(_ ascii: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let size = decodedCount(ascii.count) else { return nil }
        var valid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size)
            valid = decode(ascii, into: output)
            count = valid ? size : 0
        }
        return valid ? bytes : nil
    }

    /// Fills `output` from the one spelling of exactly so many bytes; false for anything else, and
    /// `output` then holds nothing of use.
    package static func decode(
        _ ascii: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard decodedCount(ascii.count) == output.count else { return false }
        guard let source = ascii.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return true }
        let table = values
        var read = 0
        var write = 0
        // A letter outside the alphabet has a value with bits above the lowest six.
        var seen: UInt32 = 0
        while read + 4 <= ascii.count {
            let first = UInt32(table[Int(source[read])])
            let second = UInt32(table[Int(source[read + 1])])
            let third = UInt32(table[Int(source[read + 2])])
            let fourth = UInt32(table[Int(source[read + 3])])
            seen |= first | second | third | fourth
            let bits = first << 18 | second << 12 | third << 6 | fourth
            target[write] = UInt8(truncatingIfNeeded: bits >> 16)
            target[write + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            target[write + 2] = UInt8(truncatingIfNeeded: bits)
            read += 4
            write += 3
        }
        if read < ascii.count {
            let first = table[Int(source[read])]
            let second = table[Int(source[read + 1])]
            let third = read + 2 < ascii.count ? table[Int(source[read + 2])] : 0
            seen |= UInt32(first | second | third)
            target[write] = first << 2 | second >> 4
            if read + 2 < ascii.count {
                target[write + 1] = second << 4 | third >> 2
                guard third & 3 == 0 else { return false }
            } else {
                guard second & 15 == 0 else { return false }
            }
        }
        return seen < 64
    }

    private static func fill(
        _ output: UnsafeMutableRawBufferPointer,
        from bytes: UnsafeRawBufferPointer
    ) {
        guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return }
        let letters = Base64URL.letters
        var read = 0
        var write = 0
        while read + 3 <= bytes.count {
            let bits =
                UInt32(source[read]) << 16 | UInt32(source[read + 1]) << 8
                | UInt32(source[read + 2])
            target[write] = letters[Int(bits >> 18)]
            target[write + 1] = letters[Int(bits >> 12 & 63)]
            target[write + 2] = letters[Int(bits >> 6 & 63)]
            target[write + 3] = letters[Int(bits & 63)]
            read += 3
            write += 4
        }
        guard read < bytes.count else { return }
        let first = source[read]
        let second = read + 1 < bytes.count ? source[read + 1] : 0
        target[write] = letters[Int(first >> 2)]
        target[write + 1] = letters[Int(first << 4 & 63 | second >> 4)]
        if read + 1 < bytes.count {
            target[write + 2] = letters[Int(second << 2 & 63)]
        }
    }

    /// The 64 letters, by value. A static string is constant data of the program.
    private static var letters: UnsafePointer<UInt8> {
        let letters: StaticString =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return letters.utf8Start
    }

    /// The values, by letter; 255 for what is no letter. Written once, then only read.
    nonisolated(unsafe) private static let values: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        table.initialize(repeating: 255, count: 256)
        for value in 0..<64 {
            table[Int(letters[value])] = UInt8(value)
        }
        return UnsafePointer(table)
    }()
}
