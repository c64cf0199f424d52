import CSodium
package import FenEncoding

/// SHA-512 (FIPS 180-4). Here it hashes words that people say to each other and keys made of them,
/// so what it gives is a secret, and its state is wiped.
package enum SHA512 {
    /// How many bytes a hash has.
    package static let count = 64

    /// How many bytes the function takes in at a time.
    package static let block = 128

    /// The hash of some parts, one after the other.
    package static func hash(_ parts: [any ByteSource]) -> SecretBytes {
        Sodium.initialise()
        var state = crypto_hash_sha512_state()
        defer { wipe(&state) }
        crypto_hash_sha512_init(&state)
        for part in parts {
            part.lendBytes { _ = crypto_hash_sha512_update(&state, $0.start, UInt64($0.count)) }
        }
        return SecretBytes(count: count) { _ = crypto_hash_sha512_final(&state, $0.start) }
    }
}
