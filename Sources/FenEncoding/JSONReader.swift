/// Reads canonical JSON piece by piece straight from a buffer, without building a tree.
///
/// The dialect is RFC 8785 restricted to objects, arrays, strings, booleans and integers of at
/// most 53 bits; keys match `[a-z0-9_]{1,32}`. Everything that would not be written again as the
/// same bytes is refused: spaces, other escapes, other key orders, `null`, fractions. Values that
/// are skipped are checked as strictly as those that are read.
///
///     var reader = JSONReader(line, limits: .line)
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         switch key {
///         case "fmt": format = try reader.readInteger()
///         default: try reader.skipValue()
///         }
///     }
///     try reader.end()
///
/// The buffer must outlive the reader and every slice and key taken from it.
@usableFromInline
package struct JSONReader {
    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int
    @usableFromInline let limits: JSONLimits
    @usableFromInline var position = 0
    @usableFromInline var depth = 0
    /// Where the last key of the object at hand stands, 0 bytes long before the first one; in an
    /// array only whether an element was read.
    @usableFromInline var keyStart = 0
    @usableFromInline var keyCount = 0
    /// `keyStart` and `keyCount` of the levels outside the one at hand.
    @usableFromInline var outer = InlineArray<8, UInt64>(repeating: 0)

    /// Starts at the first byte of a buffer.
    @inlinable
    package init(_ buffer: UnsafeRawBufferPointer, limits: JSONLimits = .payload) {
        let empty: StaticString = ""
        base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? empty.utf8Start
        count = buffer.count
        self.limits = limits
    }

    /// The byte to be read next; nil at the end.
    @inlinable
    package var peek: UInt8? { position < count ? base[position] : nil }

    /// How many bytes have been read.
    @inlinable
    package var offset: Int { position }

    /// Enters an object.
    @inlinable
    package mutating func beginObject() throws(CanonicalJSONError) {
        try open(0x7b)
    }

    /// Enters an array.
    @inlinable
    package mutating func beginArray() throws(CanonicalJSONError) {
        try open(0x5b)
    }

    /// The next key of the object at hand, after which its value must be read or skipped; nil when
    /// the object ended, which leaves it.
    @inlinable
    package mutating func nextKey() throws(CanonicalJSONError) -> JSONKey? {
        guard try next(before: 0x7d) else { return nil }
        try expect(0x22)
        let start = position
        while position < count, JSONKey.allows(base[position]) { position += 1 }
        let length = position - start
        guard length >= 1, length <= 32 else {
            throw CanonicalJSONError(.badKey, at: start)
        }
        let key = JSONKey(start: base + start, count: length)
        if keyCount > 0, !(JSONKey(start: base + keyStart, count: keyCount) < key) {
            throw CanonicalJSONError(.keyOrder, at: start)
        }
        keyStart = start
        keyCount = length
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        guard base[position] == 0x22 else { throw CanonicalJSONError(.badKey, at: position) }
        position += 1
        try expect(0x3a)
        return key
    }

    /// Goes to the value of a field that must be the next one of the object at hand; false, having
    /// read nothing, when another key or none comes next.
    @inlinable
    package mutating func skipKey(_ name: StaticString) throws(CanonicalJSONError) -> Bool {
        let before = self
        if let key = try nextKey(), key == name { return true }
        self = before
        return false
    }

    /// Whether the array at hand has another element, which must then be read or skipped; false
    /// when the array ended, which leaves it.
    @inlinable
    package mutating func nextElement() throws(CanonicalJSONError) -> Bool {
        guard try next(before: 0x5d) else { return false }
        keyCount = 1
        return true
    }

    /// Makes sure that nothing follows.
    @inlinable
    package func end() throws(CanonicalJSONError) {
        guard depth == 0, position == count else {
            throw CanonicalJSONError(.trailingBytes, at: position)
        }
    }

    @inlinable
    mutating func open(_ bracket: UInt8) throws(CanonicalJSONError) {
        guard count <= limits.bytes else { throw CanonicalJSONError(.tooLarge, at: limits.bytes) }
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        guard base[position] == bracket else { throw CanonicalJSONError(.wrongType, at: position) }
        guard depth < limits.depth else { throw CanonicalJSONError(.tooDeep, at: position) }
        outer[depth] = UInt64(keyStart) << 8 | UInt64(keyCount)
        depth += 1
        position += 1
        keyCount = 0
    }

    /// Passes the comma before the next member, or leaves the level at its closing bracket.
    @inlinable
    mutating func next(before bracket: UInt8) throws(CanonicalJSONError) -> Bool {
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        let byte = base[position]
        // Outside of any level there is no bracket to close: the caller's own slip, answered as
        // a fault of the text rather than by a crash.
        guard depth > 0 else { throw CanonicalJSONError(.unexpectedCharacter, at: position) }
        if byte == bracket {
            position += 1
            depth -= 1
            keyStart = Int(truncatingIfNeeded: outer[depth] >> 8)
            keyCount = Int(truncatingIfNeeded: outer[depth] & 255)
            return false
        }
        if keyCount > 0 { try expect(0x2c) }
        return true
    }

    @inlinable
    mutating func expect(_ byte: UInt8) throws(CanonicalJSONError) {
        guard position < count else { throw CanonicalJSONError(.truncated, at: position) }
        guard base[position] == byte else {
            throw CanonicalJSONError(.unexpectedCharacter, at: position)
        }
        position += 1
    }
}
