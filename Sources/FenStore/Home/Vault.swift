import FenCrypto
import FenEncoding

/// What the secrets of a home are sealed with while it has a passphrase; without one they lie in
/// the database as they are.
///
/// A sealed secret is `nonce(24) || XChaCha20-Poly1305-IETF(key, nonce, secret,
/// aad = "fen/1/lock" || u8(0) || place)`. The place says which secret it is, so that none can be
/// put where another one stood.
final class Vault {
    /// The secrets are sealed.
    private(set) var isSealed = false
    /// What they are sealed with; nil while they are not, and until the passphrase was given.
    private(set) var key: SecretBytes?

    /// The record from which the passphrase gives the key.
    private(set) var record: [UInt8]?

    /// Seals from here on, or waits for the key of what is sealed.
    func close(with key: SecretBytes?, record: [UInt8]) {
        isSealed = true
        self.key = key
        self.record = record
    }

    /// Nothing is sealed from here on.
    func open() {
        isSealed = false
        key = nil
        record = nil
    }

    /// What is stored for a secret.
    func stored(_ secret: SecretBytes, _ place: String) throws(StoreError) -> SecretBytes {
        guard isSealed else { return secret }
        guard let key else { throw .passphraseNeeded() }
        let nonce = Nonce24.random()
        let sealed = XChaCha20Poly1305.seal(secret, key: key, nonce: nonce, aad: Self.aad(place))
        return SecretBytes(copying: nonce.bytes + sealed)
    }

    /// The secret that something stored stands for.
    func secret(_ stored: SecretBytes, _ place: String) throws(StoreError) -> SecretBytes {
        guard isSealed else { return stored }
        guard let key else { throw .passphraseNeeded() }
        do {
            return try stored.withUnsafeBytes { bytes in
                guard bytes.count > Nonce24.byteCount,
                    let nonce = Nonce24(UnsafeRawBufferPointer(rebasing: bytes[..<24]))
                else {
                    throw CryptoError.wrongLength
                }
                return try XChaCha20Poly1305.openSecret(
                    UnsafeRawBufferPointer(rebasing: bytes[24...]), key: key, nonce: nonce,
                    aad: Self.aad(place))
            }
        } catch {
            throw .corrupt("a secret does not open under the home's key")
        }
    }

    private static func aad(_ place: String) -> [UInt8] {
        Array("fen/1/lock".utf8) + [0] + Array(place.utf8)
    }
}

extension StoreError {
    /// The secrets are sealed, and nobody has given the passphrase.
    static func passphraseNeeded() -> StoreError {
        StoreError(
            .passphraseNeeded, "The secrets of this home are locked with a passphrase.",
            hint: "Start fen at a terminal, which asks for it, or name a file that holds it in "
                + "FEN_PASSPHRASE_FILE.")
    }
}
