import FenCrypto
import FenEncoding

/// The sealed messages of a move: `u16 length || ChaCha20-Poly1305(key of the direction, nonce the
/// number of the message, u8(kind) || payload, aad = "fen-move/1")`.
struct MoveLine: Sendable {
    /// What a message is.
    enum Kind: UInt8 {
        /// How many bytes come, as a u64 (host).
        case size = 1
        /// The next of them (host).
        case piece = 2
        /// All of them are on the disk, as a u64 how many (taker).
        case whole = 3
        /// The code that opens them, in UTF-8 (host).
        case code = 4
        /// The words that only a device can say that has opened them, in UTF-8 (taker).
        case opened = 5
        /// Nothing is handed over, and why: a byte (host).
        case refusal = 6
    }

    /// The most bytes of a payload.
    static let payloadBytes = 32_768

    private var line: PatientSocket
    private let sealing: SecretBytes
    private let opening: SecretBytes
    private let end: Int64
    private var sent: UInt64 = 0
    private var heard: UInt64 = 0

    init(_ line: PatientSocket, _ keys: MoveKeys, isTaker: Bool) {
        self.line = line
        sealing = isTaker ? keys.toHost : keys.toTaker
        opening = isTaker ? keys.toTaker : keys.toHost
        end = MonotonicTime.now + MoveExchange.wholeTime
    }

    /// Sends a message.
    mutating func send(_ kind: Kind, _ payload: some Collection<UInt8>) async throws {
        let sealed = ChaCha20Poly1305.seal(
            [kind.rawValue] + payload, key: sealing, nonce: Nonce12(number: sent),
            aad: MoveExchange.kind.channel)
        sent += 1
        let head = [UInt8(sealed.count >> 8), UInt8(truncatingIfNeeded: sealed.count)]
        try await line.write(head + sealed, until: deadline(MoveExchange.messageTime))
    }

    /// Waits for a message of a kind, so long at most, in milliseconds.
    mutating func receive(
        _ kind: Kind, within time: Int64 = MoveExchange.messageTime
    ) async throws -> [UInt8] {
        let until = deadline(time)
        let head = try await line.read(2, until: until)
        let count = Int(head[0]) << 8 | Int(head[1])
        let overhead = ChaCha20Poly1305.overhead
        guard (overhead + 1)...(overhead + 1 + Self.payloadBytes) ~= count else {
            throw MoveFailure.misspoken
        }
        let sealed = try await line.read(count, until: until)
        let plain: [UInt8]
        do {
            plain = try ChaCha20Poly1305.open(
                sealed, key: opening, nonce: Nonce12(number: heard),
                aad: MoveExchange.kind.channel)
        } catch {
            throw MoveFailure.misspoken
        }
        heard += 1
        if plain[0] == Kind.refusal.rawValue, plain.count == 2,
            let refusal = MoveExchange.Refusal(rawValue: plain[1])
        {
            throw MoveFailure.refused(refusal)
        }
        guard plain[0] == kind.rawValue else { throw MoveFailure.misspoken }
        return [UInt8](plain.dropFirst())
    }

    /// Says that nothing more comes.
    mutating func finish() async { await line.finish() }

    /// Waits for the other end to go while nothing is to come from it; false when this task is
    /// cancelled before.
    func isLeft() async -> Bool { await line.isLeft() }

    private func deadline(_ time: Int64) -> Int64 { min(end, MonotonicTime.now + time) }
}

/// Why a move came to nothing, or may have.
package enum MoveFailure: Error, Equatable, Sendable {
    /// No connection came about.
    case unreachable(SocketError)
    /// Whoever answers there does not move an identity.
    case noMove
    /// The other device said why not.
    case refused(MoveExchange.Refusal)
    /// The connection broke, or the other device closed it.
    case cut
    /// Nothing came in time.
    case late
    /// What came is no message of a move.
    case misspoken
    /// The person has stopped it.
    case stopped

    /// One clause for a person.
    package var message: String {
        switch self {
        case .unreachable(let error): error.message
        case .noMove: "no device that moves an identity answers there"
        case .refused(.wrongSecret): "this is not the link that it shows"
        case .refused(.closed): "this link is used up, or its ten minutes are over"
        case .refused(.busy): "another device is trying this link just now"
        case .refused(.declined): "the old device said no"
        case .refused(.failed): "the old device could not hand everything over"
        case .cut: "the connection broke"
        case .late: "nothing came in time"
        case .misspoken: "what came makes no sense"
        case .stopped: "it was stopped"
        }
    }

    /// Reads what a step has thrown.
    package init(_ error: any Error) {
        switch error {
        case let failure as MoveFailure: self = failure
        case let error as SocketError: self = .unreachable(error)
        case PatientSocket.Failure.over: self = .cut
        case PatientSocket.Failure.late: self = .late
        case is CancellationError: self = .stopped
        default: self = .misspoken
        }
    }
}

extension UInt64 {
    /// Eight bytes, the highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }

    /// Reads eight bytes; nil where there are not so many.
    init?(bigEndianBytes bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
