import FenEncoding

/// BIP-39: a secret as English words, with a checksum that finds most slips of the pen.
///
/// The words themselves are ordinary text, since they are there to be shown and typed; what is
/// computed from them is kept as secrets are.
package enum BIP39 {
    /// Why words are no phrase.
    package enum PhraseError: Error, Equatable, Sendable {
        /// There are not 12, 15, 18, 21 or 24 words.
        case wordCount(Int)
        /// A word is not in the list; the number counts from 0.
        case unknownWord(index: Int)
        /// All words are in the list, but some are other words or in another order than written
        /// down.
        case checksum
    }

    /// The words of an entropy of 16, 20, 24, 28 or 32 bytes; fails for another length.
    package static func words(entropy: SecretBytes) throws(CryptoError) -> [String] {
        guard (16...32).contains(entropy.count), entropy.count.isMultiple(of: 4) else {
            throw .wrongLength
        }
        let checksum = SHA256.hash(entropy).bytes[0]
        return entropy.lendBytes { entropy in
            let count = entropy.count * 3 / 4
            return (0..<count).map { word in
                var index = 0
                for bit in word * 11..<word * 11 + 11 {
                    let byte = bit / 8 < entropy.count ? entropy[bit / 8] : checksum
                    index = index << 1 | Int(byte >> UInt8(7 - bit % 8) & 1)
                }
                return BIP39WordList.words[index]
            }
        }
    }

    /// The entropy of a phrase, in lowercase words, after its checksum.
    package static func entropy(words: [String]) throws(PhraseError) -> SecretBytes {
        guard (12...24).contains(words.count), words.count.isMultiple(of: 3) else {
            throw .wordCount(words.count)
        }
        let size = words.count * 4 / 3
        var checksum = 0
        let entropy = try SecretBytes(count: size) { (entropy) throws(PhraseError) in
            for (position, word) in words.enumerated() {
                guard let index = index(of: word) else { throw .unknownWord(index: position) }
                for bit in 0..<11 {
                    let place = position * 11 + bit
                    let value = index >> (10 - bit) & 1
                    if place / 8 < size {
                        entropy[place / 8] |= UInt8(value << (7 - place % 8))
                    } else {
                        checksum = checksum << 1 | value
                    }
                }
            }
        }
        // One bit of the hash for every four bytes.
        guard Int(SHA256.hash(entropy).bytes[0] >> UInt8(8 - size / 4)) == checksum else {
            throw .checksum
        }
        return entropy
    }

    /// The 64-byte seed of a phrase. It does not look at the checksum: `entropy(words:)` does.
    ///
    /// BIP-39 wants the passphrase in NFKD; ASCII is.
    package static func seed(words: [String], passphrase: String = "") -> SecretBytes {
        var phrase: [UInt8] = []
        // Room at once, so that no copy stays behind where the array grew from.
        phrase.reserveCapacity(words.reduce(words.count) { $0 + $1.utf8.count })
        defer { wipe(&phrase) }
        for word in words {
            if !phrase.isEmpty { phrase.append(0x20) }
            phrase.append(contentsOf: word.utf8)
        }
        return PBKDF2SHA512.derive(
            password: phrase,
            salt: "mnemonic" + passphrase,
            rounds: 2048,
            count: 64
        )
    }

    /// The place of a word in the list, from 0.
    package static func index(of word: String) -> Int? {
        let list = BIP39WordList.words
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < word {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < list.count && list[low] == word ? low : nil
    }

    /// The word at a place from 0 to 2047.
    package static func word(at index: Int) -> String { BIP39WordList.words[index] }

    /// All 2048 words, sorted; the first four letters name each.
    package static var list: [String] { BIP39WordList.words }
}
