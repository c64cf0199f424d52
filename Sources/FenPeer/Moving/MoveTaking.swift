package import FenCrypto
import FenEncoding

/// The new device's end of a move. The calls come in this order; each throws where the old device
/// is not there any more.
package actor MoveTaking {
    /// The three words that the old device shows as well.
    package nonisolated let words: String
    private var line: MoveLine
    private var left: UInt64 = 0

    private init(_ line: MoveLine, words: String) {
        (self.line, self.words) = (line, words)
    }

    /// Connects to an old device and proves to know its link's secret, as it does.
    package static func begin(
        _ address: PeerAddress, secret: SecretBytes
    ) async throws(MoveFailure) -> MoveTaking {
        do {
            let deadline = MonotonicTime.now + MoveExchange.time
            let socket = try await Socket.connected(to: address, until: deadline)
            var line = PatientSocket(socket)
            let side = try MoveExchange.side(secret)
            try await line.write(side.greeting, until: deadline)
            let first = try await answer(&line, until: deadline)
            let rest = try await line.read(GreetedSide.greetingBytes - 1, until: deadline)
            let commitment = try await line.read(MoveExchange.numberBytes, until: deadline)
            guard let remote = MoveExchange.kind.read(first + rest) else {
                throw MoveFailure.noMove
            }
            let keys = try MoveKeys(side, with: remote, isTaker: true)
            let own = EntropySource.system.fill(MoveExchange.numberBytes)
            try await line.write(keys.proof(isTaker: true) + own, until: deadline)
            _ = try await answer(&line, until: deadline)
            let proof = try await line.read(MoveExchange.proofBytes, until: deadline)
            guard keys.isProof(proof, isTaker: false) else {
                throw MoveFailure.refused(.wrongSecret)
            }
            let other = try await line.read(MoveExchange.numberBytes, until: deadline)
            guard MoveExchange.commitment(to: other) == commitment else {
                throw MoveFailure.misspoken
            }
            return MoveTaking(
                MoveLine(line, keys, isTaker: true), words: keys.words(taker: own, host: other))
        } catch PatientSocket.Failure.over {
            throw .noMove
        } catch {
            throw MoveFailure(error)
        }
    }

    /// The first byte of an answer, which may be a refusal.
    private static func answer(
        _ line: inout PatientSocket, until deadline: Int64
    ) async throws -> [UInt8] {
        let first = try await line.read(1, until: deadline)
        if let refusal = MoveExchange.Refusal(rawValue: first[0]) {
            throw MoveFailure.refused(refusal)
        }
        return first
    }

    /// Waits for the person at the old device to say yes; how many bytes come.
    package func waitForYes() async throws(MoveFailure) -> UInt64 {
        let bytes = try await step { line in
            try await line.receive(
                .size, within: MoveExchange.patience + MoveExchange.messageTime)
        }
        guard let size = UInt64(bigEndianBytes: bytes), 1...MoveExchange.mostBytes ~= size else {
            throw .misspoken
        }
        left = size
        return size
    }

    /// The next bytes; nil when all have come.
    package func next() async throws(MoveFailure) -> [UInt8]? {
        guard left > 0 else { return nil }
        let piece = try await step { try await $0.receive(.piece) }
        guard !piece.isEmpty, UInt64(piece.count) <= left else { throw .misspoken }
        left -= UInt64(piece.count)
        return piece
    }

    /// Says that all of them are on the disk; what opens them is the answer, by which the old device
    /// has stopped writing.
    package func code(having size: UInt64) async throws(MoveFailure) -> String {
        let code = try await step { line in
            try await line.send(.whole, size.bigEndianBytes)
            return try await line.receive(.code, within: MoveExchange.patience)
        }
        guard code.count <= 200, let text = String(validating: code, as: UTF8.self) else {
            throw .misspoken
        }
        return text
    }

    /// Says the words that prove it was opened. True when they went out.
    package func sayOpened(_ words: String) async -> Bool {
        let isSent: Void? = try? await step { line in
            try await line.send(.opened, [UInt8](words.utf8))
            await line.finish()
        }
        return isSent != nil
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
