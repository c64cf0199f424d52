import FenCrypto
import FenProtocol

extension PeerWire {
    /// Goes on with the handshake as far as the input reaches.
    func shake(now: Int64) -> Event? {
        if !isDialled, Self.guestMarks.contains(where: { input.starts(with: $0) }) {
            phase = .over
            return .guest(socket, input)
        }
        var rest = input[...]
        defer { input = [UInt8](rest) }
        let step = handshake.step(&rest)
        tellPassed(now: now)
        switch step {
        case .wait:
            return rest.count > PeerHandshake.mostBytes ? finish() : nil
        case .send(let bytes):
            output += bytes
            return nil
        case .done(let bytes, let outcome):
            output += bytes
            transport = outcome.transport
            phase = .waiting
            // The other side has done its part in time.
            deadline = now + PeerLimits.admissionTime
            return .shaken(outcome)
        case .refuse(let reason):
            refuse(reason, now: now)
            rest = []
            return .refuses(reason)
        case .refused(let reason):
            phase = .over
            return .refused(reason)
        case .failed: return finish()
        }
    }

    /// How those begin who do not want a session: to join a table, to take an identity over,
    /// or to help somebody back in.
    private static let guestMarks = ["fent", "fenm", "fenb"].map { [UInt8]($0.utf8) }

    /// Tells what has passed of the handshake.
    func tellPassed(now: Int64) {
        tracer.group = handshake.group
        for part in handshake.takePassed() { tracer.tell(part, now: now) }
    }

    /// Opens whole messages as long as the session takes frames.
    func takeFrames(now: Int64) -> Event? {
        guard case .talking(let channel) = phase else { return nil }
        var start = 0
        defer { if start > 0 { input.removeFirst(start) } }
        while input.count - start >= 2, channel.takesFrames {
            let length = Int(input[start]) << 8 | Int(input[start + 1])
            guard input.count - start >= 2 + length else { break }
            let message = [UInt8](input[(start + 2)..<(start + 2 + length)])
            guard let frame = try? transport?.open(message) else { return finish() }
            start += 2 + length
            channel.deliver(frame, at: now)
        }
        return nil
    }
}
