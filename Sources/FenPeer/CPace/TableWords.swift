package import FenCrypto
import FenEncoding

/// Three words said at a table, of the 2,048 of BIP-39: 33 bits, of which three guesses may be made.
package struct TableWords: Sendable, Equatable {
    /// How many words there are.
    package static let count = 3

    private let secret: SecretBytes

    /// Fresh words.
    package static func random(from entropy: EntropySource = .system) -> TableWords {
        TableWords(
            words: (0..<count).map { _ in
                BIP39.word(at: Int(entropy.uniform(below: UInt64(BIP39.list.count))))
            })
    }

    private init(words: [String]) {
        secret = SecretBytes(copying: words.joined(separator: " "))
    }

    /// Reads what somebody typed: three words of the list, in any case, parted by anything that is
    /// no letter. Nil, and no guess used up, when they are not three words of the list.
    package init?(typed text: String) {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard words.count == Self.count, words.allSatisfy({ BIP39.index(of: $0) != nil }) else {
            return nil
        }
        self.init(words: words)
    }

    /// The words as they are shown and said.
    package var text: String { secret.lendBytes { String(decoding: $0, as: UTF8.self) } }

    /// The words in the bytes that are agreed on: lowercase, one space between.
    package var password: SecretBytes { secret }
}
