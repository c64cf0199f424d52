import FenCrypto
import FenEncoding

/// The line form of an event (§4): one canonical JSON object, one line of a log file.
package enum EventLine {
    /// The line with its newline.
    package static func encode(_ event: SealedEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        append(event, to: &bytes)
        bytes.append(0x0a)
        return bytes
    }

    /// Appends the line without its newline, as peers send it (§8).
    package static func append(_ event: SealedEvent, to bytes: inout [UInt8]) {
        let header = event.header
        bytes.reserveCapacity(bytes.count + 640 + Base64URL.encodedCount(event.ciphertext.count))
        var line = JSONWriter(appendingTo: bytes)
        // The writer holds the bytes now; letting go of ours keeps them from being copied.
        bytes = []
        line.beginObject()
        line.field("author", hex: header.author)
        line.field("created_at", header.createdAt)
        line.field("ct", base64URL: event.ciphertext)
        line.field("epoch", header.epoch)
        line.field("fmt", ProtocolLimits.format)
        line.field("key", hex: header.keyID)
        line.field("lamport", header.lamport)
        line.field("nonce", base64URL: header.nonce)
        line.field("prev", hex: header.prev)
        line.field("seq", header.seq)
        line.field("sig", base64URL: event.signature)
        line.endObject()
        bytes = line.bytes
    }

    /// Reads a line without its newline: canonical, known `fmt`, sizes, ranges, valid author key,
    /// a `prev` at every number but 1, in this order (§4, ingest). The signature is not looked at.
    package static func decode(
        _ line: UnsafeRawBufferPointer,
        group: GroupID
    ) throws(LineError) -> SealedEvent {
        guard line.count <= ProtocolLimits.lineBytes else {
            throw LineError(.tooLong)
        }
        let event: SealedEvent
        do throws(LineError) {
            var reader = LineReader(line)
            event = try reader.event(of: group)
        } catch {
            throw LineRefusal.name(line, noticed: error)
        }
        guard event.header.author.isValid else {
            throw LineError(.badAuthorKey, "author")
        }
        guard (event.header.seq == 1) == (event.header.prev == .zero) else {
            throw LineError(.badChain, "prev")
        }
        return event
    }

    /// Reads a line without its newline.
    package static func decode(
        _ line: [UInt8],
        group: GroupID
    ) throws(LineError) -> SealedEvent {
        try line.span.withUnsafeBytes { (buffer) throws(LineError) in
            try decode(buffer, group: group)
        }
    }
}
