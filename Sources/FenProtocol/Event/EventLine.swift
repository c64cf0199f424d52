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

    /// Reads a line without its newline: canonical, known `fmt`, sizes and ranges, valid author
    /// key, in this order (§4, ingest). The signature is not looked at.
    package static func decode(
        _ line: UnsafeRawBufferPointer,
        group: GroupID
    ) throws(LineError) -> SealedEvent {
        guard line.count <= ProtocolLimits.lineBytes else {
            throw LineError(.badSize)
        }
        let event: SealedEvent
        do throws(LineError) {
            var reader = LineReader(line)
            event = try reader.event(of: group)
        } catch {
            throw refusal(of: line, noticed: error)
        }
        guard event.header.author.isValid else {
            throw LineError(.badAuthorKey, "author")
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

    /// What a line that is not the form of `fmt` 1 is refused as. The reader stops at the first
    /// field it cannot take; whether the whole line is canonical, and whether its `fmt` is known,
    /// come first.
    private static func refusal(
        of line: UnsafeRawBufferPointer,
        noticed: LineError
    ) -> LineError {
        let limits = JSONLimits(depth: ProtocolLimits.payloadDepth, bytes: ProtocolLimits.lineBytes)
        var reader = JSONReader(line, limits: limits)
        var format: Int64?
        do throws(CanonicalJSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if key == "fmt", let next = reader.peek, next == 0x2d || (0x30...0x39) ~= next {
                    format = try reader.readInteger()
                } else {
                    try reader.skipValue()
                }
            }
            try reader.end()
        } catch {
            return LineError(.notCanonical)
        }
        guard let format else {
            return LineError(.notCanonical, "fmt")
        }
        return format == ProtocolLimits.format ? noticed : LineError(.unknownFormat, "fmt")
    }
}
