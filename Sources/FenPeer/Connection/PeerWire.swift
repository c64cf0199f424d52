import FenCrypto
import FenProtocol

/// One connection on the network thread, from its first byte to its last. Only that thread touches
/// it.
final class PeerWire {
    /// What a connection has become, for the thread to act on.
    enum Event {
        /// The handshake is done.
        case shaken(PeerHandshake.Outcome)
        /// The listener at the other end refused.
        case refused(PeerRefusal)
        /// This end refused in clear.
        case refuses(PeerRefusal)
        /// It could not be connected.
        case unreachable(SocketError)
        /// The handshake failed, or took too long.
        case failed(isLate: Bool)
        /// Somebody wants to join a table, to take an identity over, or to help this person back in:
        /// the socket, and what was read of it.
        case guest(Socket, [UInt8])
        /// The connection is over.
        case over
    }

    /// How far a connection is.
    enum Phase {
        case connecting
        case shaking
        /// The handshake is done, and it is not decided yet who the other side is.
        case waiting
        case talking(PeerChannel)
        /// Everything is said; waits for the other end to close.
        case leaving
        case over
    }

    /// The connection's number.
    let number: Int
    /// Where the other end is.
    let address: PeerAddress
    /// Whether this side dialled.
    let isDialled: Bool

    let socket: Socket
    var tracer: PeerTracer
    var phase: Phase
    var handshake: PeerHandshake
    var transport: NoiseTransport?
    var input: [UInt8] = []
    var output: [UInt8] = []
    var deadline: Int64
    private var moved: Int64
    /// Whether the other end has said anything.
    private(set) var hasHeard = false

    init(
        _ number: Int,
        socket: Socket,
        address: PeerAddress,
        handshake: PeerHandshake,
        isDialled: Bool,
        watch: PeerWatch?,
        now: Int64
    ) {
        self.number = number
        tracer = PeerTracer(
            connection: number, address: address, start: now, watch: watch, group: handshake.group)
        self.socket = socket
        self.address = address
        self.handshake = handshake
        self.isDialled = isDialled
        phase = isDialled ? .connecting : .shaking
        output = handshake.opening
        deadline = now + PeerLimits.handshakeTime
        moved = now
    }

    var descriptor: Int32 { socket.descriptor }

    /// Whether the connection counts as a handshake.
    var isShaking: Bool {
        switch phase {
        case .connecting, .shaking, .waiting: true
        case .talking, .leaving, .over: false
        }
    }

    /// Whether it only waits for the other end to close.
    var isLeaving: Bool { if case .leaving = phase { true } else { false } }

    /// Whether bytes are to be read now; a session that is busy lets them wait.
    var wantsInput: Bool {
        switch phase {
        case .shaking, .leaving: true
        // With so much there is a whole frame to be worked on first.
        case .talking(let channel): input.count < 2 + Int(UInt16.max) && channel.takesFrames
        case .connecting, .waiting, .over: false
        }
    }

    /// Whether bytes are to be written.
    var wantsOutput: Bool {
        if !output.isEmpty { return true }
        return switch phase {
        case .connecting: true
        case .talking(let channel): channel.plan.hasBytes
        case .shaking, .waiting, .leaving, .over: false
        }
    }

    /// When to look at the connection again even if nothing moves.
    var nextTime: Int64? {
        switch phase {
        case .connecting, .shaking, .waiting, .leaving: deadline
        case .talking, .over: nil
        }
    }

    /// Begins the session: what came after the handshake is its first frames.
    func talk(over channel: PeerChannel, now: Int64) -> Event? {
        phase = .talking(channel)
        moved = now
        return takeFrames(now: now)
    }

    /// Says a refusal in clear and closes.
    func refuse(_ reason: PeerRefusal, now: Int64) {
        output += reason.bytes
        tracer.tell(.refusal(isOutgoing: true), now: now)
        leave(now: now)
    }

    /// Reads what is there.
    func readable(_ buffer: UnsafeMutableRawBufferPointer, now: Int64) -> Event? {
        switch socket.read(into: buffer) {
        case .later: return nil
        case .end, .broken: return finish()
        case .bytes(let count):
            hasHeard = true
            switch phase {
            case .leaving, .over: return nil
            case .connecting, .waiting: return nil
            case .shaking:
                input += UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
                return shake(now: now)
            case .talking:
                input += UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
                return takeFrames(now: now)
            }
        }
    }

    /// Writes what waits.
    func writable(now: Int64) -> Event? {
        if case .connecting = phase {
            if let error = socket.pendingError {
                phase = .over
                return .unreachable(error)
            }
            phase = .shaking
            tellPassed(now: now)
        }
        if !output.isEmpty {
            switch output.withUnsafeBytes({ socket.write($0) }) {
            case .bytes(let count):
                output.removeFirst(count)
                moved = now
            case .later: return nil
            case .end, .broken: return finish()
            }
            if isLeaving, output.isEmpty { socket.finishWriting() }
            return nil
        }
        guard case .talking(let channel) = phase else { return nil }
        switch channel.flush({ socket.write($0) }) {
        case .bytes:
            moved = now
            return nil
        case .later: return nil
        case .end, .broken: return finish()
        }
    }

    /// Looks at the clock and at what the session wants.
    func tick(now: Int64) -> Event? {
        switch phase {
        case .connecting, .shaking, .waiting:
            guard now >= deadline else { return nil }
            if let answer = handshake.lateAnswer, !isDialled {
                refuse(answer, now: now)
                return .failed(isLate: true)
            }
            phase = .over
            return .failed(isLate: true)
        case .leaving: return now >= deadline ? finish() : nil
        case .talking(let channel):
            let plan = channel.plan
            if plan.isGone { return finish() }
            if plan.hasBytes {
                if now - moved > PeerLimits.idleTime { return finish() }
            } else {
                if plan.closes {
                    leave(now: now)
                    socket.finishWriting()
                    return nil
                }
                moved = now
            }
            return takeFrames(now: now)
        case .over: return .over
        }
    }

    /// Ends the connection at once.
    func finish() -> Event? {
        defer { phase = .over }
        switch phase {
        case .talking(let channel):
            channel.cut()
            return .over
        case .connecting, .shaking, .waiting: return .failed(isLate: false)
        case .leaving, .over: return .over
        }
    }

    private func leave(now: Int64) {
        phase = .leaving
        input = []
        deadline = now + PeerLimits.closingTime
    }
}
