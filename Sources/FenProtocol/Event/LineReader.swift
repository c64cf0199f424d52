import FenCrypto
import FenEncoding

/// Reads the eleven fields of a line of `fmt` 1 in their one order, straight into their types.
struct LineReader {
    private var reader: JSONReader
    private let checksRanges: Bool

    /// Starts at the first byte of a line. The buffer must outlive the reader.
    init(_ line: UnsafeRawBufferPointer, checksRanges: Bool = true) {
        reader = JSONReader(line, limits: .line)
        self.checksRanges = checksRanges
    }

    /// Reads the whole line.
    mutating func event(of group: GroupID) throws(LineError) -> SealedEvent {
        do throws(CanonicalJSONError) {
            try reader.beginObject()
        } catch {
            throw LineError(.notCanonical)
        }
        let author: MemberID = try hex("author")
        let createdAt = try counter("created_at", from: 0)
        let ciphertext = try ciphertext("ct")
        let epoch = try counter("epoch", from: 0, through: UInt64(UInt32.max))
        let format = try counter("fmt", from: 0)
        let keyID: KeyID = try hex("key")
        let lamport = try counter("lamport", from: 1)
        let nonce: Nonce24 = try base64URL("nonce")
        let prev: EventID = try hex("prev")
        let seq = try counter("seq", from: 1)
        let signature: Signature = try base64URL("sig")
        do throws(CanonicalJSONError) {
            guard try reader.nextKey() == nil, format == UInt64(ProtocolLimits.format) else {
                throw CanonicalJSONError(.unexpectedCharacter, at: reader.offset)
            }
            try reader.end()
        } catch {
            throw LineError(.notCanonical)
        }
        return SealedEvent(
            header: EventHeader(
                group: group,
                author: author,
                seq: seq,
                lamport: lamport,
                createdAt: createdAt,
                epoch: UInt32(truncatingIfNeeded: epoch),
                keyID: keyID,
                prev: prev,
                nonce: nonce
            ),
            ciphertext: ciphertext,
            signature: signature
        )
    }

    /// Goes to the value of the next field, which must be this one.
    private mutating func field(_ name: StaticString) throws(LineError) {
        do throws(CanonicalJSONError) {
            if let key = try reader.nextKey(), key == name {
                return
            }
        } catch {
            throw LineError(.notCanonical, name)
        }
        throw LineError(.notCanonical, name)
    }

    /// The text of the next field.
    private mutating func text(_ name: StaticString) throws(LineError) -> UnsafeRawBufferPointer {
        try field(name)
        do throws(CanonicalJSONError) {
            return try reader.rawString()
        } catch {
            // A text with an escape in it is no hex; what is no text at all is found out later.
            throw LineError(.badSize, name)
        }
    }

    private mutating func hex<Value: FixedBytes>(
        _ name: StaticString
    ) throws(LineError) -> Value {
        guard let value = Value(hexASCII: try text(name)) else {
            throw LineError(.badSize, name)
        }
        return value
    }

    private mutating func base64URL<Value: FixedBytes>(
        _ name: StaticString
    ) throws(LineError) -> Value {
        guard let value = Value(base64URLASCII: try text(name)) else {
            throw LineError(.badSize, name)
        }
        return value
    }

    /// The ciphertext: 16 + 256·n bytes, 1 ≤ n ≤ 129 (§3).
    private mutating func ciphertext(_ name: StaticString) throws(LineError) -> [UInt8] {
        let text = try text(name)
        guard let count = Base64URL.decodedCount(text.count), EventSeal.isCiphertextCount(count),
            let bytes = Base64URL.decode(text)
        else {
            throw LineError(.badSize, name)
        }
        return bytes
    }

    private mutating func counter(
        _ name: StaticString,
        from least: UInt64,
        through most: UInt64 = ProtocolLimits.largestCounter
    ) throws(LineError) -> UInt64 {
        try field(name)
        let value: Int64
        do throws(CanonicalJSONError) {
            value = try reader.readInteger()
        } catch {
            throw LineError(.notCanonical, name)
        }
        guard let value = UInt64(exactly: value), value >= least, value <= most else {
            guard checksRanges else {
                return least
            }
            throw LineError(.badRange, name)
        }
        return value
    }
}
