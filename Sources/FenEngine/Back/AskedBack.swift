import FenCrypto
import FenEncoding
import FenProtocol

/// A request of this home to be helped back in, as it is kept until the groups are here. The number
/// in it is a secret until the answer has come, and what was handed over holds group keys.
struct AskedBack {
    /// What was asked.
    let request: BackRequest
    /// The number behind the commitment.
    let opening: Bytes32
    /// The one answer it takes.
    var answer: BackAnswer?
    /// What was handed over.
    var handover: BackHandover?

    /// Where it is kept. A new request takes the place of an old one.
    static let place = "back/asked"

    /// A request that nobody has answered.
    init(_ request: BackRequest, opening: Bytes32) {
        (self.request, self.opening) = (request, opening)
    }

    /// Reads what ``bytes`` wrote; nil for anything else.
    init?(_ secret: SecretBytes) {
        guard let parts = KeptMessages.read(secret), parts.count == 4,
            case .request(let request)? = try? BackMessage(bytes: parts[0]),
            let opening = Bytes32(parts[1])
        else { return nil }
        self.init(request, opening: opening)
        if case .answer(let answer)? = try? BackMessage(bytes: parts[2]) { self.answer = answer }
        if case .handover(let handover)? = try? BackMessage(bytes: parts[3]) {
            self.handover = handover
        }
    }

    /// The request as it is kept.
    var bytes: SecretBytes {
        KeptMessages.write(
            [request.bytes, opening.bytes, answer?.bytes ?? [], handover?.bytes ?? []])
    }

    /// What was said, once it was answered.
    func transcript(_ key: MemberID) -> BackTranscript? {
        answer.map { BackTranscript(request, $0, key: key, opening: opening) }
    }
}

/// A request of somebody else whom this person helps back in, as it is kept until its time is over:
/// also one that is done or burnt, so that it is not begun a second time.
struct HelpedBack {
    /// How far it is.
    enum State: UInt8 {
        case open
        /// A wrong code was typed.
        case burnt
        /// The code was right.
        case confirmed
        /// The groups were handed over.
        case done
    }

    /// What was asked.
    let request: BackRequest
    /// What this device has answered.
    let answer: BackAnswer
    /// When the request came here, in Unix milliseconds.
    let since: UInt64
    /// How far it is.
    var state = State.open
    /// What the new device has shown.
    var reveal: BackReveal?
    /// What was handed over.
    var handover: BackHandover?

    /// Where all of them are kept.
    static let places = "back/helped/"

    /// Where it is kept.
    var place: String { Self.places + request.id.hex }

    /// A request that was just answered.
    init(_ request: BackRequest, _ answer: BackAnswer, since: UInt64) {
        (self.request, self.answer, self.since) = (request, answer, since)
    }

    /// Reads what ``bytes`` wrote; nil for anything else.
    init?(_ secret: SecretBytes) {
        guard let parts = KeptMessages.read(secret), parts.count == 6,
            case .request(let request)? = try? BackMessage(bytes: parts[0]),
            case .answer(let answer)? = try? BackMessage(bytes: parts[1]),
            let since = UInt64(String(decoding: parts[2], as: UTF8.self)),
            let state = parts[3].first.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(request, answer, since: since)
        self.state = state
        if case .reveal(let reveal)? = try? BackMessage(bytes: parts[4]) { self.reveal = reveal }
        if case .handover(let handover)? = try? BackMessage(bytes: parts[5]) {
            self.handover = handover
        }
    }

    /// The request as it is kept.
    var bytes: SecretBytes {
        KeptMessages.write(
            [
                request.bytes, answer.bytes, Array(String(since).utf8), [state.rawValue],
                reveal?.bytes ?? [], handover?.bytes ?? [],
            ])
    }

    /// When its time is over on this device, in Unix seconds: when the request says, and never
    /// later than one life after it came.
    var end: UInt64 { min(request.expiry, since / 1_000 + BackRequest.life) }

    /// Whether its time is over at a moment in Unix milliseconds.
    func isOver(at now: UInt64) -> Bool { now / 1_000 >= end }
}

/// Messages as they are kept together.
private enum KeptMessages {
    static func write(_ parts: [[UInt8]]) -> SecretBytes {
        SecretBytes(copying: CBOR.encode(.array(parts.map(CBORValue.bytes))))
    }

    static func read(_ secret: SecretBytes) -> [[UInt8]]? {
        let limits = CBORLimits(bytes: 4 * ProtocolLimits.backMessageBytes, depth: 2, items: 16)
        let value = secret.withUnsafeBytes { try? CBOR.decode($0, limits: limits) }
        return value?.arrayValue?.compactMap(\.bytesValue)
    }
}
