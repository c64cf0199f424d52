package import FenCrypto
import FenEncoding
import FenProtocol

/// What the passphrases of this device cost to try.
package struct PassphraseCosts: Sendable {
    /// Of the passphrase that is asked for at the start.
    package var start: Argon2id.Cost
    /// Of the passphrase of a backup.
    package var file: Argon2id.Cost

    /// The costs of an ordinary start.
    package static let usual = PassphraseCosts(start: .start, file: .file)

    /// As little as there is, for tests, which have nothing to protect.
    package static let least = PassphraseCosts(
        start: Argon2id.Cost(passes: 1, kibibytes: 8), file: Argon2id.Cost(passes: 1, kibibytes: 8))
}

/// Passphrases as people type them.
enum Passphrase {
    /// The fewest characters of a new one.
    static let fewest = 8

    /// A new passphrase, or why it is none.
    static func new(_ text: String) throws(FenError) -> SecretBytes {
        let count = text.nfc.unicodeScalars.count
        guard count >= fewest else {
            throw FenError(
                "WEAK_PASSPHRASE", "This passphrase has fewer than \(fewest) characters.",
                hint: "Whoever has the file can try as often as they like: take several words.",
                status: .usage)
        }
        return bytes(text)
    }

    /// The bytes that a passphrase stands for: UTF-8 in normalisation form C, so that keyboards
    /// that spell an accent differently give the same.
    static func bytes(_ text: String) -> SecretBytes { SecretBytes(copying: text.nfc) }

    /// A one-time code of six words of the BIP-39 list: 66 bits.
    static func code(from entropy: EntropySource) -> String {
        (0..<6).map { _ in BIP39.word(at: Int(entropy.uniform(below: 2048))) }
            .joined(separator: " ")
    }

    /// A code as it was typed, whatever its case, and the spaces or dashes between its words.
    static func typedCode(_ text: String) -> String {
        text.lowercased().split { $0.isWhitespace || $0 == "-" }.joined(separator: " ")
    }
}
