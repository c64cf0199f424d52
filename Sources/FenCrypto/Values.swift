public import FenEncoding

/// What SHA-256 gives, and what HMAC-SHA256 does.
@usableFromInline
package struct Hash32: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes32

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes32) { self.raw = raw }
}

/// An Ed25519 public key: who somebody is. Not every value is one; see `isValid`.
@usableFromInline
package struct PublicKey: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes32

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes32) { self.raw = raw }
}

/// An Ed25519 signature.
@usableFromInline
package struct Signature: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes64

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes64) { self.raw = raw }
}

/// The nonce of XChaCha20-Poly1305, long enough to be drawn at random.
@usableFromInline
package struct Nonce24: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes24

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes24) { self.raw = raw }

    /// A fresh nonce.
    package static func random(from entropy: EntropySource = .system) -> Nonce24 {
        entropy.value()
    }
}

/// The name of a group key: what an event says it was sealed with.
@usableFromInline
package struct KeyID: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes16

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes16) { self.raw = raw }
}

/// An X25519 public key.
@usableFromInline
package struct X25519PublicKey: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes32

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes32) { self.raw = raw }
}
