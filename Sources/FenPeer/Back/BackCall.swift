/// A line to a new device that asks to be helped back in, on the device of whoever helps.
package actor BackCall {
    private var line: PatientSocket

    private init(_ line: PatientSocket) {
        self.line = line
    }

    /// Dials a new device and names its request.
    package static func dial(
        _ address: PeerAddress, id: [UInt8]
    ) async throws(BackCallError) -> BackCall {
        do {
            let deadline = MonotonicTime.now + BackLine.time
            let line = PatientSocket(try await Socket.connected(to: address, until: deadline))
            try await line.write(BackLine.magic + id, until: deadline)
            return BackCall(line)
        } catch {
            throw BackCallError(error)
        }
    }

    /// Sends a message and waits for the answer. A line on which this has failed is over.
    package func ask(_ message: [UInt8]) async throws(BackCallError) -> [UInt8] {
        var line = self.line
        defer { self.line = line }
        do {
            guard let frame = BackLine.frame(message) else { throw BackCallError.over }
            let deadline = MonotonicTime.now + BackLine.time
            try await line.write(frame, until: deadline)
            let status = try await line.read(1, until: deadline)[0]
            guard status == 0 else {
                throw BackLine.Refusal(rawValue: status).map(BackCallError.refused)
                    ?? BackCallError.noDoor
            }
            return try await line.readFrame(until: deadline)
        } catch {
            throw BackCallError(error)
        }
    }
}

/// Why nothing came of calling a new device.
package enum BackCallError: Error, Equatable, Sendable {
    /// It could not be reached.
    case unreachable(SocketError)
    /// It said why not.
    case refused(BackLine.Refusal)
    /// Whoever answers there waits for nobody's help.
    case noDoor
    /// No answer came in time.
    case late
    /// The line was cut.
    case over

    /// The sentence for a person.
    package var message: String {
        switch self {
        case .unreachable(let error): error.message
        case .refused(let reason): reason.message
        case .noDoor: "nobody there asks to be helped back in"
        case .late: "no answer came in time"
        case .over: "the connection was cut"
        }
    }

    init(_ error: any Error) {
        switch error {
        case let error as BackCallError: self = error
        case let error as SocketError: self = .unreachable(error)
        case PatientSocket.Failure.late: self = .late
        default: self = .over
        }
    }
}
