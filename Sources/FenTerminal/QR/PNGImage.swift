/// A black-and-white PNG, written without a compressor: one bit a pixel, stored blocks.
package enum PNGImage {
    /// A QR code with its quiet zone, `scale` pixels a module.
    package static func encode(_ matrix: QRMatrix, scale: Int = 8) -> [UInt8] {
        precondition(scale > 0, "callers pass a literal")
        let zone = QRRenderer.quietZone
        let side = (matrix.size + 2 * zone) * scale
        var rows: [UInt8] = []
        rows.reserveCapacity(side * ((side + 7) / 8 + 1))
        for y in 0..<side {
            rows.append(0)  // no filter
            var byte: UInt8 = 0
            for x in 0..<side {
                let isDark = matrix.isDark(row: y / scale - zone, column: x / scale - zone)
                byte = byte << 1 | (isDark ? 0 : 1)
                if x % 8 == 7 {
                    rows.append(byte)
                    byte = 0
                }
            }
            if side % 8 != 0 { rows.append(byte << UInt8(8 - side % 8)) }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let dimension = bigEndian(UInt32(side))
        // Width, height, one bit of grey, and the only methods there are.
        append(chunk: "IHDR", dimension + dimension + [1, 0, 0, 0, 0], to: &file)
        append(chunk: "IDAT", stored(rows), to: &file)
        append(chunk: "IEND", [], to: &file)
        return file
    }

    private static func append(chunk name: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(name.utf8) + data
        file += bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
    }

    /// A zlib stream of uncompressed blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for half in [count, ~count] { stream += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(adler32(bytes))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}
