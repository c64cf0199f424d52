import FenCrypto

/// A table that is open: whoever says its three words, and is let in by the person here, gets an
/// invite. Given to ``PeerNode/setTable(_:)`` it is served on the ports the node listens on.
package final class OpenTable: Sendable {
    /// What happens at the table, for a person's screen.
    package enum Notice: Sendable, Equatable {
        /// Somebody has the invite.
        case joined(PeerAddress)
        /// Somebody with the right words did not wait for the answer.
        case left(PeerAddress)
        /// Somebody said wrong words, or left without proving to know them.
        case wrongWords(PeerAddress)
        /// The words were tried wrongly three times and are worth nothing now.
        case burnt
    }

    /// What happens; the newest 64 are kept for a slow reader.
    package let notices: AsyncStream<Notice>
    /// The words to say.
    package let words: TableWords

    private let guesses = TableGuesses()
    private let continuation: AsyncStream<Notice>.Continuation
    private let invite: @Sendable (PeerAddress) async -> String?

    /// Opens a table. `invite` asks the person here about somebody with the right words, and gives
    /// the text of a fresh invite, or nil for no.
    package init(
        words: TableWords = .random(),
        invite: @escaping @Sendable (PeerAddress) async -> String?
    ) {
        self.words = words
        self.invite = invite
        (notices, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// Whether the words may still be tried.
    package var isOpen: Bool { guesses.isOpen }

    /// Plays the host's side with one who has connected.
    func serve(_ socket: Socket, input: [UInt8], from address: PeerAddress) async {
        var line = PatientSocket(socket, input: input)
        let deadline = MonotonicTime.now + TableExchange.time
        if let refusal = guesses.begin() {
            try? await line.write([refusal.rawValue], until: deadline)
            await line.finish()
            return
        }
        let keys = try? await prove(&line, until: deadline)
        guesses.end(isRight: keys != nil)
        let last: [UInt8]
        if let keys {
            let watching = Task { [line, continuation] in
                if await line.isLeft() { continuation.yield(.left(address)) }
            }
            let text = await invite(address)
            watching.cancel()
            last = text.flatMap { keys.seal($0) } ?? [TableExchange.Refusal.declined.rawValue]
        } else {
            continuation.yield(.wrongWords(address))
            if !guesses.isOpen { continuation.yield(.burnt) }
            last = [TableExchange.Refusal.wrongWords.rawValue]
        }
        let isSent =
            (try? await line.write(last, until: MonotonicTime.now + TableExchange.time)) != nil
        if keys != nil, last.count > 1 {
            continuation.yield(isSent ? .joined(address) : .left(address))
        }
        await line.finish()
    }

    private func prove(
        _ line: inout PatientSocket,
        until deadline: Int64
    ) async throws -> TableExchange.Keys {
        let greeting = try await line.read(TableExchange.greetingBytes, until: deadline)
        let side = try TableExchange.Side.host(words, greeting: greeting)
        let keys = try side.keys()
        try await line.write(side.greeting, until: deadline)
        let proof = try await line.read(TableExchange.proofBytes, until: deadline)
        guard keys.isProof(proof) else { throw TableExchange.Failure.wrongWords }
        return keys
    }
}

/// Why somebody did not get an invite at a table.
package enum TableJoinError: Error, Equatable, Sendable {
    /// The table could not be reached.
    case unreachable(SocketError)
    /// The host said why not.
    case refused(TableExchange.Refusal)
    /// Whoever answers there is no open table.
    case noTable
    /// No answer came in time.
    case late
    /// The table was closed before the person there had answered.
    case hostLeft
    /// The person here has stopped it.
    case stopped

    /// The sentence for a person.
    package var message: String {
        switch self {
        case .unreachable(let error): error.message
        case .refused(let reason): reason.message
        case .noTable: "there is no open table at that address"
        case .late: "no answer came in time"
        case .hostLeft: "whoever opened the table was gone before they answered"
        case .stopped: "it was stopped"
        }
    }
}

extension OpenTable {
    /// How long the person at the host may take to say yes, in milliseconds.
    package static let patience: Int64 = 120_000

    /// Joins a table elsewhere and returns the invite's text. Wrong words are one of three guesses.
    package static func join(
        _ address: PeerAddress,
        words: TableWords
    ) async throws(TableJoinError) -> String {
        do {
            let deadline = MonotonicTime.now + TableExchange.time
            let side = try TableExchange.Side.joiner(words)
            var line = PatientSocket(try await Socket.connected(to: address, until: deadline))
            try await line.write(side.greeting, until: deadline)
            let first = try await line.read(1, until: deadline)
            if let refusal = TableExchange.Refusal(rawValue: first[0]) {
                throw TableJoinError.refused(refusal)
            }
            let rest = try await line.read(TableExchange.greetingBytes - 1, until: deadline)
            let keys = try side.keys(answer: first + rest)
            try await line.write(keys.proof, until: deadline)
            do {
                return try await read(&line, keys)
            } catch PatientSocket.Failure.over {
                throw TableJoinError.hostLeft
            }
        } catch let error as TableJoinError {
            throw error
        } catch let error as SocketError {
            throw .unreachable(error)
        } catch PatientSocket.Failure.late {
            throw .late
        } catch is CancellationError {
            throw .stopped
        } catch TableExchange.Failure.refused(let refusal) {
            throw .refused(refusal)
        } catch TableExchange.Failure.wrongWords {
            // What was sealed was sealed with other words: this is not the table that was meant.
            throw .refused(.wrongWords)
        } catch {
            throw .noTable
        }
    }

    private static func read(
        _ line: inout PatientSocket,
        _ keys: TableExchange.Keys
    ) async throws -> String {
        let deadline = MonotonicTime.now + patience
        var last = try await line.read(1, until: deadline)
        if last[0] == 0 {
            last += try await line.read(2, until: deadline)
            guard let size = TableExchange.size(ofLast: last) else {
                throw TableExchange.Failure.malformed
            }
            last += try await line.read(size - last.count, until: deadline)
        }
        return try keys.open(last)
    }
}
