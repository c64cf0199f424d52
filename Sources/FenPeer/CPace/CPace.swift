package import FenCrypto
import FenEncoding

/// CPACE-RISTR255-SHA512 (draft-irtf-cfrg-cpace-21, §8.3), in the setting with an initiator and a
/// responder: two who share a few words get a strong key, and whoever listens or takes part with
/// other words can try one guess for each exchange and none afterwards.
package struct CPace: Sendable {
    /// The name of the group environment (§8.3).
    private static let name = [UInt8]("CPaceRistretto255".utf8)

    private let sid: [UInt8]
    private let scalar: SecretBytes
    private let associated: [UInt8]
    /// What is shown to the other side: 32 bytes.
    package let share: RistrettoPoint

    /// Begins with the words, what names the channel, and what names this exchange; `associated` is
    /// said in clear beside the share. `scalar` is for test vectors.
    package init(
        password: SecretBytes,
        channel: [UInt8],
        sid: [UInt8],
        associated: [UInt8],
        scalar: SecretBytes? = nil
    ) throws(CryptoError) {
        self.sid = sid
        self.associated = associated
        self.scalar = scalar ?? Ristretto255.scalar()
        let generator = try Self.generator(password: password, channel: channel, sid: sid)
        share = try Ristretto255.multiply(self.scalar, secret: generator)
    }

    /// The secret generator (§8.1): the words and zeros fill the hash's first block.
    static func generator(
        password: SecretBytes,
        channel: [UInt8],
        sid: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let text = generatorParts(password: password, channel: channel, sid: sid)
        return try Ristretto255.element(ofHash: SHA512.hash(text))
    }

    /// The parts of the generator string, the words kept apart as a secret.
    static func generatorParts(
        password: SecretBytes,
        channel: [UInt8],
        sid: [UInt8]
    ) -> [any ByteSource] {
        let head = lengthAndValue(name)
        let length = lengthBytes(password.count)
        let used = head.count + length.count + password.count + 1
        let zeros = [UInt8](repeating: 0, count: max(0, SHA512.block - used))
        return [
            head + length, password,
            lengthAndValue(zeros) + lengthAndValue(channel) + lengthAndValue(sid),
        ]
    }

    /// The key of 64 bytes (§7.2), from the other side's share and what it said beside it. Fails
    /// where the share is no element of the group, or the one all keys agree on.
    package func key(
        with other: RistrettoPoint,
        associated theirs: [UInt8],
        isInitiator: Bool
    ) throws(CryptoError) -> SecretBytes {
        let secret = try Ristretto255.multiply(scalar, other)
        let own = Self.lengthAndValue(share.bytes) + Self.lengthAndValue(associated)
        let remote = Self.lengthAndValue(other.bytes) + Self.lengthAndValue(theirs)
        let head = Self.lengthAndValue(Self.name + [UInt8]("_ISK".utf8))
        return SHA512.hash([
            head + Self.lengthAndValue(sid) + Self.lengthBytes(secret.count), secret,
            isInitiator ? own + remote : remote + own,
        ])
    }

    /// A text behind its length (§6.3).
    static func lengthAndValue(_ bytes: [UInt8]) -> [UInt8] { lengthBytes(bytes.count) + bytes }

    /// A length in LEB128: seven bits a byte, the lowest first.
    static func lengthBytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var left = count
        repeat {
            bytes.append(UInt8(left & 0x7f) | (left > 0x7f ? 0x80 : 0))
            left >>= 7
        } while left > 0
        return bytes
    }
}
