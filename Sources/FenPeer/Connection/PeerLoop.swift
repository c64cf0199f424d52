import FenCrypto
import FenProtocol
internal import Glibc

/// The network thread: waits for any socket, moves bytes, accepts and closes, and holds every
/// limit that is about connections.
final class PeerLoop {
    private let node: PeerNode
    private var listeners: [PeerListener] = []
    private var wires: [Int: PeerWire] = [:]
    private var dials: [Int: PeerDial] = [:]
    private var channels: [Int: PeerChannel] = [:]
    private var count = 0
    private var isStopped = false
    private var lastTick: Int64 = 0

    init(node: PeerNode) {
        self.node = node
    }

    /// Runs until the node is stopped.
    func run() {
        let size = 65_536
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            while !isStopped { turn(buffer) }
        }
        for (number, wire) in wires { handle(wire.finish(), number, now: MonotonicTime.now) }
        for dial in dials.values { dial.finish(.failure(.stopped)) }
    }

    private func turn(_ buffer: UnsafeMutableRawBufferPointer) {
        var polled = [pollfd(fd: node.wakeUp.reading, events: Int16(POLLIN), revents: 0)]
        for listener in listeners {
            polled.append(
                pollfd(fd: listener.socket.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let order = wires.keys.sorted()
        for number in order {
            guard let wire = wires[number] else { continue }
            let events = (wire.wantsInput ? POLLIN : 0) | (wire.wantsOutput ? POLLOUT : 0)
            polled.append(pollfd(fd: wire.descriptor, events: Int16(events), revents: 0))
        }
        _ = poll(&polled, nfds_t(polled.count), timeout())
        let now = MonotonicTime.now
        node.wakeUp.clear()
        let listening = listeners
        for (index, listener) in listening.enumerated() where polled[index + 1].revents != 0 {
            accept(from: listener, now: now)
        }
        for (index, number) in order.enumerated() {
            let events = Int32(polled[index + 1 + listening.count].revents)
            guard events != 0, let wire = wires[number] else { continue }
            if events & POLLOUT != 0 { handle(wire.writable(now: now), number, now: now) }
            if events & (POLLIN | POLLHUP | POLLERR) != 0, wires[number] != nil {
                move(wire, number, events, buffer, now: now)
            }
        }
        for command in node.takeCommands() { obey(command, now: now) }
        let isTick = now - lastTick >= PeerLimits.tickTime
        if isTick { lastTick = now }
        for (number, wire) in wires {
            if isTick { channels[number]?.tick(now) }
            handle(wire.tick(now: now), number, now: now)
        }
    }

    private func move(
        _ wire: PeerWire,
        _ number: Int,
        _ events: Int32,
        _ buffer: UnsafeMutableRawBufferPointer,
        now: Int64
    ) {
        if wire.wantsInput {
            handle(wire.readable(buffer, now: now), number, now: now)
        } else if events & POLLIN == 0, events & POLLOUT == 0 {
            // The connection is gone, and nobody waits for what it still had.
            handle(wire.writable(now: now) ?? wire.finish(), number, now: now)
        }
    }

    private func timeout() -> Int32 {
        let now = MonotonicTime.now
        var next = channels.isEmpty ? now + 10_000 : lastTick + PeerLimits.tickTime
        for wire in wires.values { if let time = wire.nextTime { next = min(next, time) } }
        return Int32(max(0, min(10_000, next - now)))
    }

    private func accept(from listener: PeerListener, now: Int64) {
        // So many at a time, for the sessions to have their turn.
        for _ in 0..<16 {
            guard let (socket, address) = listener.socket.accepted() else { return }
            let gate = PeerGate(
                shaking: wires.values.filter { $0.isShaking && !$0.isDialled }.map(\.address),
                sessions: channels.count)
            let isFull = !gate.admits(address)
            if isFull, wires.values.filter(\.isLeaving).count >= PeerLimits.leaving { continue }
            count += 1
            let wire = PeerWire(
                count, socket: socket, address: address,
                handshake: PeerHandshake(listener: node.identity, keys: node.keys),
                isDialled: false, watch: node.watch, now: now)
            wires[count] = wire
            if isFull {
                wire.refuse(.busy, now: now)
                node.tell(.refused(address, .busy))
            }
        }
    }

    private func obey(_ command: PeerNode.Command, now: Int64) {
        switch command {
        case .listen(let listener): listeners.append(listener)
        case .unlisten(let listener): listeners.removeAll { $0 === listener }
        case .stop: isStopped = true
        case .begin(let number, let channel):
            guard let wire = wires[number] else {
                channel.cut()
                return
            }
            channels[number] = channel
            handle(wire.talk(over: channel, now: now), number, now: now)
        case .dial(let address, let key, let dial):
            guard channels.count < PeerLimits.sessions else {
                dial.finish(.failure(.refusedHere(.busy)))
                return
            }
            do {
                let handshake = try PeerHandshake(dialler: node.identity, key: key)
                let socket = try Socket.connecting(to: address)
                count += 1
                wires[count] = PeerWire(
                    count, socket: socket, address: address, handshake: handshake,
                    isDialled: true, watch: node.watch, now: now)
                dials[count] = dial
            } catch let error as SocketError {
                dial.finish(.failure(.unreachable(error)))
            } catch {
                dial.finish(.failure(.noKey))
            }
        }
    }

    private func handle(_ event: PeerWire.Event?, _ number: Int, now: Int64) {
        guard let event, let wire = wires[number] else { return }
        let dial = dials[number]
        switch event {
        case .shaken(let outcome):
            dials[number] = nil
            node.admit(outcome, tracer: wire.tracer, dial: dial)
            return
        case .guest(let socket, let input):
            node.seat(socket, input: input, from: wire.address)
        case .refuses(let reason):
            if let farewell = PeerFarewell(rawValue: reason.rawValue) {
                node.tell(.refused(wire.address, farewell))
            }
            return
        case .refused(let reason): dial?.finish(.failure(.refused(reason)))
        case .unreachable(let error): dial?.finish(.failure(.unreachable(error)))
        case .failed(let isLate):
            dial?.finish(.failure(isLate ? .late : wire.hasHeard ? .noHandshake : .silent))
            if dial == nil { node.tell(.noHandshake(wire.address)) }
            // One that is told so before it is closed stays a moment longer.
            if wire.isLeaving { return }
        case .over: break
        }
        wires[number] = nil
        dials[number] = nil
        channels[number] = nil
    }
}
