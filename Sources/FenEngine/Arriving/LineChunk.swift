import FenCrypto
import FenLedger
import FenProtocol
import Glibc

/// What lines turned out to be.
struct ParsedLines: Sendable {
    /// The events, in the order of their lines.
    var events: [OpenedEvent] = []
    /// What is no event of this version.
    var refused: [RefusedLine] = []

    /// Adds what the lines after these turned out to be.
    mutating func append(_ later: ParsedLines) {
        events += later.events
        refused += later.refused
    }
}

/// An event that was read, with what came of opening it.
struct OpenedEvent: Sendable {
    /// The event as it came.
    let event: SealedEvent
    /// What opening it has shown.
    let content: OpenResult
}

/// A line that is no event of this version: why, and as it came.
struct RefusedLine: Sendable {
    let error: LineError
    let line: [UInt8]
}

/// Whole lines cut from a log file, not yet read: a part of the piece that was fetched, which is
/// copied nowhere.
struct LineChunk: Sendable {
    /// A line that began in an earlier piece, or nothing.
    let head: [UInt8]
    /// The lines after it, each with its newline.
    let bytes: ArraySlice<UInt8>

    /// Takes a part of a piece, behind a line that began before it.
    init(head: [UInt8] = [], bytes: ArraySlice<UInt8>) {
        self.head = head
        self.bytes = bytes
    }

    /// Takes all of a file.
    init(bytes: [UInt8]) {
        self.init(bytes: bytes[...])
    }

    /// Reads every line: form, id, and what opens with the keys held. Touches no shared state, so
    /// several chunks are read at once.
    ///
    /// Opening before the signature is checked wastes work on a forged line only; nothing of it is
    /// believed before the chain is.
    func parse(group: GroupID, keys: KeyRing) -> ParsedLines {
        var lines = ParsedLines()
        lines.events.reserveCapacity(bytes.count / 1_024 + 1)
        var plaintext: [UInt8] = []
        func parse(_ buffer: UnsafeRawBufferPointer) {
            var rest = buffer
            while let line = Self.nextLine(of: &rest) {
                if line.isEmpty { continue }
                do throws(LineError) {
                    let event = try EventLine.decode(line, group: group)
                    lines.events.append(
                        OpenedEvent(event: event, content: keys.open(event, scratch: &plaintext)))
                } catch {
                    lines.refused.append(
                        RefusedLine(
                            error: error,
                            line: [UInt8](line.prefix(ProtocolLimits.lineBytes))))
                }
            }
        }
        head.withUnsafeBytes(parse)
        bytes.withUnsafeBytes(parse)
        return lines
    }

    /// Cuts off the first line, without its newline; nil when nothing is left.
    private static func nextLine(
        of rest: inout UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        guard let start = rest.baseAddress, !rest.isEmpty else { return nil }
        let length = memchr(start, 0x0a, rest.count).map { UnsafeRawPointer($0) - start }
        let line = UnsafeRawBufferPointer(rebasing: rest[..<(length ?? rest.count)])
        rest = UnsafeRawBufferPointer(rebasing: rest[min(rest.count, line.count + 1)...])
        return line
    }

    /// Two chunks of about the same size, for two cores.
    func halves() -> (LineChunk, LineChunk) {
        let middle = bytes[(bytes.startIndex + bytes.count / 2)...]
        guard let end = middle.firstIndex(of: 0x0a) else { return (self, LineChunk(bytes: [])) }
        return (LineChunk(head: head, bytes: bytes[...end]), LineChunk(bytes: bytes[(end + 1)...]))
    }

    /// Whether the first line names this event as the one before it.
    func continues(_ event: EventID, in group: GroupID) -> Bool {
        let line = (head.isEmpty ? bytes : head[...]).prefix { $0 != 0x0a }
        guard let first = try? EventLine.decode(Array(line), group: group) else { return false }
        return first.header.prev == event
    }
}
