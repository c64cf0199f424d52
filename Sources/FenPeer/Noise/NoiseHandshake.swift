package import FenCrypto
import FenEncoding

/// One side of a handshake (Noise revision 34, §5.3), of any of the patterns.
///
/// Messages are written and read in turn. Whatever fails makes the whole state useless, so that
/// nobody can try a second message against one history.
package struct NoiseHandshake: Sendable {
    /// The longest message of any kind, in bytes (§3).
    package static let longestMessage = 65_535

    /// The keys this side has before the first message.
    package struct Keys: Sendable {
        /// Its own static pair.
        package var fixed: AgreementKey?
        /// Its ephemeral pair, for test vectors; a fresh one is made when it is nil.
        package var ephemeral: AgreementKey?
        /// The other side's static key, where the pattern says that it is known.
        package var remote: X25519PublicKey?
        /// The pre-shared keys, in the order the pattern uses them.
        package var psks: [SecretBytes]

        /// Puts keys together.
        package init(
            fixed: AgreementKey? = nil,
            ephemeral: AgreementKey? = nil,
            remote: X25519PublicKey? = nil,
            psks: [SecretBytes] = []
        ) {
            self.fixed = fixed
            self.ephemeral = ephemeral
            self.remote = remote
            self.psks = psks
        }
    }

    /// The other side's static key, once it is known.
    package private(set) var remoteStatic: X25519PublicKey?

    private let pattern: NoisePattern
    private let isInitiator: Bool
    private let entropy: EntropySource
    private var symmetric: SymmetricState
    private var fixed: AgreementKey?
    private var ephemeral: AgreementKey?
    private var remoteEphemeral: X25519PublicKey?
    private var psks: ArraySlice<SecretBytes>
    private var turn = 0
    private var hasFailed = false

    /// Starts a handshake; `prologue` is what both sides must have seen alike before it.
    package init(
        _ pattern: NoisePattern,
        isInitiator: Bool,
        prologue: [UInt8],
        keys: Keys,
        entropy: EntropySource = .system
    ) throws(NoiseError) {
        self.pattern = pattern
        self.isInitiator = isInitiator
        self.entropy = entropy
        fixed = keys.fixed
        ephemeral = keys.ephemeral
        remoteStatic = keys.remote
        psks = keys.psks[...]
        guard keys.psks.allSatisfy({ $0.count == ChaCha20Poly1305.keyCount }) else {
            throw .missingKey
        }
        symmetric = SymmetricState(protocolName: pattern.protocolName)
        symmetric.mixHash(prologue)
        for (known, owner) in [(pattern.initiatorIsKnown, true), (pattern.responderIsKnown, false)]
        where known {
            let key = owner == isInitiator ? fixed?.publicKey : remoteStatic
            guard let key else { throw .missingKey }
            symmetric.mixHash(key)
        }
    }

    /// Whether all messages have been exchanged.
    package var isComplete: Bool { turn == pattern.messages.count && !hasFailed }

    /// Whether the next message is this side's to write.
    package var writesNext: Bool { turn.isMultiple(of: 2) == isInitiator && !isComplete }

    /// The hash of all that was said: the same on both sides, and of no other handshake (§11.2).
    package var hash: Hash32 { symmetric.hash }

    /// Writes the next message with a payload.
    package mutating func write(_ payload: [UInt8] = []) throws(NoiseError) -> [UInt8] {
        guard !hasFailed, !isComplete, writesNext else { throw .outOfTurn }
        do throws(NoiseError) {
            var message: [UInt8] = []
            for token in pattern.messages[turn] { try write(token, to: &message) }
            message += try symmetric.encryptAndHash(payload)
            guard message.count <= Self.longestMessage else { throw NoiseError.tooLong }
            turn += 1
            return message
        } catch {
            hasFailed = true
            throw error
        }
    }

    /// Reads the other side's next message and returns its payload.
    package mutating func read(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        guard !hasFailed, !isComplete, !writesNext else { throw .outOfTurn }
        do throws(NoiseError) {
            guard message.count <= Self.longestMessage else { throw NoiseError.tooLong }
            var rest = message[...]
            for token in pattern.messages[turn] { try read(token, from: &rest) }
            let payload = try symmetric.decryptAndHash([UInt8](rest))
            turn += 1
            return payload
        } catch {
            hasFailed = true
            throw error
        }
    }

    /// The ciphers of what follows, once all messages have been exchanged.
    package func transport() throws(NoiseError) -> NoiseTransport {
        guard isComplete else { throw .outOfTurn }
        let pair = symmetric.split()
        return isInitiator
            ? NoiseTransport(sending: pair.initiator, receiving: pair.responder)
            : NoiseTransport(sending: pair.responder, receiving: pair.initiator)
    }
}

extension NoiseHandshake {
    private mutating func write(
        _ token: NoiseToken,
        to message: inout [UInt8]
    ) throws(NoiseError) {
        switch token {
        case .ephemeral:
            let pair = ephemeral ?? AgreementKey.generate(from: entropy)
            ephemeral = pair
            message += pair.publicKey.bytes
            mixEphemeral(pair.publicKey)
        case .fixed:
            guard let fixed else { throw .missingKey }
            message += try symmetric.encryptAndHash(fixed.publicKey.bytes)
        case .ee, .es, .se, .ss, .psk: try mix(token)
        }
    }

    private mutating func read(
        _ token: NoiseToken,
        from message: inout ArraySlice<UInt8>
    ) throws(NoiseError) {
        switch token {
        case .ephemeral:
            let key = try Self.key(Self.take(X25519PublicKey.byteCount, from: &message))
            remoteEphemeral = key
            mixEphemeral(key)
        case .fixed:
            let tag = symmetric.hasKey ? ChaCha20Poly1305.overhead : 0
            let sealed = try Self.take(X25519PublicKey.byteCount + tag, from: &message)
            remoteStatic = try Self.key(try symmetric.decryptAndHash(sealed))
        case .ee, .es, .se, .ss, .psk: try mix(token)
        }
    }

    private mutating func mixEphemeral(_ key: X25519PublicKey) {
        symmetric.mixHash(key)
        if pattern.usesPSK { symmetric.mixKey(key) }
    }

    private mutating func mix(_ token: NoiseToken) throws(NoiseError) {
        switch token {
        case .ee: try agree(ephemeral, remoteEphemeral)
        case .es:
            try isInitiator ? agree(ephemeral, remoteStatic) : agree(fixed, remoteEphemeral)
        case .se:
            try isInitiator ? agree(fixed, remoteEphemeral) : agree(ephemeral, remoteStatic)
        case .ss: try agree(fixed, remoteStatic)
        case .psk:
            guard let psk = psks.popFirst() else { throw .missingKey }
            symmetric.mixKeyAndHash(psk)
        case .ephemeral, .fixed: break
        }
    }

    private mutating func agree(
        _ own: AgreementKey?,
        _ other: X25519PublicKey?
    ) throws(NoiseError) {
        guard let own, let other else { throw .missingKey }
        let secret: SecretBytes
        do throws(CryptoError) {
            secret = try own.agree(with: other)
        } catch {
            throw .badKey
        }
        symmetric.mixKey(secret)
    }

    private static func take(
        _ count: Int,
        from message: inout ArraySlice<UInt8>
    ) throws(NoiseError) -> [UInt8] {
        guard message.count >= count else { throw .truncated }
        defer { message.removeFirst(count) }
        return [UInt8](message.prefix(count))
    }

    private static func key(_ bytes: [UInt8]) throws(NoiseError) -> X25519PublicKey {
        guard let key = X25519PublicKey(bytes) else { throw .truncated }
        return key
    }
}
