import FenCrypto
import FenEncoding

/// The chaining key, the hash of all that was said, and the cipher under the newest key (Noise
/// revision 34, §5.2).
struct SymmetricState: Sendable {
    /// The hash of all that was said.
    private(set) var hash: Hash32
    private var chainingKey: SecretBytes
    private var cipher = CipherState()

    /// Starts under the protocol's name.
    init(protocolName: String) {
        let name = [UInt8](protocolName.utf8)
        if name.count <= Hash32.byteCount {
            let padded = name + [UInt8](repeating: 0, count: Hash32.byteCount - name.count)
            hash = Hash32(padded) ?? .zero
        } else {
            hash = SHA256.hash(name)
        }
        chainingKey = SecretBytes(copying: hash)
    }

    /// Whether texts are sealed by now.
    var hasKey: Bool { cipher.hasKey }

    /// Mixes what both sides know into the hash.
    mutating func mixHash(_ data: some ByteSource) {
        hash = SHA256.hash(hash, data)
    }

    /// Mixes a shared secret into the keys.
    mutating func mixKey(_ secret: some ByteSource) {
        let keys = HKDFSHA256.keys(2, ikm: secret, salt: chainingKey)
        chainingKey = keys[0]
        cipher = CipherState(key: keys[1])
    }

    /// Mixes a pre-shared key into the keys and the hash (§9.2).
    mutating func mixKeyAndHash(_ secret: SecretBytes) {
        let keys = HKDFSHA256.keys(3, ikm: secret, salt: chainingKey)
        chainingKey = keys[0]
        mixHash(keys[1])
        cipher = CipherState(key: keys[2])
    }

    /// Seals a text if there is a key, and mixes what goes out into the hash.
    mutating func encryptAndHash(_ plaintext: [UInt8]) throws(NoiseError) -> [UInt8] {
        let ciphertext = try cipher.encrypt(plaintext, aad: hash.bytes)
        mixHash(ciphertext)
        return ciphertext
    }

    /// Opens a text if there is a key, and mixes what came in into the hash.
    mutating func decryptAndHash(_ ciphertext: [UInt8]) throws(NoiseError) -> [UInt8] {
        let plaintext = try cipher.decrypt(ciphertext, aad: hash.bytes)
        mixHash(ciphertext)
        return plaintext
    }

    /// The two ciphers of what follows: from the initiator, and from the responder.
    func split() -> (initiator: CipherState, responder: CipherState) {
        let keys = HKDFSHA256.keys(2, ikm: [UInt8](), salt: chainingKey)
        return (CipherState(key: keys[0]), CipherState(key: keys[1]))
    }
}
