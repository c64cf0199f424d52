import CSodium
import FenEncoding

/// An X25519 key pair (RFC 7748).
package final class AgreementKey: Sendable {
    /// The public half.
    package let publicKey: X25519PublicKey

    private let scalar: SecretBytes

    /// Makes the pair of a secret scalar; fails when it has not 32 bytes.
    package convenience init(secret: SecretBytes) throws(CryptoError) {
        guard secret.count == 32 else { throw .wrongLength }
        self.init(scalar: secret)
    }

    /// Takes a scalar that is known to have 32 bytes.
    init(scalar: SecretBytes) {
        Sodium.initialise()
        self.scalar = scalar
        publicKey = X25519PublicKey.written { output in
            scalar.lendBytes { _ = crypto_scalarmult_curve25519_base(output, $0.start) }
        }
    }

    /// A fresh pair.
    package static func generate(from entropy: EntropySource = .system) -> AgreementKey {
        AgreementKey(scalar: entropy.secret(32))
    }

    /// The secret shared with the owner of a public key; it is to be fed to a derivation, not used
    /// as a key. Refused when it is zero, which a key of small order brings about.
    package func agree(with other: X25519PublicKey) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: 32) { (output) throws(CryptoError) in
            let result = other.withStart { point in
                scalar.lendBytes { scalar in
                    crypto_scalarmult_curve25519(output.start, scalar.start, point)
                }
            }
            guard result == 0 else { throw .noSharedSecret }
        }
    }
}
