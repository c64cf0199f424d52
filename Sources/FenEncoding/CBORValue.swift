/// A value of the CBOR this project writes (RFC 8949): no tags, no fractions, no other simple
/// values, no lengths left open.
package indirect enum CBORValue: Equatable, Sendable {
    /// A number that is not negative.
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    /// A byte string.
    case bytes([UInt8])
    /// A text string.
    case text(String)
    /// An array.
    case array([CBORValue])
    /// A map.
    case map(CBORMap)
    /// `true` or `false`.
    case bool(Bool)
    /// Nothing.
    case null

    /// Equal when written as the same bytes: `String`'s own equality takes composed and decomposed
    /// letters for the same.
    package static func == (left: CBORValue, right: CBORValue) -> Bool {
        switch (left, right) {
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.negative(let one), .negative(let other)): one == other
        case (.bytes(let one), .bytes(let other)): one == other
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.map(let one), .map(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.null, .null): true
        default: false
        }
    }

    /// A number of either sign.
    package static func integer(_ value: Int64) -> CBORValue {
        value < 0 ? .negative(UInt64(bitPattern: ~value)) : .unsigned(UInt64(value))
    }

    /// Bytes of a fixed length.
    package static func bytes(_ value: some FixedBytes) -> CBORValue {
        .bytes(value.bytes)
    }

    /// The number, if the value is one that is not negative.
    package var unsignedValue: UInt64? {
        guard case .unsigned(let value) = self else { return nil }
        return value
    }

    /// The bytes, if the value is a byte string.
    package var bytesValue: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    /// The text, if the value is a text string.
    package var textValue: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    /// The elements, if the value is an array.
    package var arrayValue: [CBORValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The map, if the value is one.
    package var mapValue: CBORMap? {
        guard case .map(let value) = self else { return nil }
        return value
    }

    /// The truth value, if the value is one.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }
}

/// A CBOR map: its entries in the order of their encoded keys (RFC 8949 §4.2.1), each key once.
package struct CBORMap: Equatable, Sendable {
    /// A key and its value.
    package struct Entry: Equatable, Sendable {
        /// The key.
        package let key: CBORValue
        /// The value.
        package let value: CBORValue
    }

    /// The entries in order.
    package let entries: [Entry]

    /// Puts entries in order; of several with one key the last holds.
    package init(_ pairs: [(key: CBORValue, value: CBORValue)]) {
        var keyed: [(bytes: [UInt8], entry: Entry)] = []
        let sorted = pairs.map { pair in
            (bytes: CBOR.encode(pair.key), entry: Entry(key: pair.key, value: pair.value))
        }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for item in sorted {
            if let last = keyed.last, last.bytes == item.bytes { keyed.removeLast() }
            keyed.append(item)
        }
        entries = keyed.map(\.entry)
    }

    /// Takes entries that are in order already, as a reader has made sure.
    init(ordered entries: [Entry]) {
        self.entries = entries
    }

    /// The value of a key.
    package subscript(key: CBORValue) -> CBORValue? {
        entries.first { $0.key == key }?.value
    }

    /// The value of a key that is a small number.
    package subscript(key: UInt64) -> CBORValue? { self[.unsigned(key)] }
}
