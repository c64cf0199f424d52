import CSodium
package import FenEncoding

/// Argon2id (RFC 9106, version 1.3, one lane): a key from what a person can remember, at a price
/// in time and memory for everybody who guesses.
package enum Argon2id {
    /// What one try costs. It is kept beside what it guards, so that it may grow later.
    package struct Cost: Hashable, Sendable {
        /// How often the memory is gone over.
        package var passes: UInt32
        /// How much memory there is, in KiB.
        package var kibibytes: UInt32

        /// A cost.
        package init(passes: UInt32, kibibytes: UInt32) {
            self.passes = passes
            self.kibibytes = kibibytes
        }

        /// For what is asked at every start: 64 MiB, a fraction of a second.
        package static let start = Cost(passes: 3, kibibytes: 65_536)

        /// For a file that may fall into anybody's hands: 256 MiB, about a second.
        package static let file = Cost(passes: 3, kibibytes: 262_144)

        /// Whether it is one that we pay: at least what libsodium takes, and not so much that a
        /// file made by somebody else could stall this machine.
        package var isBearable: Bool {
            (1...16).contains(passes) && (8...1_048_576).contains(kibibytes)
        }
    }

    /// Derives so many bytes, at least 16.
    ///
    /// Fails with `tooExpensive` where the cost is not bearable or the memory is not to be had.
    package static func derive(
        passphrase: SecretBytes, salt: Bytes16, cost: Cost, count: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        Sodium.initialise()
        guard cost.isBearable else { throw .tooExpensive }
        return try SecretBytes(count: count) { (output) throws(CryptoError) in
            let result = passphrase.withUnsafeBytes { passphrase in
                salt.withStart { salt in
                    crypto_pwhash(
                        output.start, UInt64(output.count),
                        UnsafeRawPointer(passphrase.start).assumingMemoryBound(to: CChar.self),
                        UInt64(passphrase.count), salt, UInt64(cost.passes),
                        Int(cost.kibibytes) * 1024, crypto_pwhash_ALG_ARGON2ID13)
                }
            }
            guard result == 0 else { throw .tooExpensive }
        }
    }
}
