import FenCrypto
import FenEncoding
import FenProtocol
internal import Synchronization

/// What reaches a session from outside, one after the other.
enum PeerInput: Sendable {
    /// A frame's bytes, and when they came.
    case frame([UInt8], at: Int64)
    /// A look at the clock.
    case tick(Int64)
    /// The connection has room for another batch.
    case room
    /// Events were stored by another way: `takeStored` says which.
    case stored
    /// The lane changed.
    case lane(PeerLane)
    /// Both sides are to compare anew what they hold.
    case renew
    /// An attachment is wanted.
    case blob(Hash32, offset: UInt64)
    /// This side ends the session.
    case end(PeerFarewell)
    /// The connection is gone.
    case cut
}

/// Between the thread that moves bytes and the task that runs a session: frames go in one by one
/// as they are worked on, and out as far as the connection takes them.
final class PeerChannel: Sendable {
    private struct State {
        var transport: NoiseTransport
        var outgoing: [UInt8] = []
        var start = 0
        var waiting = 0
        var hasTick = false
        var wantsRoom = false
        var closes = false
        var isGone = false
        var stored = StoredHeads()
        var pushedAt: Int64 = 0
    }

    /// What the session works on.
    let inputs: AsyncStream<PeerInput>
    private let continuation: AsyncStream<PeerInput>.Continuation
    private let tracer: PeerTracer
    private let state: Mutex<State>
    private let wake: @Sendable () -> Void

    /// Starts after a handshake; `wake` makes the thread look again.
    init(
        transport: NoiseTransport, tracer: PeerTracer, wake: @escaping @Sendable () -> Void
    ) {
        // Bounded by the two sides: frames and ticks are counted below, and the rest comes from
        // this device.
        (inputs, continuation) = AsyncStream.makeStream()
        state = Mutex(State(transport: transport))
        self.tracer = tracer
        self.wake = wake
    }

    // MARK: The session's side

    /// Seals a frame and puts it behind what waits to be sent.
    func send(_ frame: PeerFrame) {
        let text = frame.encode()
        let bytes = state.withLock { state -> Int? in
            guard !state.closes, !state.isGone else { return nil }
            guard state.outgoing.count - state.start < PeerLimits.mostWaitingBytes,
                let message = try? state.transport.seal(text)
            else {
                // The other end does not read, or all numbers are used up.
                state.isGone = true
                return nil
            }
            state.outgoing.append(UInt8(message.count >> 8))
            state.outgoing.append(UInt8(truncatingIfNeeded: message.count))
            state.outgoing += message
            return 2 + message.count
        }
        if let bytes { tracer.tell(frame, bytes, isOutgoing: true, now: MonotonicTime.now) }
        wake()
    }

    /// Says which frame is being taken, of so many bytes before it was sealed; nil for bytes that
    /// are none.
    func heard(_ frame: PeerFrame?, _ count: Int) {
        tracer.tell(
            frame, count + PeerLimits.frameOverhead, isOutgoing: false, now: MonotonicTime.now)
    }

    /// Whether another batch may be sealed; if not, `room` is told when it may.
    func hasRoom() -> Bool {
        state.withLock { state in
            let hasRoom = state.outgoing.count - state.start < PeerLimits.waitingBytes
            state.wantsRoom = !hasRoom
            return hasRoom
        }
    }

    /// Says that a frame or a tick has been worked on.
    func finished(_ input: PeerInput) {
        let isToWake = state.withLock { state in
            switch input {
            case .frame:
                state.waiting -= 1
                return state.waiting == PeerLimits.waitingFrames - 1
            case .tick:
                state.hasTick = false
                return false
            default: return false
            }
        }
        if isToWake { wake() }
    }

    /// Closes the connection once everything is sent.
    func close() {
        state.withLock { $0.closes = true }
        continuation.finish()
        wake()
    }

    /// Puts something of this device's own into the session's work.
    func put(_ input: PeerInput) {
        continuation.yield(input)
    }

    /// Says that events were stored by another way. The first goes out at once; however fast others
    /// follow, they make no more than one push in a while, or the other side would count them as a
    /// flood and store each in a transaction of its own.
    func put(stored events: [MemberID: [Head]]) {
        let now = MonotonicTime.now
        let wait = state.withLock { state -> Int64? in
            let isFirst = state.stored.isEmpty
            state.stored.add(events)
            return isFirst ? state.pushedAt + PeerLimits.pushTime - now : nil
        }
        guard let wait else { return }
        guard wait > 0 else {
            continuation.yield(.stored)
            return
        }
        Task { [continuation] in
            try? await Task.sleep(for: .milliseconds(wait))
            continuation.yield(.stored)
        }
    }

    /// What was stored by another way since the last call; of more events than are pushed at once,
    /// only whose they are.
    func takeStored() -> [MemberID: [Head]] {
        state.withLock { state in
            state.pushedAt = MonotonicTime.now
            return state.stored.take()
        }
    }

    // MARK: The thread's side

    /// Whether another frame may be handed over and the other end takes what it is sent.
    var takesFrames: Bool {
        state.withLock { state in
            state.waiting < PeerLimits.waitingFrames && !state.closes
                && state.outgoing.count - state.start < PeerLimits.heldBackBytes
        }
    }

    /// Hands a frame over.
    func deliver(_ frame: [UInt8], at time: Int64) {
        state.withLock { $0.waiting += 1 }
        continuation.yield(.frame(frame, at: time))
    }

    /// Hands the time over, unless the last one has not been looked at.
    func tick(_ time: Int64) {
        let isFree = state.withLock { state in
            defer { state.hasTick = true }
            return !state.hasTick
        }
        if isFree { continuation.yield(.tick(time)) }
    }

    /// What the connection is to do next.
    var plan: (hasBytes: Bool, closes: Bool, isGone: Bool) {
        state.withLock { ($0.outgoing.count > $0.start, $0.closes, $0.isGone) }
    }

    /// Lends the bytes that wait to `write`, which says how many went.
    func flush(_ write: (UnsafeRawBufferPointer) -> Socket.Moved) -> Socket.Moved {
        let (moved, hasRoom) = state.withLock { state -> (Socket.Moved, Bool) in
            let start = state.start
            let moved = state.outgoing.withUnsafeBytes { bytes in
                write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            }
            guard case .bytes(let count) = moved else { return (moved, false) }
            state.start += count
            if state.start == state.outgoing.count {
                state.outgoing.removeAll(keepingCapacity: state.start < PeerLimits.waitingBytes * 2)
                state.start = 0
            } else if state.start > PeerLimits.waitingBytes {
                state.outgoing.removeFirst(state.start)
                state.start = 0
            }
            let left = state.outgoing.count - state.start
            guard state.wantsRoom, left < PeerLimits.waitingBytes / 2 else { return (moved, false) }
            state.wantsRoom = false
            return (moved, true)
        }
        if hasRoom { continuation.yield(.room) }
        return moved
    }

    /// Says that the connection is gone.
    func cut() {
        state.withLock { $0.isGone = true }
        continuation.yield(.cut)
        continuation.finish()
    }
}
