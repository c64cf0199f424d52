internal import Synchronization

/// A new device that waits for a member's device to help it back in. Given to
/// ``PeerNode/setDoor(_:)`` it is served on the ports the node listens on.
package final class BackDoor: Sendable {
    private let id: [UInt8]
    private let take: @Sendable ([UInt8]) async -> [UInt8]?
    private let open = Mutex(0)

    /// Opens a door for whoever names the request; `take` gives the answer to a message, or nil
    /// where it is not taken.
    package init(id: [UInt8], take: @escaping @Sendable ([UInt8]) async -> [UInt8]?) {
        self.id = id
        self.take = take
    }

    /// Whether what somebody says first asks for such a door.
    static func isAskedFor(by input: [UInt8]) -> Bool {
        input.starts(with: BackLine.magic.prefix(4))
    }

    /// Answers whoever has connected, until they go.
    func serve(_ socket: Socket, input: [UInt8]) async {
        var line = PatientSocket(socket, input: input)
        let refusal = await serve(&line)
        if let refusal {
            try? await line.write(
                [refusal.rawValue], until: MonotonicTime.now + BackLine.time)
        }
        await line.finish()
    }

    /// Turns away whoever asks where there is no door.
    static func refuse(_ socket: Socket) async {
        var line = PatientSocket(socket)
        try? await line.write(
            [BackLine.Refusal.closed.rawValue], until: MonotonicTime.now + BackLine.time)
        await line.finish()
    }

    private func serve(_ line: inout PatientSocket) async -> BackLine.Refusal? {
        let hasRoom = open.withLock { open in
            guard open < BackLine.lines else { return false }
            open += 1
            return true
        }
        guard hasRoom else { return .busy }
        defer { open.withLock { $0 -= 1 } }
        do {
            let deadline = MonotonicTime.now + BackLine.time
            let greeting = try await line.read(BackLine.greetingBytes, until: deadline)
            guard greeting == BackLine.magic + id else { return .closed }
            for round in 0..<BackLine.rounds {
                // The first message is ready when the line is; people stand between the others.
                let message = try await line.readFrame(
                    until: round == 0 ? deadline : MonotonicTime.now + BackLine.patience)
                guard let answer = await take(message), let frame = BackLine.frame(answer) else {
                    return .refused
                }
                try await line.write([0] + frame, until: MonotonicTime.now + BackLine.time)
            }
        } catch {
            // Whoever has gone, or is silent, hears nothing more.
        }
        return nil
    }
}
