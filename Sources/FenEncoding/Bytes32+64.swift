// The words hold the bytes in memory order, whatever the machine's byte order; only comparing
// looks at them as numbers.

/// 32 bytes in 4 machine words.
@usableFromInline
package struct Bytes32: FixedBytes {
    @usableFromInline var word0: UInt64
    @usableFromInline var word1: UInt64
    @usableFromInline var word2: UInt64
    @usableFromInline var word3: UInt64

    /// All bytes zero.
    @inlinable
    package init() {
        word0 = 0
        word1 = 0
        word2 = 0
        word3 = 0
    }

    /// 32.
    @inlinable
    package static var byteCount: Int { 32 }

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
        if left.word2 != right.word2 {
            return left.word2.bigEndian < right.word2.bigEndian
        }
        return left.word3.bigEndian < right.word3.bigEndian
    }

    /// Equal when every byte is.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        0 == (left.word0 ^ right.word0) | (left.word1 ^ right.word1)
            | (left.word2 ^ right.word2) | (left.word3 ^ right.word3)
    }

    /// Feeds the bytes to a hasher.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(word0)
        hasher.combine(word1)
        hasher.combine(word2)
        hasher.combine(word3)
    }
}

/// 64 bytes in 8 machine words.
@usableFromInline
package struct Bytes64: FixedBytes {
    @usableFromInline var word0: UInt64
    @usableFromInline var word1: UInt64
    @usableFromInline var word2: UInt64
    @usableFromInline var word3: UInt64
    @usableFromInline var word4: UInt64
    @usableFromInline var word5: UInt64
    @usableFromInline var word6: UInt64
    @usableFromInline var word7: UInt64

    /// All bytes zero.
    @inlinable
    package init() {
        word0 = 0
        word1 = 0
        word2 = 0
        word3 = 0
        word4 = 0
        word5 = 0
        word6 = 0
        word7 = 0
    }

    /// 64.
    @inlinable
    package static var byteCount: Int { 64 }

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
        if left.word2 != right.word2 {
            return left.word2.bigEndian < right.word2.bigEndian
        }
        if left.word3 != right.word3 {
            return left.word3.bigEndian < right.word3.bigEndian
        }
        if left.word4 != right.word4 {
            return left.word4.bigEndian < right.word4.bigEndian
        }
        if left.word5 != right.word5 {
            return left.word5.bigEndian < right.word5.bigEndian
        }
        if left.word6 != right.word6 {
            return left.word6.bigEndian < right.word6.bigEndian
        }
        return left.word7.bigEndian < right.word7.bigEndian
    }

    /// Equal when every byte is.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        0 == (left.word0 ^ right.word0) | (left.word1 ^ right.word1)
            | (left.word2 ^ right.word2) | (left.word3 ^ right.word3)
            | (left.word4 ^ right.word4) | (left.word5 ^ right.word5)
            | (left.word6 ^ right.word6) | (left.word7 ^ right.word7)
    }

    /// Feeds the bytes to a hasher.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(word0)
        hasher.combine(word1)
        hasher.combine(word2)
        hasher.combine(word3)
        hasher.combine(word4)
        hasher.combine(word5)
        hasher.combine(word6)
        hasher.combine(word7)
    }
}

extension Bytes64 {
    /// Flips every bit that is set in `other`.
    @inlinable
    package mutating func formXor(_ other: Bytes64) {
        word0 ^= other.word0
        word1 ^= other.word1
        word2 ^= other.word2
        word3 ^= other.word3
        word4 ^= other.word4
        word5 ^= other.word5
        word6 ^= other.word6
        word7 ^= other.word7
    }
}
