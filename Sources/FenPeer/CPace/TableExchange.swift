package import FenCrypto
import FenEncoding

/// The exchange by which somebody at the table gets an invite for three words. Four messages of
/// fixed or bounded size:
///
///     joiner → host   "fent" || u8(1) || nonce(16) || Ya(32)            53 bytes
///     host → joiner   "fent" || u8(1) || nonce(16) || Yb(32)            53 bytes
///     joiner → host   HMAC(key "joiner")                                32 bytes
///     host → joiner   u8(0) || u16 length || sealed invite, or u8(reason)
///
/// The host shows that it knows the words only by what it seals, and only to whom has shown it
/// first, so that one exchange is one guess for either side.
package enum TableExchange {
    /// The bytes of the first two messages.
    package static let greetingBytes = GreetedSide.greetingBytes
    /// The bytes of the third message.
    package static let proofBytes = 32
    /// The most bytes of an invite's text.
    package static let payloadBytes = 2_048
    /// How often wrong words may be tried before they are burnt.
    package static let tries = 3
    /// How long an exchange may take, in milliseconds.
    package static let time: Int64 = 5_000

    /// Why an exchange gives no invite; said as the first byte of the last message.
    package enum Refusal: UInt8, Error, Sendable, CaseIterable {
        /// The words are wrong.
        case wrongWords = 1
        /// The words were tried wrongly too often, or the table is closed.
        case closed = 2
        /// The host has no room for another just now.
        case busy = 3
        /// The person at the host said no.
        case declined = 4

        /// The sentence for a person.
        package var message: String {
            switch self {
            case .wrongWords: "wrong words"
            case .closed: "this table is closed: ask for new words"
            case .busy: "somebody else is joining just now; try again in a moment"
            case .declined: "the other person said no"
            }
        }
    }

    /// Why bytes are refused.
    package enum Failure: Error, Equatable, Sendable {
        /// They are no message of this exchange.
        case malformed
        /// The other side holds other words, or something was changed on the way.
        case wrongWords
        /// The other side said why not.
        case refused(Refusal)
    }

    private static let channel = [UInt8]("fen-table/1".utf8)
    private static let kind = GreetedSide.Kind(mark: [UInt8]("fent".utf8) + [1], channel: channel)

    /// One side of an exchange.
    package struct Side: Sendable {
        private let side: GreetedSide
        private let remote: GreetedSide.Remote?

        /// The joiner's side, which speaks first.
        package static func joiner(
            _ words: TableWords,
            entropy: EntropySource = .system
        ) throws(CryptoError) -> Side {
            try Side(
                words, nonce: entropy.fill(16), scalar: Ristretto255.scalar(from: entropy),
                remote: nil)
        }

        /// The host's side, which has the joiner's greeting.
        package static func host(
            _ words: TableWords,
            greeting: [UInt8],
            entropy: EntropySource = .system
        ) throws -> Side {
            let remote = try TableExchange.read(greeting)
            return try Side(
                words, nonce: entropy.fill(16), scalar: Ristretto255.scalar(from: entropy),
                remote: remote)
        }

        /// A side with everything given; one that has heard the other is the host's.
        init(
            _ words: TableWords,
            nonce: [UInt8],
            scalar: SecretBytes,
            remote: GreetedSide.Remote?
        ) throws(CryptoError) {
            self.remote = remote
            side = try GreetedSide(
                TableExchange.kind, password: words.password, nonce: nonce, scalar: scalar)
        }

        /// What this side says first.
        package var greeting: [UInt8] { side.greeting }

        /// The joiner's keys, with the host's greeting.
        package func keys(answer: [UInt8]) throws -> Keys {
            try keys(with: TableExchange.read(answer))
        }

        /// The host's keys.
        package func keys() throws -> Keys {
            guard let remote else { throw Failure.malformed }
            return try keys(with: remote)
        }

        private func keys(with other: GreetedSide.Remote) throws -> Keys {
            let keys = try side.keys(2, with: other, isInitiator: remote == nil)
            return Keys(confirming: keys[0], sealing: keys[1])
        }
    }

    /// What both sides have when their words are the same.
    package struct Keys: Sendable {
        fileprivate let confirming: SecretBytes
        fileprivate let sealing: SecretBytes

        /// The joiner's proof: the third message.
        package var proof: [UInt8] {
            HMACSHA256.authenticate(key: confirming, [UInt8]("joiner".utf8)).bytes
        }

        /// Whether a proof was made with the same keys.
        package func isProof(_ bytes: [UInt8]) -> Bool {
            guard let code = Hash32(bytes) else { return false }
            return HMACSHA256.verify(code, key: confirming, [UInt8]("joiner".utf8))
        }

        /// The host's last message with the invite's text; nil when the text is too long.
        package func seal(_ invite: String) -> [UInt8]? {
            let text = [UInt8](invite.utf8)
            guard 1...TableExchange.payloadBytes ~= text.count else { return nil }
            let sealed = ChaCha20Poly1305.seal(
                text, key: sealing, nonce: Nonce12(number: 0), aad: TableExchange.channel)
            return [0, UInt8(sealed.count >> 8), UInt8(truncatingIfNeeded: sealed.count)] + sealed
        }

        /// The invite's text of the host's last message.
        package func open(_ message: [UInt8]) throws(Failure) -> String {
            guard let first = message.first else { throw .malformed }
            guard first == 0 else {
                guard message.count == 1, let refusal = Refusal(rawValue: first) else {
                    throw .malformed
                }
                throw .refused(refusal)
            }
            guard message.count >= 3, let size = TableExchange.size(ofLast: message),
                message.count == size
            else { throw .malformed }
            do throws(CryptoError) {
                let text = try ChaCha20Poly1305.open(
                    [UInt8](message[3...]), key: sealing, nonce: Nonce12(number: 0),
                    aad: TableExchange.channel)
                guard let invite = String(validating: text, as: UTF8.self) else {
                    throw CryptoError.notAuthentic
                }
                return invite
            } catch {
                throw .wrongWords
            }
        }
    }

    /// How many bytes the host's last message has, from its first three; nil when it cannot be one.
    package static func size(ofLast message: some Collection<UInt8>) -> Int? {
        let head = [UInt8](message.prefix(3))
        guard let first = head.first else { return nil }
        guard first == 0 else { return Refusal(rawValue: first) == nil ? nil : 1 }
        guard head.count == 3 else { return nil }
        let size = Int(head[1]) << 8 | Int(head[2])
        let sizes = (1 + ChaCha20Poly1305.overhead)...(payloadBytes + ChaCha20Poly1305.overhead)
        return sizes ~= size ? 3 + size : nil
    }

    /// The nonce and the share of a greeting.
    static func read(_ greeting: [UInt8]) throws(Failure) -> GreetedSide.Remote {
        guard let remote = kind.read(greeting) else { throw .malformed }
        return remote
    }
}
