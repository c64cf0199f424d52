/// The line over which a member's device helps somebody back in whose new device listens. The member's
/// device dials and asks; the new one answers each time. What the messages say is not known here.
///
///     helper → new device   "fenb" || u8(1) || request id(16)              21 bytes
///     helper → new device   u16 length || message
///     new device → helper   u8(0) || u16 length || answer, or u8(reason)
///
/// The last two repeat, at most ``rounds`` times. Nothing here is secret and nothing is trusted: who
/// is at the other end is for the code to show that people read aloud.
package enum BackLine {
    /// The bytes of the first message.
    package static let greetingBytes = 21
    /// The bytes of a request's id.
    package static let idBytes = 16
    /// The most bytes of a message.
    package static let messageBytes = 24_576
    /// How often the helper may ask on one line.
    package static let rounds = 4
    /// How many lines a new device serves at once.
    package static let lines = 2
    /// How long a message that has begun may take, in milliseconds.
    package static let time: Int64 = 5_000
    /// How long a line may be silent while people talk, in milliseconds.
    package static let patience: Int64 = 900_000

    /// Why the new device does not answer; said in one byte.
    package enum Refusal: UInt8, Error, Sendable, CaseIterable {
        /// There is no such request, or it is over.
        case closed = 1
        /// The message was not taken.
        case refused = 2
        /// There is no room for another line just now.
        case busy = 3

        /// The sentence for a person.
        package var message: String {
            switch self {
            case .closed: "that device has no such request open"
            case .refused: "that device did not take what was sent"
            case .busy: "that device is busy; try again in a moment"
            }
        }
    }

    static let magic = [UInt8]("fenb".utf8) + [1]

    /// A message behind its length; nil when it is too long for one.
    static func frame(_ message: [UInt8]) -> [UInt8]? {
        guard message.count <= messageBytes else { return nil }
        return [UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message
    }
}

extension PatientSocket {
    /// Reads a message behind its length: its beginning until a time, the rest soon after.
    mutating func readFrame(until deadline: Int64) async throws -> [UInt8] {
        let head = try await read(2, until: deadline, pausing: .milliseconds(20))
        let count = Int(head[0]) << 8 | Int(head[1])
        guard count <= BackLine.messageBytes else { throw Failure.over }
        return try await read(count, until: MonotonicTime.now + BackLine.time)
    }
}
