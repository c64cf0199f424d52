/// Why bytes are not the canonical JSON this project writes.
@usableFromInline
package struct CanonicalJSONError: Error, Equatable, Sendable {
    /// What is wrong.
    @usableFromInline
    package enum Reason: String, Sendable {
        /// The bytes end inside a value.
        case truncated
        /// Another character stands where the grammar wants a certain one.
        case unexpectedCharacter
        /// Bytes follow the value.
        case trailingBytes
        /// Objects and arrays are nested deeper than allowed.
        case tooDeep
        /// There are more bytes than allowed.
        case tooLarge
        /// A key does not match `[a-z0-9_]{1,32}`.
        case badKey
        /// A key does not follow the one before it in order, or repeats it.
        case keyOrder
        /// A string is not UTF-8.
        case badUTF8
        /// A character is escaped that need not be, or in another way than RFC 8785 wants.
        case badEscape
        /// A number is not an integer, is spelled in another way, or is beyond 2^53 - 1.
        case badNumber
        /// A value is of another type than the reader asked for.
        case wrongType
    }

    /// What is wrong.
    @usableFromInline package let reason: Reason

    /// The position of the byte at which it was noticed.
    @usableFromInline package let offset: Int

    /// Names a reason and a position.
    @inlinable
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

/// What a reader of canonical JSON takes at most.
@usableFromInline
package struct JSONLimits: Sendable {
    /// The deepest nesting a reader can be told to allow.
    package static let deepest = 8

    /// How deep objects and arrays nest, the outermost counted as 1.
    @usableFromInline package let depth: Int

    /// How many bytes there are.
    @usableFromInline package let bytes: Int

    /// Sets the bounds; a depth above `deepest` counts as `deepest`.
    package init(depth: Int, bytes: Int) {
        self.depth = min(depth, Self.deepest)
        self.bytes = bytes
    }

    /// The bounds of an event's payload.
    @usableFromInline package static let payload = JSONLimits(depth: 8, bytes: 32_768)

    /// The bounds of an event's line: one flat object.
    package static let line = JSONLimits(depth: 1, bytes: 49_152)

    /// Bounds for JSON this program wrote itself, a stored projection for example.
    package static let local = JSONLimits(depth: 8, bytes: 1 << 30)
}
