import CSodium
public import FenEncoding

/// An element of the group ristretto255 in its one encoding (RFC 9496 §4.3). Not every value is one.
@usableFromInline
package struct RistrettoPoint: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes32

    /// Gives plain bytes this meaning.
    @inlinable
    package init(raw: Bytes32) { self.raw = raw }
}

/// The group ristretto255 (RFC 9496): of prime order, with one encoding for each element.
package enum Ristretto255 {
    /// The element that 64 bytes of a hash stand for (RFC 9496 §4.3.4). It is as secret as what was
    /// hashed; fails when there are not 64 bytes.
    package static func element(ofHash hash: SecretBytes) throws(CryptoError) -> SecretBytes {
        Sodium.initialise()
        guard hash.count == SHA512.count else { throw .wrongLength }
        return SecretBytes(count: 32) { output in
            hash.lendBytes { _ = crypto_core_ristretto255_from_hash(output.start, $0.start) }
        }
    }

    /// A scalar from 1 to the group order less 1, all equally likely but for one part in 2^250.
    package static func scalar(from entropy: EntropySource = .system) -> SecretBytes {
        Sodium.initialise()
        while true {
            let wide = entropy.secret(64)
            let scalar = SecretBytes(count: 32) { output in
                wide.lendBytes { crypto_core_ristretto255_scalar_reduce(output.start, $0.start) }
            }
            if scalar != SecretBytes(count: 32) { return scalar }
        }
    }

    /// The product of a scalar and an element that is secret, to be shown to the other side.
    /// Fails when the element is none, is the identity, or the product is.
    package static func multiply(
        _ scalar: SecretBytes,
        secret element: SecretBytes
    ) throws(CryptoError) -> RistrettoPoint {
        guard scalar.count == 32, element.count == 32 else { throw .wrongLength }
        var multiplied = false
        let point = RistrettoPoint.written { output in
            multiplied = scalar.lendBytes { scalar in
                element.lendBytes { element in
                    crypto_scalarmult_ristretto255(output, scalar.start, element.start) == 0
                }
            }
        }
        guard multiplied else { throw .noSharedSecret }
        return point
    }

    /// The product of a scalar and an element that came from the other side: a shared secret.
    /// Fails when the element is none, is the identity, or the product is.
    package static func multiply(
        _ scalar: SecretBytes,
        _ point: RistrettoPoint
    ) throws(CryptoError) -> SecretBytes {
        guard scalar.count == 32 else { throw .wrongLength }
        return try SecretBytes(count: 32) { (output) throws(CryptoError) in
            let result = scalar.lendBytes { scalar in
                point.withStart { crypto_scalarmult_ristretto255(output.start, scalar.start, $0) }
            }
            guard result == 0 else { throw .noSharedSecret }
        }
    }
}
