import CSodium
package import FenEncoding

/// An Ed25519 key pair (RFC 8032): what a member signs with.
package final class SigningKey: Sendable {
    /// The public half.
    package let publicKey: PublicKey

    /// The 32 bytes the pair is made from.
    package let seed: SecretBytes

    /// Seed and public key, as libsodium wants them.
    private let secret: SecretBytes

    /// Makes the pair of a seed; fails when it has not 32 bytes.
    package convenience init(seed: SecretBytes) throws(CryptoError) {
        guard seed.count == 32 else { throw .wrongLength }
        self.init(measured: seed)
    }

    /// A fresh pair.
    package static func generate(from entropy: EntropySource = .system) -> SigningKey {
        SigningKey(measured: entropy.secret(32))
    }

    /// Takes a seed that is known to have 32 bytes.
    private init(measured seed: SecretBytes) {
        var publicKey = PublicKey()
        secret = SecretBytes(count: 64) { secret in
            publicKey = PublicKey.written { publicKey in
                seed.lendBytes { seed in
                    _ = crypto_sign_ed25519_seed_keypair(publicKey, secret.start, seed.start)
                }
            }
        }
        self.seed = seed
        self.publicKey = publicKey
    }

    /// Signs a message.
    package func sign(_ message: UnsafeRawBufferPointer) -> Signature {
        Signature.written { signature in
            secret.withUnsafeBytes { secret in
                _ = crypto_sign_ed25519_detached(
                    signature, nil, message.start, UInt64(message.count), secret.start
                )
            }
        }
    }

    /// Signs a message.
    package func sign(_ message: some ByteSource) -> Signature {
        message.lendBytes { sign($0) }
    }

    /// Signs two parts, one after the other: what the signature is about, and the matter itself.
    package func sign(_ context: some ByteSource, _ message: some ByteSource) -> Signature {
        withJoined(context, message) { sign($0) }
    }

    /// The same pair for X25519, by the birational map (RFC 7748 §4.1).
    package func x25519() -> AgreementKey {
        let scalar = SecretBytes(count: 32) { output in
            secret.withUnsafeBytes { secret in
                _ = crypto_sign_ed25519_sk_to_curve25519(output.start, secret.start)
            }
        }
        return AgreementKey(scalar: scalar)
    }
}

/// Lends two parts, one after the other; of a short pair the copy is on the stack.
func withJoined<R>(
    _ first: some ByteSource,
    _ second: some ByteSource,
    _ body: (UnsafeRawBufferPointer) -> R
) -> R {
    first.lendBytes { first in
        second.lendBytes { second in
            let count = first.count + second.count
            return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { joined in
                joined.copyMemory(from: first)
                UnsafeMutableRawBufferPointer(rebasing: joined[first.count...])
                    .copyMemory(from: second)
                return body(UnsafeRawBufferPointer(joined))
            }
        }
    }
}
