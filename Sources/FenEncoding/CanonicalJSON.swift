/// Canonical JSON (RFC 8785, restricted) as trees of values. The hot paths use `JSONReader` and
/// `JSONWriter` instead.
package enum CanonicalJSON {
    /// The bytes of a value.
    ///
    /// A key outside `[a-z0-9_]{1,32}` or an integer beyond 2^53 - 1 is written as it stands; no
    /// reader takes the result.
    package static func encode(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    /// Reads exactly one value; refuses all that would not be written again as the same bytes.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer,
        limits: JSONLimits = .payload
    ) throws(CanonicalJSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else {
            throw CanonicalJSONError(.tooLarge, at: limits.bytes)
        }
        var reader = JSONReader(bytes, limits: limits)
        let value = try reader.readValue()
        try reader.end()
        return value
    }

    /// Reads exactly one value; refuses all that would not be written again as the same bytes.
    package static func decode(
        _ bytes: [UInt8],
        limits: JSONLimits = .payload
    ) throws(CanonicalJSONError) -> JSONValue {
        try bytes.span.withUnsafeBytes { (buffer) throws(CanonicalJSONError) in
            try decode(buffer, limits: limits)
        }
    }

    /// Checks that the bytes are exactly one canonical object, without building anything.
    package static func checkObject(
        _ bytes: UnsafeRawBufferPointer,
        limits: JSONLimits = .payload
    ) throws(CanonicalJSONError) {
        var reader = JSONReader(bytes, limits: limits)
        guard reader.peek == 0x7b else { throw CanonicalJSONError(.wrongType, at: 0) }
        try reader.skipValue()
        try reader.end()
    }
}
