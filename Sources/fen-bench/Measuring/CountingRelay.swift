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
    /// `opening` is how many bytes the dialler sends before its first message.
    init(to target: UInt16, opening: Int) throws {
        counts = Mutex((Count(opening: opening), Count(opening: 0)))
        (listener, port) = try Loopback.listener(backlog: 1)
        // A queue of its own has a thread of its own, which may block.
        DispatchQueue(label: "fen-bench.relay").async { [self] in run(target) }
    }

    /// What has gone from the dialler to the listener, and back.
    var passed: (there: Count, back: Count) { counts.withLock { $0 } }

    private func run(_ target: UInt16) {
        defer { close(listener) }
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Self.patience) > 0 else { return }
        let dialler = accept(listener, nil, nil)
        guard dialler >= 0 else { return }
        Loopback.relay(dialler, to: target) { isFromDialler, bytes in
            counts.withLock { counts in
                if isFromDialler { counts.there.add(bytes) } else { counts.back.add(bytes) }
            }
        }
    }
}
