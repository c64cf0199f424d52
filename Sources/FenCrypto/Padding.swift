import FenEncoding

/// Padding that hides how long a short text is: 0x80, then zeros to the next multiple of the block
/// (ISO/IEC 7816-4, as `sodium_pad` does it).
package enum Padding {
    /// The block of this project.
    package static let block = 256

    /// Appends the padding, at least one byte.
    package static func pad(_ bytes: inout [UInt8], block: Int = Padding.block) {
        let size = (bytes.count / block + 1) * block
        bytes.reserveCapacity(size)
        bytes.append(0x80)
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }

    /// How many bytes stand before the padding; nil when the last block does not end in one. Only
    /// the last block is looked at. What is unpadded has been authenticated: the time it takes
    /// tells nobody anything new.
    package static func unpad(
        _ bytes: UnsafeRawBufferPointer,
        block: Int = Padding.block
    ) -> Int? {
        guard bytes.count >= block, bytes.count.isMultiple(of: block) else { return nil }
        var end = bytes.count
        let least = bytes.count - block
        while end >= least + 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 {
            end -= 8
        }
        while end > least, bytes[end - 1] == 0 { end -= 1 }
        guard end > least, bytes[end - 1] == 0x80 else { return nil }
        return end - 1
    }

    /// How many bytes stand before the padding; nil when the last block does not end in one.
    package static func unpad(_ bytes: [UInt8], block: Int = Padding.block) -> Int? {
        bytes.withUnsafeBytes { unpad($0, block: block) }
    }
}
