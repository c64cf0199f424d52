/// Lowercase hexadecimal, one spelling for every byte: reading refuses capitals.
@usableFromInline
package enum Hex {
    /// The bytes as lowercase digits.
    @inlinable
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the bytes as lowercase digits.
    @inlinable
    package static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        // By pieces that fit on the stack.
        var start = 0
        while start < bytes.count {
            let end = min(start + 256, bytes.count)
            let count = 2 * (end - start)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { output in
                for index in start..<end {
                    output[2 * (index - start)] = digit(bytes[index] >> 4)
                    output[2 * (index - start) + 1] = digit(bytes[index] & 15)
                }
                text.append(contentsOf: output)
            }
            start = end
        }
    }

    /// Reads lowercase digits; nil for an odd number of them or anything else.
    @inlinable
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        withASCII(of: text) { decode($0) }
    }

    /// Reads lowercase ASCII digits; nil for an odd number of them or anything else.
    @inlinable
    package static func decode(_ ascii: UnsafeRawBufferPointer) -> [UInt8]? {
        guard ascii.count.isMultiple(of: 2) else { return nil }
        let size = ascii.count / 2
        var valid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size)
            valid = decode(ascii, into: output)
            count = valid ? size : 0
        }
        return valid ? bytes : nil
    }

    /// Fills `output` from exactly twice as many lowercase ASCII digits; false for anything else,
    /// and `output` then holds nothing of use.
    @inlinable
    package static func decode(
        _ ascii: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard ascii.count == 2 * output.count else { return false }
        guard let source = ascii.baseAddress, let target = output.baseAddress else { return true }
        var position = 0
        // Eight digits a step, all in one register.
        while position + 8 <= ascii.count {
            let word = UInt64(
                littleEndian: source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            )
            guard let four = fourBytes(word) else { return false }
            target.storeBytes(
                of: four.littleEndian,
                toByteOffset: position / 2,
                as: UInt32.self
            )
            position += 8
        }
        while position < ascii.count {
            let high = value(source.load(fromByteOffset: position, as: UInt8.self))
            let low = value(source.load(fromByteOffset: position + 1, as: UInt8.self))
            guard high | low < 16 else { return false }
            target.storeBytes(of: high << 4 | low, toByteOffset: position / 2, as: UInt8.self)
            position += 2
        }
        return true
    }

    /// Eight digits, the first in the lowest byte, as four bytes, the first in the lowest.
    @inlinable
    static func fourBytes(_ digits: UInt64) -> UInt32? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let letters = (digits >> 6) & ones
        let values = (digits & (ones &* 15)) &+ letters &* 9
        // A digit is right exactly when its value is below 16 and is spelled the same again.
        let above9 = ((values &+ ones &* 6) >> 4) & ones
        let spelled = values &+ ones &* 0x30 &+ above9 &* 39
        guard values & (ones &* 0xf0) == 0, spelled == digits else { return nil }
        var packed = ((values << 4) | (values >> 8)) & 0x00ff_00ff_00ff_00ff
        packed = (packed | packed >> 8) & 0x0000_ffff_0000_ffff
        packed = (packed | packed >> 16) & 0xffff_ffff
        return UInt32(truncatingIfNeeded: packed)
    }

    /// The digit of a value below 16.
    @inlinable
    static func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? 0x30 : 0x57) }

    /// The value of a lowercase digit, 255 for anything else.
    @inlinable
    static func value(_ digit: UInt8) -> UInt8 {
        switch digit {
        case 0x30...0x39: digit &- 0x30
        case 0x61...0x66: digit &- 0x57
        default: 255
        }
    }

    /// Lends the UTF-8 of a text for the length of the call.
    @inlinable
    static func withASCII<R>(
        of text: some StringProtocol,
        _ body: (UnsafeRawBufferPointer) -> R
    ) -> R {
        if let result = text.utf8.withContiguousStorageIfAvailable({
            body(UnsafeRawBufferPointer($0))
        }) {
            return result
        }
        return Array(text.utf8).withUnsafeBytes(body)
    }
}
