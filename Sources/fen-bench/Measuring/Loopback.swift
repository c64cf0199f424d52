import Glibc

/// Sockets on 127.0.0.1.
enum Loopback {
    /// A socket that listens on a free port.
    static func listener(backlog: Int32) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = place(port: 0)
        let isBound = withSockaddr(&place) { bind(listener, $0, $1) } == 0
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed =
            withSockaddr(&place) { address, _ in
                getsockname(listener, UnsafeMutablePointer(mutating: address), &size)
            } == 0
        guard isBound, isNamed, listen(listener, backlog) == 0 else {
            close(listener)
            throw Process.Failure(description: "no socket")
        }
        return (listener, UInt16(bigEndian: place.sin_port))
    }

    /// Connects a dialler with a port and passes on what either sends until one of them ends, then
    /// closes both. `note` is told of bytes before they go on, and whether they come from the
    /// dialler: whoever has received them may look at once.
    static func relay(
        _ dialler: Int32, to port: UInt16, note: (_ isFromDialler: Bool, [UInt8]) -> Void
    ) {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = place(port: port)
        defer { for end in [dialler, other] { close(end) } }
        guard withSockaddr(&place, { connect(other, $0, $1) }) == 0 else { return }
        var yes: Int32 = 1
        for end in [dialler, other] {
            setsockopt(
                end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        var ends = [dialler, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&ends, 2, -1) > 0 {
            if ends[0].revents != 0 {
                guard pass(dialler, other, { note(true, $0) }) else { return }
            }
            if ends[1].revents != 0 {
                guard pass(other, dialler, { note(false, $0) }) else { return }
            }
        }
    }

    /// Passes on what is there; false when that end is closed.
    private static func pass(_ from: Int32, _ to: Int32, _ note: ([UInt8]) -> Void) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(from, &buffer, buffer.count)
        guard count > 0 else { return false }
        let bytes = Array(buffer.prefix(count))
        note(bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private static func place(port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return place
    }

    private static func withSockaddr<R>(
        _ place: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
