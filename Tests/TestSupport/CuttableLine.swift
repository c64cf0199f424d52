import Foundation
import Glibc
import Synchronization

/// A line over loopback to a program that listens, which can be cut in the middle of a byte stream.
/// Whoever connects to it after a cut gets a new connection.
package final class CuttableLine: Sendable {
    private struct State {
        var target: UInt16
        /// How many bytes go over it yet before it is cut; nil for any number.
        var bytesLeft: Int?
        var carried = 0
        var connections = 0
        var cuts = 0
    }

    /// The port of 127.0.0.1 that leads into it.
    package let port: UInt16
    private let state: Mutex<State>

    /// A line to a port of this machine.
    package init(to target: UInt16) throws {
        let listener = Self.stream()
        var place = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw CocoaError(.fileNoSuchFile)
        }
        port = UInt16(bigEndian: place.sin_port)
        state = Mutex(State(target: target))
        let thread = Thread { [weak self] in
            var relay = Relay(listener: listener)
            while let line = self { relay.turn(line) }
            relay.end()
        }
        thread.start()
    }

    /// The address that leads into it, as it is typed.
    package var address: String { "127.0.0.1:\(port)" }

    /// How often it was cut while something hung on it.
    package var cuts: Int { state.withLock { $0.cuts } }

    /// How many bytes have gone over it, both ways together.
    package var carried: Int { state.withLock { $0.carried } }

    /// Whether nothing hangs on it and no cut is still to come.
    package var isEmpty: Bool { state.withLock { $0.connections == 0 && $0.bytesLeft == nil } }

    /// Where it leads from the next connection on.
    package func lead(to target: UInt16) { state.withLock { $0.target = target } }

    /// Cuts everything on it once exactly so many more bytes have gone over it, both ways together;
    /// after 0 bytes what hangs on it now.
    package func cut(after bytes: Int) { state.withLock { $0.bytesLeft = bytes } }

    // MARK: For the relay

    fileprivate var target: UInt16 { state.withLock { $0.target } }

    /// How many bytes may go over it now.
    fileprivate var room: Int { state.withLock { $0.bytesLeft ?? .max } }

    fileprivate func carry(_ bytes: Int) {
        state.withLock { state in
            state.carried += bytes
            state.bytesLeft = state.bytesLeft.map { max(0, $0 - bytes) }
        }
    }

    /// Says how many connections hang on it; true when they are to be cut.
    fileprivate func isToCut(_ connections: Int) -> Bool {
        state.withLock { state in
            state.connections = connections
            guard state.bytesLeft == 0 else { return false }
            state.bytesLeft = nil
            state.connections = 0
            if connections > 0 { state.cuts += 1 }
            return true
        }
    }

    /// A socket that no program started meanwhile inherits: it would keep a cut line open.
    fileprivate static func stream() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    fileprivate static func loopback(_ port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return place
    }
}

/// Carries bytes between sockets on a thread of its own.
private struct Relay {
    /// One direction of a connection, and what was read and not written yet.
    private struct Flow {
        let from: Int32
        let into: Int32
        var waiting: [UInt8] = []
    }

    private let listener: Int32
    private var flows: [Flow] = []

    init(listener: Int32) {
        self.listener = listener
    }

    /// Moves what can be moved, and waits 20 ms at most for something.
    mutating func turn(_ line: CuttableLine) {
        if line.isToCut(flows.count / 2) { drop { _ in true } }
        var watched = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        for flow in flows {
            watched.append(
                flow.waiting.isEmpty
                    ? pollfd(fd: flow.from, events: Int16(POLLIN), revents: 0)
                    : pollfd(fd: flow.into, events: Int16(POLLOUT), revents: 0))
        }
        guard poll(&watched, nfds_t(watched.count), 20) > 0 else { return }
        var broken: Set<Int32> = []
        for index in flows.indices where watched[index + 1].revents != 0 {
            if !move(index, line) { broken.insert(flows[index].from) }
        }
        drop { broken.contains($0.from) || broken.contains($0.into) }
        if watched[0].revents != 0 { take(line.target) }
    }

    /// Closes everything.
    mutating func end() {
        drop { _ in true }
        close(listener)
    }

    /// Reads or writes once; false when the connection is over.
    private mutating func move(_ index: Int, _ line: CuttableLine) -> Bool {
        let flow = flows[index]
        guard flow.waiting.isEmpty else {
            let most = min(flow.waiting.count, line.room)
            // The cut comes before anything else may go.
            guard most > 0 else { return true }
            let count = send(
                flow.into, flow.waiting, most, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard count > 0 else { return errno == EAGAIN }
            flows[index].waiting.removeFirst(count)
            line.carry(count)
            return true
        }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(flow.from, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && errno == EAGAIN }
        flows[index].waiting = [UInt8](chunk[..<count])
        return true
    }

    private mutating func take(_ target: UInt16) {
        let near = accept(listener, nil, nil)
        guard near >= 0 else { return }
        _ = fcntl(near, F_SETFD, FD_CLOEXEC)
        let far = CuttableLine.stream()
        var place = CuttableLine.loopback(target)
        let isUp = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isUp else {
            close(near)
            close(far)
            return
        }
        flows += [Flow(from: near, into: far), Flow(from: far, into: near)]
    }

    private mutating func drop(_ isOver: (Flow) -> Bool) {
        for flow in flows where isOver(flow) { close(flow.from) }
        flows.removeAll(where: isOver)
    }
}
