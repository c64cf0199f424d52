import FenCrypto
import FenEncoding

/// One side of an exchange that begins with a greeting each way: `mark(5) || nonce(16) || share(32)`.
struct GreetedSide: Sendable {
    /// The bytes of a greeting.
    static let greetingBytes = 53

    /// The exchange: its mark, which tells the bytes of one kind from another's, and the channel.
    struct Kind: Sendable {
        /// Four letters and a version.
        let mark: [UInt8]
        /// What names the channel to CPace.
        let channel: [UInt8]

        /// Reads a greeting; nil where it is none of this kind.
        func read(_ greeting: [UInt8]) -> Remote? {
            guard greeting.count == greetingBytes, greeting.starts(with: mark),
                let share = RistrettoPoint(greeting[21..<53])
            else { return nil }
            return Remote(nonce: [UInt8](greeting[5..<21]), share: share)
        }
    }

    /// What the other side has said.
    struct Remote: Sendable {
        let nonce: [UInt8]
        let share: RistrettoPoint
    }

    private let kind: Kind
    private let nonce: [UInt8]
    private let cpace: CPace

    /// A side with what both know; nonce and scalar are given for test vectors only.
    init(
        _ kind: Kind, password: SecretBytes, nonce: [UInt8], scalar: SecretBytes
    ) throws(CryptoError) {
        self.kind = kind
        self.nonce = nonce
        cpace = try CPace(
            password: password, channel: kind.channel, sid: [], associated: nonce, scalar: scalar)
    }

    /// What this side says first.
    var greeting: [UInt8] { kind.mark + nonce + cpace.share.bytes }

    /// So many keys of 32 bytes that both sides have where they know the same.
    func keys(
        _ count: Int, with remote: Remote, isInitiator: Bool
    ) throws(CryptoError) -> [SecretBytes] {
        let shared = try cpace.key(
            with: remote.share, associated: remote.nonce, isInitiator: isInitiator)
        return HKDFSHA256.keys(count, ikm: shared, salt: [UInt8](), info: kind.channel)
    }
}
