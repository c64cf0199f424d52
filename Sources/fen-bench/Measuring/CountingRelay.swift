import Dispatch
import Glibc
import Synchronization

/// Stands between two devices on this computer, passes on what they send over one connection, and
/// counts it: everything that is on the wire, the handshake and the seals too.
final class CountingRelay: Sendable {
    /// What went one way.
    struct Count {
        var bytes = 0
        /// Transport messages; each has its length before it.
        var messages = 0
        private var skipped: Int
        private var head: [UInt8] = []
        private var left = 0

        /// Counts a direction that begins with so many bytes outside of any message.
        init(opening: Int) {
            skipped = opening
        }

        /// Takes note of bytes in the order in which they go.
        mutating func add(_ passed: [UInt8]) {
            bytes += passed.count
            var rest = passed[...]
            while !rest.isEmpty {
                // At most one of them is not 0.
                let step = min(rest.count, skipped + left)
                if step > 0 {
                    skipped = max(0, skipped - step)
                    left = max(0, left - step)
                    rest = rest.dropFirst(step)
                    continue
                }
                head.append(rest.removeFirst())
                if head.count == 2 {
                    left = Int(head[0]) << 8 | Int(head[1])
                    messages += 1
                    head = []
                }
            }
        }
    }

    /// How long somebody may take to dial, in milliseconds.
    private static let patience: Int32 = 60_000

    /// Where to connect, on 127.0.0.1.
    let port: UInt16
    private let listener: Int32
    private let counts: Mutex<(there: Count, back: Count)>

    /// Passes on what one connection brings to a port of 127.0.0.1, if it comes within a minute.
    /// `opening` is how many bytes the
    /// dialler sends before its first message.
    init(to target: UInt16, opening: Int) throws {
        counts = Mutex((Count(opening: opening), Count(opening: 0)))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = Self.loopback(port: 0)
        let isBound = Self.withSockaddr(&place) { bind(listener, $0, $1) } == 0
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed =
            Self.withSockaddr(&place) { address, _ in
                getsockname(listener, UnsafeMutablePointer(mutating: address), &size)
            } == 0
        guard isBound, isNamed, listen(listener, 1) == 0 else {
            close(listener)
            throw Process.Failure(description: "no socket")
        }
        self.listener = listener
        port = UInt16(bigEndian: place.sin_port)
        // A queue of its own has a thread of its own, which may block.
        DispatchQueue(label: "fen-bench.relay").async { [self] in run(target) }
    }

    /// What has gone from the dialler to the listener, and back.
    var passed: (there: Count, back: Count) { counts.withLock { $0 } }

    private func run(_ target: UInt16) {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Self.patience) > 0 else {
            close(listener)
            return
        }
        let dialler = accept(listener, nil, nil)
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = Self.loopback(port: target)
        defer { for end in [listener, dialler, other] { close(end) } }
        guard dialler >= 0, Self.withSockaddr(&place, { connect(other, $0, $1) }) == 0 else {
            return
        }
        var yes: Int32 = 1
        for end in [dialler, other] {
            setsockopt(
                end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        var ends = [dialler, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&ends, 2, -1) > 0 {
            if ends[0].revents != 0 {
                guard pass(dialler, other, { $0.there.add($1) }) else { return }
            }
            if ends[1].revents != 0 {
                guard pass(other, dialler, { $0.back.add($1) }) else { return }
            }
        }
    }

    /// Passes on what is there; false when that end is closed.
    private func pass(
        _ from: Int32, _ to: Int32, _ note: (inout (there: Count, back: Count), [UInt8]) -> Void
    ) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(from, &buffer, buffer.count)
        guard count > 0 else { return false }
        let bytes = Array(buffer.prefix(count))
        // Counted first: whoever has received them may look at once.
        counts.withLock { note(&$0, bytes) }
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

    private static func loopback(port: UInt16) -> sockaddr_in {
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
