/// Reads and writes a socket from a task that sleeps while nothing moves: for exchanges of a few
/// messages, where a thread would be too much.
struct PatientSocket: Sendable {
    /// Why an exchange ended.
    enum Failure: Error {
        /// The connection is broken, or the other end closed it.
        case over
        /// The time is over.
        case late
    }

    /// The most bytes that are thrown away of what the other end still says when all is said.
    static let drainedBytes = 65_536

    let socket: Socket
    private var input: [UInt8]

    /// Takes a socket and what was read from it before.
    init(_ socket: Socket, input: [UInt8] = []) {
        self.socket = socket
        self.input = input
    }

    /// Waits for so many bytes, until a time.
    mutating func read(
        _ count: Int, until deadline: Int64, pausing pause: Duration = .milliseconds(5)
    ) async throws -> [UInt8] {
        while input.count < count {
            var got: [UInt8] = []
            let moved = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
                let moved = socket.read(into: buffer)
                if case .bytes(let count) = moved { got = [UInt8](buffer.prefix(count)) }
                return moved
            }
            input += got
            switch moved {
            case .bytes:
                // Whoever sends without a pause is out of time as well.
                if input.count < count, MonotonicTime.now >= deadline { throw Failure.late }
            case .later: try await wait(pause, until: deadline)
            case .end, .broken: throw Failure.over
            }
        }
        defer { input.removeFirst(count) }
        return [UInt8](input.prefix(count))
    }

    /// Writes all bytes, until a time.
    func write(_ bytes: [UInt8], until deadline: Int64) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ socket.write($0) }) {
            case .bytes(let count):
                rest = rest.dropFirst(count)
                if !rest.isEmpty, MonotonicTime.now >= deadline { throw Failure.late }
            case .later: try await wait(.milliseconds(5), until: deadline)
            case .end, .broken: throw Failure.over
            }
        }
    }

    /// Waits for the other end to go, which has nothing more to say: who goes on talking is as good
    /// as gone. False when this task is cancelled before.
    func isLeft() async -> Bool {
        await discard(until: .max, pausing: .milliseconds(100))
        return !Task.isCancelled
    }

    /// Says that nothing more comes, and waits a moment for the other end to have read it.
    mutating func finish() async {
        socket.finishWriting()
        input = []
        await discard(until: MonotonicTime.now + 500, pausing: .milliseconds(5))
    }

    /// Reads and keeps nothing, until the other end has gone, a time, or too many bytes.
    private func discard(until deadline: Int64, pausing pause: Duration) async {
        var left = Self.drainedBytes
        while left > 0, !Task.isCancelled {
            let moved = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) {
                socket.read(into: $0)
            }
            switch moved {
            case .bytes(let count): left -= count
            case .later:
                guard (try? await wait(pause, until: deadline)) != nil else { return }
            case .end, .broken: return
            }
            if MonotonicTime.now >= deadline { return }
        }
    }

    private func wait(_ pause: Duration, until deadline: Int64) async throws {
        guard MonotonicTime.now < deadline else { throw Failure.late }
        try await Task.sleep(for: pause)
    }
}

extension Socket {
    /// Connects to an address, until a time.
    static func connected(to address: PeerAddress, until deadline: Int64) async throws -> Socket {
        let socket = try Socket.connecting(to: address)
        while true {
            // A socket that is not connected yet cannot be written.
            if let error = socket.pendingError { throw error }
            if socket.remoteAddress != nil { return socket }
            guard MonotonicTime.now < deadline else { throw PatientSocket.Failure.late }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
