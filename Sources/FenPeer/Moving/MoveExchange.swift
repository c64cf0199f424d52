import FenCrypto
import FenEncoding

/// The exchange by which an identity goes from one device to another whose person has its link.
///
///     taker → host   "fenm" || u8(1) || nonce(16) || Ya(32)            53 bytes
///     host → taker   "fenm" || u8(1) || nonce(16) || Yb(32)
///                    || SHA-256("fen-move/1 number" || Nb)             85 bytes, or u8(reason)
///     taker → host   HMAC(confirming key, "taker") || Na(32)           64 bytes
///     host → taker   u8(0) || HMAC(confirming key, "host") || Nb(32)   65 bytes, or u8(reason)
///
/// Na and Nb are fresh numbers. Both go into the words that people compare; the host is bound to its
/// own before it hears the taker's, and shows it afterwards. So whoever sits between the two with the
/// link in their hands has one guess at equal words, and cannot search for them. Then messages ``MoveLine`` seals. The host seals what it hands over under a code of its own, which
/// it says last, when the taker has everything and the host's own device has stopped writing.
package enum MoveExchange {
    /// How often a wrong secret may be tried before the link is burnt.
    package static let tries = 3
    /// How long the proofs may take, in milliseconds.
    package static let time: Int64 = 10_000
    /// How long one message of the two devices may take, in milliseconds.
    package static let messageTime: Int64 = 30_000
    /// How long the person at the old device has to say yes, in milliseconds.
    package static let patience: Int64 = 120_000
    /// How long all of it may take, in milliseconds.
    package static let wholeTime: Int64 = 1_800_000
    /// The most bytes that are handed over.
    package static let mostBytes: UInt64 = 1 << 36

    static let proofBytes = 32
    static let numberBytes = 32

    /// What binds a host to its number.
    static func commitment(to number: [UInt8]) -> [UInt8] {
        SHA256.hash([UInt8]("fen-move/1 number".utf8) + number).bytes
    }

    /// Why nothing is handed over; said as one byte.
    package enum Refusal: UInt8, Error, Sendable, CaseIterable {
        /// The secret is another one.
        case wrongSecret = 1
        /// The link is used up, burnt, over, or none is open.
        case closed = 2
        /// As many tries are under way as are left.
        case busy = 3
        /// The person at the old device said no.
        case declined = 4
        /// The old device could not hand everything over.
        case failed = 5
    }

    static let kind = GreetedSide.Kind(
        mark: [UInt8]("fenm".utf8) + [1], channel: [UInt8]("fen-move/1".utf8))

    /// A side of the exchange, with fresh randomness.
    static func side(_ secret: SecretBytes) throws(CryptoError) -> GreetedSide {
        let entropy = EntropySource.system
        return try GreetedSide(
            kind, password: secret, nonce: entropy.fill(16),
            scalar: Ristretto255.scalar(from: entropy))
    }
}

/// What both devices have when their secrets are the same.
struct MoveKeys: Sendable {
    /// What seals messages to the taker, and to the host.
    let toTaker: SecretBytes
    let toHost: SecretBytes
    private let confirming: SecretBytes
    private let spoken: SecretBytes

    init(_ side: GreetedSide, with remote: GreetedSide.Remote, isTaker: Bool) throws(CryptoError) {
        let keys = try side.keys(4, with: remote, isInitiator: isTaker)
        (confirming, toTaker, toHost, spoken) = (keys[0], keys[1], keys[2], keys[3])
    }

    /// The proof of one side.
    func proof(isTaker: Bool) -> [UInt8] {
        HMACSHA256.authenticate(key: confirming, Self.label(isTaker)).bytes
    }

    /// Whether the other side has proved that it knows the secret.
    func isProof(_ bytes: [UInt8], isTaker: Bool) -> Bool {
        guard let code = Hash32(bytes) else { return false }
        return HMACSHA256.verify(code, key: confirming, Self.label(isTaker))
    }

    /// Three words that both screens show: the first 33 bits of HMAC(last key, Na || Nb).
    func words(taker: [UInt8], host: [UInt8]) -> String {
        let code = HMACSHA256.authenticate(key: spoken, taker, host)
        let bits = code.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (0..<3).map { BIP39.word(at: Int(bits >> UInt64(53 - 11 * $0) & 2047)) }
            .joined(separator: " ")
    }

    private static func label(_ isTaker: Bool) -> [UInt8] {
        [UInt8]((isTaker ? "taker" : "host").utf8)
    }
}
