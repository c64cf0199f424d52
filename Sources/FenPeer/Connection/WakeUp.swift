internal import Glibc

/// A descriptor by which any thread makes the network thread look again.
final class WakeUp: Sendable {
    /// What to wait for.
    let reading: Int32
    private let writing: Int32

    init() throws(SocketError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SocketError(errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread. A pipe that is full wakes it as well.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Forgets the calls so far.
    func clear() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            while read(reading, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
