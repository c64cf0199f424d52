import CSodium
import FenEncoding

/// Sixty digits that two people compare to know that each has the other's key.
///
/// Made as in Signal: each key gives thirty digits by itself, and the smaller thirty stand first,
/// so that both screens show the same and no group matters. Thirty digits are what is left of
/// 5,200 rounds of SHA-512: a key whose digits are like another's can be looked for only at 5,200
/// times the price of a hash, and to match all thirty takes about 2^99 tries. No digit depends on
/// both keys, so whoever compares a few groups of each half has compared something of each key.
package enum SafetyNumber {
    /// How many rounds a key goes through.
    static let rounds = 5_200

    /// The number of two keys: twelve groups of five digits, the same in either order.
    package static func groups(_ one: PublicKey, _ other: PublicKey) -> [String] {
        let (first, second) = (digits(of: one), digits(of: other))
        return first.joined() <= second.joined() ? first + second : second + first
    }

    /// A key's six groups: of the last hash six times five bytes, each as a number in big-endian
    /// order modulo 100,000. The first hash is of "fen/1/safety", a zero byte and the key, each
    /// other one of the hash before it and the key.
    static func digits(of key: PublicKey) -> [String] {
        Sodium.initialise()
        let domain = Array("fen/1/safety".utf8) + [0]
        var hash = Bytes64()
        for round in 0..<rounds {
            let begun = round == 0 ? domain : hash.withUnsafeBytes { Array($0) }
            let input = begun + key.bytes
            input.withUnsafeBytes { input in
                hash.withUnsafeMutableBytes {
                    _ = crypto_hash_sha512($0.start, input.start, UInt64(input.count))
                }
            }
        }
        return hash.withUnsafeBytes { bytes in
            (0..<6).map { group in
                let five = bytes[group * 5..<group * 5 + 5]
                let text = String(five.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000)
                return String(repeating: "0", count: 5 - text.count) + text
            }
        }
    }
}
