import FenCrypto
package import FenEncoding

/// Names one request to get back in: 16 random bytes.
package struct BackID: FixedBytesWrapper {
    /// The bytes.
    package var raw: Bytes16

    /// Wraps the bytes.
    package init(raw: Bytes16) {
        self.raw = raw
    }
}

/// Any of the four messages by which somebody gets back in (Back in, Messages).
package enum BackMessage: Equatable, Sendable {
    /// The new device asks.
    case request(BackRequest)
    /// A member's device answers.
    case answer(BackAnswer)
    /// The new device shows its key.
    case reveal(BackReveal)
    /// The member's device hands the groups over.
    case handover(BackHandover)

    /// Reads a message.
    package init(bytes: [UInt8]) throws(BackError) {
        let fields = try BackFields(bytes)
        switch fields.kind {
        case BackRequest.kind: self = .request(try BackRequest(fields, bytes))
        case BackAnswer.kind: self = .answer(try BackAnswer(fields, bytes))
        case BackReveal.kind: self = .reveal(try BackReveal(fields, bytes))
        case BackHandover.kind: self = .handover(try BackHandover(fields, bytes))
        default: throw .newerVersion
        }
    }

    /// The request it belongs to.
    package var id: BackID {
        switch self {
        case .request(let request): request.id
        case .answer(let answer): answer.id
        case .reveal(let reveal): reveal.id
        case .handover(let handover): handover.id
        }
    }
}

/// The fields of a message: a CBOR map with integer keys, in which 0 is the kind and 1 names the
/// request. Unknown keys are ignored.
struct BackFields {
    /// Which of the four it is.
    let kind: UInt64
    /// The request.
    let id: BackID
    private let map: CBORMap

    /// Reads the map.
    init(_ bytes: [UInt8]) throws(BackError) {
        let limits = CBORLimits(
            bytes: ProtocolLimits.backMessageBytes, depth: 8, items: 1_024)
        guard let map = (try? CBOR.decode(bytes, limits: limits))?.mapValue,
            let kind = map[0]?.unsignedValue, let id = map[1]?.bytesValue.flatMap({ BackID($0) })
        else { throw .malformed }
        (self.kind, self.id, self.map) = (kind, id, map)
    }

    /// The value of a key, if it has the form that is asked for.
    func read<Value>(
        _ key: UInt64, _ form: (CBORValue) -> Value?
    ) throws(BackError) -> Value {
        guard let value = map[key], let read = form(value) else { throw .malformed }
        return read
    }

    /// The value of a key that may be absent, whose form an absent one has as well.
    func read<Value>(
        optional key: UInt64, _ form: (CBORValue?) -> Value?
    ) throws(BackError) -> Value {
        guard let read = form(map[key]) else { throw .malformed }
        return read
    }

    /// Bytes of a fixed length.
    func fixed<Value: FixedBytes>(_ key: UInt64) throws(BackError) -> Value {
        try read(key) { $0.bytesValue.flatMap { Value($0) } }
    }

    /// Writes a message's fields behind its kind and request.
    static func write(
        _ kind: UInt64, _ id: BackID, _ fields: [(key: CBORValue, value: CBORValue)]
    ) -> [UInt8] {
        let head: [(key: CBORValue, value: CBORValue)] = [
            (.unsigned(0), .unsigned(kind)), (.unsigned(1), .bytes(id)),
        ]
        return CBOR.encode(.map(CBORMap(head + fields)))
    }
}
