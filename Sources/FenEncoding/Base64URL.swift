/// base64url without padding (RFC 4648 §5), read strictly: padding, white space, other letters
/// and unused bits that are not zero are refused, so that every byte string has one spelling.
@usableFromInline
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
        // By pieces that fit on the stack; all but the last end with a whole group.
        var start = 0
        while start < bytes.count {
            let end = min(start + 768, bytes.count)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let count = encodedCount(piece.count)
            withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { output in
                fill(output, from: piece)
                text.append(contentsOf: output)
            }
            start = end
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
    /// `output` then holds nothing of use. Letters are looked up in a table, which is quick but
    /// not the way to read a secret that somebody else on the machine could be timing.
    @usableFromInline
    package static func decode(
        _ ascii: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard decodedCount(ascii.count) == output.count else { return false }
        guard let source = ascii.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let target = output.baseAddress
        else { return true }
        let table = values
        var read = 0
        var write = 0
        // What is no letter has a value with a bit above the lowest 24.
        var seen: UInt32 = 0
        // Four letters give the lowest three bytes of a word; while there is room the fourth is
        // written too, and then written over.
        while write + 4 <= output.count {
            let word =
                table[Int(source[read])] | table[256 + Int(source[read + 1])]
                | table[512 + Int(source[read + 2])] | table[768 + Int(source[read + 3])]
            seen |= word
            target.storeBytes(of: word.littleEndian, toByteOffset: write, as: UInt32.self)
            read += 4
            write += 3
        }
        // At most one group of four is left, and one that is cut short.
        while read < ascii.count {
            let count = min(4, ascii.count - read)
            var word: UInt32 = 0
            for index in 0..<count { word |= table[256 * index + Int(source[read + index])] }
            seen |= word
            for _ in 1..<count {
                target.storeBytes(
                    of: UInt8(truncatingIfNeeded: word),
                    toByteOffset: write,
                    as: UInt8.self
                )
                word >>= 8
                write += 1
            }
            // The bits of a cut group that make no byte.
            guard word == 0 else { return false }
            read += count
        }
        return seen >> 24 == 0
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

    /// For each of the four places in a group the bits of each letter, where they belong in a
    /// little-endian word of three bytes; all ones for what is no letter. Written once, then only
    /// read.
    nonisolated(unsafe) private static let values: UnsafePointer<UInt32> = {
        let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1024)
        table.initialize(repeating: .max, count: 1024)
        for value in 0..<64 {
            for place in 0..<4 {
                let bits = UInt32(value) << UInt32(18 - 6 * place)
                // The first byte of the group is the top one of the 24 bits.
                table[256 * place + Int(letters[value])] = bits.byteSwapped >> 8
            }
        }
        return UnsafePointer(table)
    }()
}
