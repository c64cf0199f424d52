import Glibc

@testable import FenPeer

/// A line that is cut after so many bytes, in both directions together.
final class CuttingProxy: Sendable {
    let address: PeerAddress
    private let listener: PeerListener
    private let target: PeerAddress

    init(to target: PeerAddress) throws {
        listener = try PeerListener(.loopback())
        address = listener.address
        self.target = target
    }

    /// Carries one connection and cuts it after so many bytes; returns how many it carried.
    func carry(_ limit: Int) async -> Int {
        let start = MonotonicTime.now
        var accepted: Socket?
        while accepted == nil, MonotonicTime.now - start < 3_000 {
            accepted = listener.socket.accepted()?.socket
            if accepted == nil { try? await Task.sleep(for: .milliseconds(1)) }
        }
        guard let near = accepted, let far = try? Socket.connecting(to: target) else { return 0 }
        var carried = 0
        var last = MonotonicTime.now
        while carried < limit, MonotonicTime.now - last < 5_000 {
            var hasMoved = false
            for (from, into) in [(near, far), (far, near)] {
                let most = min(limit - carried, 4_096)
                var bytes: [UInt8] = []
                var isOver = false
                withUnsafeTemporaryAllocation(byteCount: max(1, most), alignment: 1) { buffer in
                    guard most > 0 else { return }
                    switch from.read(into: buffer) {
                    case .bytes(let count): bytes = [UInt8](buffer.prefix(count))
                    case .later: break
                    case .end, .broken: isOver = true
                    }
                }
                if isOver { return carried }
                while !bytes.isEmpty {
                    switch bytes.withUnsafeBytes({ into.write($0) }) {
                    case .bytes(let count):
                        bytes.removeFirst(count)
                        carried += count
                        hasMoved = true
                    case .later: try? await Task.sleep(for: .milliseconds(1))
                    case .end, .broken: return carried
                    }
                }
            }
            if hasMoved { last = MonotonicTime.now }
            if !hasMoved { try? await Task.sleep(for: .milliseconds(1)) }
        }
        return carried
    }
}
