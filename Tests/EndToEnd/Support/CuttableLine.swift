import Foundation
import Glibc
import Synchronization

/// A line over loopback to a program that listens, which can be cut in the middle of a byte stream.
/// Whoever connects to `address` after a cut gets a new connection.
final class CuttableLine: Sendable {
    private struct State {
        var target: UInt16
        var bytesLeft: Int?
        var isOver = false
        var cuts = 0
    }

    /// What is typed after `/connect`.
    let address: String
    private let state: Mutex<State>

    /// A line to a port of this machine.
    init(to target: UInt16) throws {
        let listener = Self.stream()
        var place = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw CocoaError(.fileNoSuchFile) }
        address = "127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        state = Mutex(State(target: target))
        let thread = Thread { [weak self] in
            Relay(listener: listener).run { carried in self?.orders(carried) }
        }
        thread.start()
    }

    deinit { state.withLock { $0.isOver = true } }

    /// How often it was cut while something hung on it.
    var cuts: Int { state.withLock { $0.cuts } }

    /// Where it leads from the next connection on.
    func lead(to target: UInt16) { state.withLock { $0.target = target } }

    /// Cuts everything on it once so many more bytes have gone over it.
    func cut(after bytes: Int) { state.withLock { $0.bytesLeft = bytes } }

    /// What the relay is to do after it has carried so many bytes; nil when it is to end.
    private func orders(_ carried: Int) -> Relay.Orders? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            var cutsNow = false
            if let left = state.bytesLeft {
                cutsNow = carried >= left
                state.bytesLeft = cutsNow ? nil : left - carried
                if cutsNow { state.cuts += 1 }
            }
            return Relay.Orders(target: state.target, cuts: cutsNow)
        }
    }

    /// A socket that no program started meanwhile inherits: it would keep a cut line open.
    static func stream() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    static func loopback(_ port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return place
    }
}

/// Carries bytes between sockets on a thread of its own.
private struct Relay {
    /// What is to be done next.
    struct Orders {
        /// The port that new connections go to.
        let target: UInt16
        /// Everything is to be cut.
        let cuts: Bool
    }

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

    /// Runs until there are no orders any more.
    func run(_ orders: (Int) -> Orders?) {
        var relay = self
        var carried = 0
        while let order = orders(carried) {
            if order.cuts { relay.drop { _ in true } }
            carried = relay.turn(order.target)
        }
        relay.drop { _ in true }
        close(listener)
    }

    private mutating func turn(_ target: UInt16) -> Int {
        var watched = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        for flow in flows {
            watched.append(
                flow.waiting.isEmpty
                    ? pollfd(fd: flow.from, events: Int16(POLLIN), revents: 0)
                    : pollfd(fd: flow.into, events: Int16(POLLOUT), revents: 0))
        }
        guard poll(&watched, nfds_t(watched.count), 20) > 0 else { return 0 }
        var carried = 0
        var broken: Set<Int32> = []
        for index in flows.indices where watched[index + 1].revents != 0 {
            guard let count = move(index) else {
                broken.insert(flows[index].from)
                continue
            }
            carried += count
        }
        drop { broken.contains($0.from) || broken.contains($0.into) }
        if watched[0].revents != 0 { take(target) }
        return carried
    }

    /// Reads or writes once; nil when the connection is over.
    private mutating func move(_ index: Int) -> Int? {
        let flow = flows[index]
        guard flow.waiting.isEmpty else {
            let count = send(
                flow.into, flow.waiting, flow.waiting.count,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard count > 0 else { return errno == EAGAIN ? 0 : nil }
            flows[index].waiting.removeFirst(count)
            return count
        }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(flow.from, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && errno == EAGAIN ? 0 : nil }
        flows[index].waiting = [UInt8](chunk[..<count])
        return 0
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
