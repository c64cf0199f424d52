extension JSONWriter {
    /// Writes a key and a string.
    package mutating func field(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a key and an integer.
    @inlinable
    package mutating func field(_ key: StaticString, _ value: some BinaryInteger) {
        self.key(key)
        integer(value)
    }

    /// Writes a key and a boolean.
    package mutating func field(_ key: StaticString, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    /// Writes a key and bytes in hex.
    @inlinable
    package mutating func field(_ key: StaticString, hex value: some FixedBytes) {
        self.key(key)
        hex(value)
    }

    /// Writes a key and bytes in base64url.
    package mutating func field(_ key: StaticString, base64URL value: [UInt8]) {
        self.key(key)
        value.withUnsafeBytes { base64URL($0) }
    }

    /// Writes a key and bytes in base64url.
    @inlinable
    package mutating func field(_ key: StaticString, base64URL value: some FixedBytes) {
        self.key(key)
        value.withUnsafeBytes { base64URL($0) }
    }

    /// Writes a value of any type.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .object(let object):
            beginObject()
            for member in object.members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .string(let text): string(text)
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        }
    }
}
