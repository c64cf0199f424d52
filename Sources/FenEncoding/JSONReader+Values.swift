extension JSONReader {
    /// Reads an integer, |n| <= 2^53 - 1.
    @inlinable
    package mutating func readInteger() throws(CanonicalJSONError) -> Int64 {
        let start = position
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        let negative = base[position] == 0x2d
        if negative { position += 1 }
        var value: UInt64 = 0
        let digits = position
        // 2^53 - 1 has 16 digits; a 17th is looked at only to be refused.
        while position < count, position - digits < 17 {
            let digit = base[position] &- 0x30
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            position += 1
        }
        guard position > digits else {
            let reason = negative ? CanonicalJSONError.Reason.badNumber : .wrongType
            throw CanonicalJSONError(reason, at: start)
        }
        // One spelling: no leading zero, no -0; a fraction or exponent fails at its first byte.
        guard value <= 9_007_199_254_740_991, base[digits] != 0x30 || position == digits + 1,
            !(negative && value == 0)
        else { throw CanonicalJSONError(.badNumber, at: start) }
        if position < count, base[position] == 0x2e || base[position] | 0x20 == 0x65 {
            throw CanonicalJSONError(.badNumber, at: position)
        }
        return negative ? -Int64(value) : Int64(value)
    }

    /// Reads an integer that is not negative.
    @inlinable
    package mutating func readUnsigned() throws(CanonicalJSONError) -> UInt64 {
        let start = position
        let value = try readInteger()
        guard value >= 0 else { throw CanonicalJSONError(.badNumber, at: start) }
        return UInt64(value)
    }

    /// Reads `true` or `false`.
    package mutating func readBool() throws(CanonicalJSONError) -> Bool {
        if matches("true") {
            position += 4
            return true
        }
        if matches("false") {
            position += 5
            return false
        }
        throw CanonicalJSONError(.wrongType, at: position)
    }

    /// Reads a string.
    package mutating func readString() throws(CanonicalJSONError) -> String {
        let (slice, escaped) = try scanString()
        guard escaped else { return String(decoding: slice, as: UTF8.self) }
        return JSONReader.unescape(slice)
    }

    /// Reads a string without escapes and lends its bytes, which are UTF-8, as long as the buffer
    /// lives; a string with escapes is refused as of the wrong type.
    @inlinable
    package mutating func rawString() throws(CanonicalJSONError) -> UnsafeRawBufferPointer {
        let start = position
        let (slice, escaped) = try scanString()
        guard !escaped else { throw CanonicalJSONError(.wrongType, at: start) }
        return slice
    }

    /// Reads a string of exactly as many lowercase hex digits as the type has room for.
    @inlinable
    package mutating func readHex<Value: FixedBytes>(
        as type: Value.Type = Value.self
    ) throws(CanonicalJSONError) -> Value {
        let start = position
        guard let value = Value(hexASCII: try rawString()) else {
            throw CanonicalJSONError(.wrongType, at: start)
        }
        return value
    }

    /// Reads a base64url string of exactly as many bytes as the type has.
    @inlinable
    package mutating func readBase64URL<Value: FixedBytes>(
        as type: Value.Type = Value.self
    ) throws(CanonicalJSONError) -> Value {
        let start = position
        guard let value = Value(base64URLASCII: try rawString()) else {
            throw CanonicalJSONError(.wrongType, at: start)
        }
        return value
    }

    /// Reads a base64url string of any length.
    package mutating func readBase64URLBytes() throws(CanonicalJSONError) -> [UInt8] {
        let start = position
        guard let bytes = Base64URL.decode(try rawString()) else {
            throw CanonicalJSONError(.wrongType, at: start)
        }
        return bytes
    }

    /// Checks one value of any type and lends its bytes as long as the buffer lives.
    @discardableResult
    package mutating func skipValue() throws(CanonicalJSONError) -> UnsafeRawBufferPointer {
        let start = position
        switch peek {
        case 0x22: _ = try scanString()
        case 0x7b:
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case 0x5b:
            try beginArray()
            while try nextElement() { try skipValue() }
        case 0x74, 0x66: _ = try readBool()
        case nil: throw CanonicalJSONError(.truncated, at: position)
        default: _ = try readInteger()
        }
        return UnsafeRawBufferPointer(start: base + start, count: position - start)
    }

    /// Reads one value of any type as a tree.
    package mutating func readValue() throws(CanonicalJSONError) -> JSONValue {
        switch peek {
        case 0x22: return .string(try readString())
        case 0x7b:
            var members: [JSONObject.Member] = []
            try beginObject()
            while let key = try nextKey() {
                members.append((key: key.text, value: try readValue()))
            }
            return .object(JSONObject(ordered: members))
        case 0x5b:
            var elements: [JSONValue] = []
            try beginArray()
            while try nextElement() { elements.append(try readValue()) }
            return .array(elements)
        case 0x74, 0x66: return .bool(try readBool())
        case nil: throw CanonicalJSONError(.truncated, at: position)
        default: return .integer(try readInteger())
        }
    }

    private func matches(_ word: StaticString) -> Bool {
        guard count - position >= word.utf8CodeUnitCount else { return false }
        for index in 0..<word.utf8CodeUnitCount
        where base[position + index] != word.utf8Start[index] { return false }
        return true
    }
}
