/// Deterministic CBOR, RFC 8949 §4.2.1: shortest heads, definite lengths, map keys in the order of
/// their encoded bytes.
package enum CBOR {
    /// The bytes of a value.
    package static func encode(_ value: CBORValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return bytes
    }

    /// Appends the bytes of a value.
    package static func append(_ value: CBORValue, to bytes: inout [UInt8]) {
        switch value {
        case .unsigned(let number): appendHead(0, number, to: &bytes)
        case .negative(let number): appendHead(1, number, to: &bytes)
        case .bytes(let content):
            appendHead(2, UInt64(content.count), to: &bytes)
            bytes.append(contentsOf: content)
        case .text(let text):
            appendHead(3, UInt64(text.utf8.count), to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .array(let elements):
            appendHead(4, UInt64(elements.count), to: &bytes)
            for element in elements { append(element, to: &bytes) }
        case .map(let map):
            appendHead(5, UInt64(map.entries.count), to: &bytes)
            for entry in map.entries {
                append(entry.key, to: &bytes)
                append(entry.value, to: &bytes)
            }
        case .bool(let flag): bytes.append(flag ? 0xf5 : 0xf4)
        case .null: bytes.append(0xf6)
        }
    }

    /// Appends a head: the major type and its argument in as few bytes as hold it.
    package static func appendHead(_ major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
        let top = major << 5
        switch argument {
        case 0..<24: bytes.append(top | UInt8(argument))
        case 24...0xff: append(argument, count: 1, top | 24, to: &bytes)
        case 0x100...0xffff: append(argument, count: 2, top | 25, to: &bytes)
        case 0x1_0000...0xffff_ffff: append(argument, count: 4, top | 26, to: &bytes)
        default: append(argument, count: 8, top | 27, to: &bytes)
        }
    }

    /// Reads exactly one value; refuses all that would not be written again as the same bytes.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer,
        limits: CBORLimits
    ) throws(CBORError) -> CBORValue {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        var reader = CBORReader(bytes: bytes, limits: limits)
        let value = try reader.value(depth: 1)
        guard reader.position == bytes.count else { throw .trailingBytes }
        return value
    }

    /// Reads exactly one value; refuses all that would not be written again as the same bytes.
    package static func decode(
        _ bytes: [UInt8],
        limits: CBORLimits
    ) throws(CBORError) -> CBORValue {
        try bytes.span.withUnsafeBytes { (buffer) throws(CBORError) in
            try decode(buffer, limits: limits)
        }
    }

    private static func append(
        _ argument: UInt64,
        count: Int,
        _ head: UInt8,
        to bytes: inout [UInt8]
    ) {
        bytes.append(head)
        for index in (0..<count).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * index)))
        }
    }
}

/// Why bytes are not the deterministic CBOR this project writes.
package enum CBORError: Error, Equatable, Sendable {
    /// The bytes end inside a value.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// Values are nested deeper than allowed.
    case tooDeep
    /// There are more bytes or values than allowed.
    case tooLarge
    /// A head that RFC 8949 reserves.
    case notWellFormed
    /// Well-formed, but not in the one deterministic spelling.
    case notDeterministic
    /// Tags, fractions, simple values and open lengths, which this project does not use.
    case unsupported
    /// A text that is not UTF-8.
    case badUTF8
}

/// What a reader of CBOR takes at most.
package struct CBORLimits: Sendable {
    /// How many bytes there are.
    package let bytes: Int
    /// How deep arrays and maps nest, a plain value counted as 1.
    package let depth: Int
    /// How many values there are in all, keys included.
    package let items: Int

    /// Sets the bounds.
    package init(bytes: Int, depth: Int = 8, items: Int = 65_536) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
    }
}
