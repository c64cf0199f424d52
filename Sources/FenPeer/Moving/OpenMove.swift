package import FenCrypto
import FenEncoding
internal import Synchronization

/// An identity that waits for a device with its link. Given to ``PeerNode/setMove(_:)`` it is served
/// on the ports the node listens on: to one device, once.
package final class OpenMove: Sendable {
    /// What happens besides what `ask` and `give` are told.
    package enum Notice: Sendable, Equatable {
        /// Somebody tried another secret, or left without proving to know it.
        case wrongSecret(PeerAddress)
        /// It was tried wrongly three times and is worth nothing now.
        case burnt
        /// The device that was asked about has gone.
        case left(PeerAddress)
    }

    /// What happens; the newest 64 are kept for a slow reader.
    package let notices: AsyncStream<Notice>

    private let secret: SecretBytes
    private let isOver: @Sendable () -> Bool
    private let ask: @Sendable (PeerAddress, String) async -> Bool
    private let give: @Sendable (MoveGiving) async -> Void
    private let guesses = TableGuesses()
    private let isTaken = Mutex(false)
    private let continuation: AsyncStream<Notice>.Continuation

    /// Opens a move. `isOver` says that the link's time is up; `ask` asks the person about a device
    /// that knows the secret, with the words its screen shows; `give` hands everything over.
    package init(
        secret: SecretBytes, isOver: @escaping @Sendable () -> Bool,
        ask: @escaping @Sendable (PeerAddress, String) async -> Bool,
        give: @escaping @Sendable (MoveGiving) async -> Void
    ) {
        (self.secret, self.isOver, self.ask, self.give) = (secret, isOver, ask, give)
        (notices, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// Whether a device may still come.
    package var isOpen: Bool { !isOver() && guesses.isOpen && !isTaken.withLock { $0 } }

    /// Plays the host's side with one who has connected.
    func serve(_ socket: Socket, input: [UInt8], from address: PeerAddress) async {
        var line = PatientSocket(socket, input: input)
        let deadline = MonotonicTime.now + MoveExchange.time
        if let refusal = isOpen ? refusal(of: guesses.begin()) : .closed {
            try? await line.write([refusal.rawValue], until: deadline)
            await line.finish()
            return
        }
        let number = EntropySource.system.fill(MoveExchange.numberBytes)
        let proven = try? await prove(&line, number, until: deadline)
        let keys = proven?.keys
        guesses.end(isRight: keys != nil)
        // Of two that know it the first one is asked about, and the link is used up.
        let isFirst =
            keys != nil
            && isTaken.withLock { taken in
                defer { taken = true }
                return !taken
            }
        guard let (keys, other) = proven, isFirst else {
            if keys == nil {
                continuation.yield(.wrongSecret(address))
                if !guesses.isOpen { continuation.yield(.burnt) }
            }
            let reason: MoveExchange.Refusal = keys == nil ? .wrongSecret : .closed
            try? await line.write([reason.rawValue], until: MonotonicTime.now + MoveExchange.time)
            await line.finish()
            return
        }
        do {
            try await line.write([0] + keys.proof(isTaker: false) + number, until: deadline)
        } catch {
            continuation.yield(.left(address))
            return
        }
        let sealed = MoveLine(line, keys, isTaker: false)
        let watching = Task { [continuation] in
            if await sealed.isLeft() { continuation.yield(.left(address)) }
        }
        let isWelcome = await ask(address, keys.words(taker: other, host: number))
        watching.cancel()
        await watching.value
        let giving = MoveGiving(sealed)
        if isWelcome { await give(giving) } else { await giving.refuse(.declined) }
    }

    private func refusal(of table: TableExchange.Refusal?) -> MoveExchange.Refusal? {
        switch table {
        case nil: nil
        case .busy: .busy
        default: .closed
        }
    }

    /// The keys and the taker's number, of one who has proved to know the secret.
    private func prove(
        _ line: inout PatientSocket, _ number: [UInt8], until deadline: Int64
    ) async throws -> (keys: MoveKeys, other: [UInt8]) {
        let greeting = try await line.read(GreetedSide.greetingBytes, until: deadline)
        guard let remote = MoveExchange.kind.read(greeting) else { throw MoveFailure.misspoken }
        let side = try MoveExchange.side(secret)
        let keys = try MoveKeys(side, with: remote, isTaker: false)
        try await line.write(
            side.greeting + MoveExchange.commitment(to: number), until: deadline)
        let proof = try await line.read(MoveExchange.proofBytes, until: deadline)
        let other = try await line.read(MoveExchange.numberBytes, until: deadline)
        guard keys.isProof(proof, isTaker: true) else {
            throw MoveFailure.refused(.wrongSecret)
        }
        return (keys, other)
    }
}

/// The old device's end of a move that was said yes to. The calls come in this order; each throws
/// where the other device is not there any more.
package actor MoveGiving {
    private var line: MoveLine

    init(_ line: MoveLine) {
        self.line = line
    }

    /// Says how many bytes come.
    package func begin(_ size: UInt64) async throws(MoveFailure) {
        try await step { try await $0.send(.size, size.bigEndianBytes) }
    }

    /// Hands the next bytes over.
    package func send(_ bytes: [UInt8]) async throws(MoveFailure) {
        for start in stride(from: 0, to: bytes.count, by: MoveLine.payloadBytes) {
            let end = min(bytes.count, start + MoveLine.payloadBytes)
            try await step { try await $0.send(.piece, bytes[start..<end]) }
        }
    }

    /// Waits until the other device has all of them on its disk.
    package func waitUntilWhole(_ size: UInt64) async throws(MoveFailure) {
        let told = try await step {
            try await $0.receive(.whole, within: MoveExchange.patience)
        }
        guard UInt64(bigEndianBytes: told) == size else { throw .misspoken }
    }

    /// Says what opens them, and waits for the words that prove it was opened.
    package func open(with code: String) async throws(MoveFailure) -> String {
        let words = try await step { line in
            try await line.send(.code, [UInt8](code.utf8))
            return try await line.receive(.opened, within: MoveExchange.patience)
        }
        let line = line
        // The other end is told nothing more, and nobody waits for it to close.
        Task { [line] in
            var line = line
            await line.finish()
        }
        return String(decoding: words.prefix(200), as: UTF8.self)
    }

    /// Says that nothing is handed over.
    package func refuse(_ reason: MoveExchange.Refusal) async {
        _ = try? await step { line in
            try await line.send(.refusal, [reason.rawValue])
            await line.finish()
        }
    }

    private func step<Answer: Sendable>(
        _ body: @Sendable (inout MoveLine) async throws -> Answer
    ) async throws(MoveFailure) -> Answer {
        var line = line
        do {
            let answer = try await body(&line)
            self.line = line
            return answer
        } catch {
            throw MoveFailure(error)
        }
    }
}
