import FenCrypto
import FenEncoding
import FenProtocol

/// The clear opening and the three Noise messages (§8), fed with bytes as they come.
struct PeerHandshake: Sendable {
    /// What came of a handshake.
    struct Outcome: Sendable {
        let key: PeerGroupKey
        let other: X25519PublicKey
        let transport: NoiseTransport
    }

    /// A part of a handshake that passed, for whoever watches.
    struct Part: Equatable, Sendable {
        /// `hello`, `handshake-1` to `handshake-3`, or `refusal`.
        let kind: String
        /// Its bytes, with the length before it where it has one.
        let bytes: Int
        /// Whether it went out.
        let isOutgoing: Bool

        /// The clear opening.
        static func hello(isOutgoing: Bool) -> Part {
            Part(kind: "hello", bytes: PeerLimits.openingBytes, isOutgoing: isOutgoing)
        }

        /// One of the three messages, counted from 0.
        static func message(_ index: Int, isOutgoing: Bool) -> Part {
            Part(
                kind: "handshake-\(index + 1)", bytes: 2 + PeerLimits.handshakeBytes[index],
                isOutgoing: isOutgoing)
        }

        /// The clear refusal.
        static func refusal(isOutgoing: Bool) -> Part {
            Part(kind: "refusal", bytes: PeerLimits.refusalBytes, isOutgoing: isOutgoing)
        }
    }

    /// What is to be done after some bytes.
    enum Step: Sendable {
        /// More bytes are needed.
        case wait
        /// These bytes are to be sent, and then more is needed.
        case send([UInt8])
        /// It is done, once these bytes are sent; what is left of the input belongs to frames.
        case done([UInt8], Outcome)
        /// The listener is to say this in clear and close.
        case refuse(PeerRefusal)
        /// The listener said this in clear.
        case refused(PeerRefusal)
        /// The other side is not what it should be.
        case failed
    }

    private enum State {
        case opening
        case message(Int)
        case over
    }

    private let isInitiator: Bool
    private let identity: AgreementKey
    private let keys: [PeerGroupKey]
    private var key: PeerGroupKey?
    private var noise: NoiseHandshake?
    private var state: State
    private var passed: [Part] = []

    /// A listener's side, who knows these group keys.
    init(listener identity: AgreementKey, keys: [PeerGroupKey]) {
        isInitiator = false
        self.identity = identity
        self.keys = keys
        state = .opening
    }

    /// A dialler's side, and the bytes it begins with.
    init(
        dialler identity: AgreementKey,
        key: PeerGroupKey,
        entropy: EntropySource = .system
    ) throws(NoiseError) {
        isInitiator = true
        self.identity = identity
        keys = []
        self.key = key
        state = .message(1)
        opening = PeerOpening(hello: key.hello, salt: entropy.value()).bytes
        var noise = try NoiseHandshake(
            .xxPSK0, isInitiator: true, prologue: opening,
            keys: .init(fixed: identity, psks: [key.psk]), entropy: entropy)
        opening += Self.framed(try noise.write())
        self.noise = noise
        passed = [.hello(isOutgoing: true), .message(0, isOutgoing: true)]
    }

    /// The group, once it is known.
    var group: GroupID? { key?.group }

    /// What has passed since this was asked last.
    mutating func takePassed() -> [Part] {
        defer { passed = [] }
        return passed
    }

    /// What a dialler says first; empty for a listener.
    private(set) var opening: [UInt8] = []

    /// How many bytes of input are needed before anything can happen: more than this is never kept
    /// while nothing happens.
    static let mostBytes = PeerLimits.openingBytes + 2 + (PeerLimits.handshakeBytes.max() ?? 0)

    /// Takes what it can use from the front of the input.
    mutating func step(_ input: inout ArraySlice<UInt8>) -> Step {
        do throws(NoiseError) {
            switch state {
            case .opening: return try open(&input)
            case .message(let index): return try message(index, &input)
            case .over: return .failed
            }
        } catch {
            state = .over
            return isInitiator ? .failed : .refuse(.unknownGroup)
        }
    }

    /// The listener's answer when the time is over: what it had could not be understood.
    var lateAnswer: PeerRefusal? {
        if case .opening = state, !isInitiator { .unknownGroup } else { nil }
    }

    private mutating func open(_ input: inout ArraySlice<UInt8>) throws(NoiseError) -> Step {
        guard input.count >= PeerLimits.openingBytes else { return .wait }
        let opening: PeerOpening
        do throws(PeerRefusal) {
            opening = try PeerOpening([UInt8](input.prefix(PeerLimits.openingBytes)))
        } catch {
            // Of another version nobody knows how long its first message is.
            guard error != .version else { return .refuse(.version) }
            let all = PeerLimits.openingBytes + 2 + PeerLimits.handshakeBytes[0]
            return input.count >= all ? .refuse(error) : .wait
        }
        let rest = input.dropFirst(PeerLimits.openingBytes)
        guard rest.count >= 2 + PeerLimits.handshakeBytes[0] else { return .wait }
        input = rest
        passed.append(.hello(isOutgoing: false))
        guard let key = keys.first(where: { opening.isMade(with: $0.hello) }) else {
            return .refuse(.unknownGroup)
        }
        self.key = key
        noise = try NoiseHandshake(
            .xxPSK0, isInitiator: false, prologue: opening.bytes,
            keys: .init(fixed: identity, psks: [key.psk]))
        state = .message(0)
        return try message(0, &input)
    }

    private mutating func message(
        _ index: Int,
        _ input: inout ArraySlice<UInt8>
    ) throws(NoiseError) -> Step {
        let size = PeerLimits.handshakeBytes[index]
        guard input.count >= 2 else { return .wait }
        let length = input.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        guard length == size else {
            // A refusal begins as no length of a message does.
            guard isInitiator, index == 1, input.starts(with: "fe".utf8) else {
                throw .notAuthentic
            }
            guard input.count >= PeerLimits.refusalBytes else { return .wait }
            let bytes = [UInt8](input.prefix(PeerLimits.refusalBytes))
            state = .over
            passed.append(.refusal(isOutgoing: false))
            return PeerRefusal(bytes).map { .refused($0) } ?? .failed
        }
        guard input.count >= 2 + size, var noise, let key else { return .wait }
        passed.append(.message(index, isOutgoing: false))
        let payload = try noise.read([UInt8](input.dropFirst(2).prefix(size)))
        guard payload.isEmpty else { throw .notAuthentic }
        input = input.dropFirst(2 + size)
        var answer: [UInt8] = []
        if !noise.isComplete {
            answer = Self.framed(try noise.write())
            passed.append(.message(index + 1, isOutgoing: true))
        }
        self.noise = noise
        guard noise.isComplete else {
            state = .message(index + 2)
            return .send(answer)
        }
        state = .over
        guard let other = noise.remoteStatic else { return .failed }
        return .done(
            answer, Outcome(key: key, other: other, transport: try noise.transport()))
    }

    private static func framed(_ message: [UInt8]) -> [UInt8] {
        [UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message
    }
}
