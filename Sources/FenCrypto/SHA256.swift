import CSodium
public import FenEncoding

/// SHA-256 (FIPS 180-4).
@usableFromInline
package enum SHA256 {
    /// The hash of bytes that stand together.
    @usableFromInline
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> Hash32 {
        Hash32.written { _ = crypto_hash_sha256($0, bytes.start, UInt64(bytes.count)) }
    }

    /// The hash of some bytes.
    @inlinable
    package static func hash(_ bytes: some ByteSource) -> Hash32 {
        bytes.lendBytes { hash($0) }
    }

    /// The hash of two parts, one after the other.
    @inlinable
    package static func hash(_ first: some ByteSource, _ second: some ByteSource) -> Hash32 {
        var hasher = SHA256Hasher()
        hasher.update(first)
        hasher.update(second)
        return hasher.finish()
    }

    /// The hash of three parts, one after the other.
    @inlinable
    package static func hash(
        _ first: some ByteSource,
        _ second: some ByteSource,
        _ third: some ByteSource
    ) -> Hash32 {
        var hasher = SHA256Hasher()
        hasher.update(first)
        hasher.update(second)
        hasher.update(third)
        return hasher.finish()
    }

    /// The hash of any number of parts, one after the other.
    package static func hash(parts: UnsafeRawBufferPointer...) -> Hash32 {
        var hasher = SHA256Hasher()
        for part in parts { hasher.update(part) }
        return hasher.finish()
    }
}

/// SHA-256 of bytes that come piece by piece. Not for secrets: the state is not wiped.
@usableFromInline
package struct SHA256Hasher: Sendable {
    private var state = crypto_hash_sha256_state()

    /// Starts with no bytes.
    @usableFromInline
    package init() {
        crypto_hash_sha256_init(&state)
    }

    /// Takes more bytes.
    @usableFromInline
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_hash_sha256_update(&state, bytes.start, UInt64(bytes.count))
    }

    /// Takes more bytes.
    @inlinable
    package mutating func update(_ bytes: some ByteSource) {
        bytes.lendBytes { update($0) }
    }

    /// The hash of all bytes so far, after which the hasher starts anew.
    @usableFromInline
    package mutating func finish() -> Hash32 {
        let hash = Hash32.written { crypto_hash_sha256_final(&state, $0) }
        crypto_hash_sha256_init(&state)
        return hash
    }
}
