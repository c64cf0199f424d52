import FenCrypto
import FenEncoding

/// Six words for the state of a group, so that two people can compare it aloud (§5.2).
package enum StateWords {
    /// How many words there are.
    package static let count = 6

    /// The words of a canonical projection dump: the first 66 bits of its SHA-256, eleven bits a
    /// word of the BIP-39 list.
    package static func words(dump: [UInt8]) -> [String] {
        let hash = SHA256.hash(dump).bytes
        var words: [String] = []
        var index = 0
        for bit in 0..<count * bitsPerWord {
            index = index << 1 | Int(hash[bit / 8] >> UInt8(7 - bit % 8) & 1)
            if (bit + 1).isMultiple(of: bitsPerWord) {
                words.append(BIP39.word(at: index))
                index = 0
            }
        }
        return words
    }

    /// How many bits of the hash one word says.
    private static let bitsPerWord = 11
}
