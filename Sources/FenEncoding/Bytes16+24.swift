// The words hold the bytes in memory order, whatever the machine's byte order; only comparing
// looks at them as numbers.

/// 16 bytes in 2 machine words.
@usableFromInline
package struct Bytes16: FixedBytes {
    @usableFromInline var word0: UInt64
    @usableFromInline var word1: UInt64

    /// All bytes zero.
    @inlinable
    package init() {
        word0 = 0
        word1 = 0
    }

    /// 16.
    @inlinable
    package static var byteCount: Int { 16 }

    /// Lends the bytes for the length of the call.
    @inlinable
    package func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try Swift.withUnsafeBytes(of: self, body)
    }

    /// Lends the bytes for writing for the length of the call.
    @inlinable
    package mutating func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try Swift.withUnsafeMutableBytes(of: &self, body)
    }

    /// Compares as unsigned bytes.
    @inlinable
    package static func < (left: Self, right: Self) -> Bool {
        if left.word0 != right.word0 {
            return left.word0.bigEndian < right.word0.bigEndian
        }
        return left.word1.bigEndian < right.word1.bigEndian
    }

    /// Equal when every byte is.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        0 == (left.word0 ^ right.word0) | (left.word1 ^ right.word1)
    }

    /// Feeds the bytes to a hasher.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(word0)
        hasher.combine(word1)
    }
}

/// 24 bytes in 3 machine words.
@usableFromInline
package struct Bytes24: FixedBytes {
    @usableFromInline var word0: UInt64
    @usableFromInline var word1: UInt64
    @usableFromInline var word2: UInt64

    /// All bytes zero.
    @inlinable
    package init() {
        word0 = 0
        word1 = 0
        word2 = 0
    }

    /// 24.
    @inlinable
    package static var byteCount: Int { 24 }

    /// Lends the bytes for the length of the call.
    @inlinable
    package func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try Swift.withUnsafeBytes(of: self, body)
    }

    /// Lends the bytes for writing for the length of the call.
    @inlinable
    package mutating func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try Swift.withUnsafeMutableBytes(of: &self, body)
    }

    /// Compares as unsigned bytes.
    @inlinable
    package static func < (left: Self, right: Self) -> Bool {
        if left.word0 != right.word0 {
            return left.word0.bigEndian < right.word0.bigEndian
        }
        if left.word1 != right.word1 {
            return left.word1.bigEndian < right.word1.bigEndian
        }
        return left.word2.bigEndian < right.word2.bigEndian
    }

    /// Equal when every byte is.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        0 == (left.word0 ^ right.word0) | (left.word1 ^ right.word1)
            | (left.word2 ^ right.word2)
    }

    /// Feeds the bytes to a hasher.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(word0)
        hasher.combine(word1)
        hasher.combine(word2)
    }
}
