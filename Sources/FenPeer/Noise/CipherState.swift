package import FenCrypto
import FenEncoding

/// A key and the number of the next message under it (Noise revision 34, §5.1).
package struct CipherState: Sendable {
    /// The number that is never used for a message (§5.1).
    package static let lastNumber = UInt64.max

    private let key: SecretBytes?
    private var number: UInt64

    /// A state without a key, which leaves texts as they are.
    init() {
        key = nil
        number = 0
    }

    /// A state with a key of 32 bytes, whose next message has this number.
    package init(key: SecretBytes, number: UInt64 = 0) {
        self.key = key
        self.number = number
    }

    /// Whether there is a key.
    var hasKey: Bool { key != nil }

    /// Seals a text and goes on to the next number.
    package mutating func encrypt(
        _ plaintext: [UInt8],
        aad: [UInt8] = []
    ) throws(NoiseError) -> [UInt8] {
        guard let key else { return plaintext }
        guard number != Self.lastNumber else { throw .exhausted }
        defer { number += 1 }
        return ChaCha20Poly1305.seal(plaintext, key: key, nonce: Nonce12(number: number), aad: aad)
    }

    /// Opens a sealed text and goes on to the next number; a text that does not open leaves the
    /// number as it was.
    package mutating func decrypt(
        _ ciphertext: [UInt8],
        aad: [UInt8] = []
    ) throws(NoiseError) -> [UInt8] {
        guard let key else { return ciphertext }
        guard number != Self.lastNumber else { throw .exhausted }
        let nonce = Nonce12(number: number)
        do throws(CryptoError) {
            let text = try ChaCha20Poly1305.open(ciphertext, key: key, nonce: nonce, aad: aad)
            number += 1
            return text
        } catch {
            throw .notAuthentic
        }
    }
}
