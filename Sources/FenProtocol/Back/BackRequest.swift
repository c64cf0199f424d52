package import FenCrypto
package import FenEncoding

/// What the new device sends first. It commits to its key and a number without showing either: so
/// nobody who answers can choose their own number by them (Back in, Why the code cannot be ground).
package struct BackRequest: Equatable, Sendable {
    static let kind: UInt64 = 1

    /// Names the request.
    package let id: BackID
    /// The hash over the new key and the number.
    package let commitment: Hash32
    /// What the person says they are called.
    package let name: String
    /// Until when it may be answered, in Unix seconds.
    package let expiry: UInt64
    /// Where the new device listens, at most four.
    package let addresses: [InviteAddress]
    /// The message as it is sent.
    package let bytes: [UInt8]

    /// How long a request lives, in seconds.
    package static let life: UInt64 = 900
    /// How far ahead of a helper's clock a request's end may lie, in seconds: its life, and ten
    /// minutes by which the two clocks may differ.
    package static let longestLife: UInt64 = life + 600

    /// Makes a request for a key; the number is kept secret until the answer has come.
    package static func make(
        for key: MemberID, name: String, addresses: [InviteAddress], now: UInt64,
        entropy: EntropySource
    ) throws(BackError) -> (request: BackRequest, opening: Bytes32) {
        let (id, opening) = (entropy.value(BackID.self), entropy.value(Bytes32.self))
        let request = try BackRequest(
            id: id, commitment: commitment(id, key, opening), name: name, expiry: now + life,
            addresses: addresses)
        return (request, opening)
    }

    /// Puts a request together.
    init(
        id: BackID, commitment: Hash32, name: String, expiry: UInt64, addresses: [InviteAddress]
    ) throws(BackError) {
        var fields: [(key: CBORValue, value: CBORValue)] = [
            (.unsigned(2), .bytes(commitment)), (.unsigned(3), .text(name)),
            (.unsigned(4), .unsigned(expiry)),
        ]
        if !addresses.isEmpty { fields.append((.unsigned(5), .array(addresses.map(\.value)))) }
        let bytes = BackFields.write(Self.kind, id, fields)
        self = try BackRequest(BackFields(bytes), bytes)
    }

    /// Reads a request.
    init(_ fields: BackFields, _ bytes: [UInt8]) throws(BackError) {
        id = fields.id
        commitment = try fields.fixed(2)
        name = try fields.read(3) { value in
            value.textValue.flatMap {
                ProtocolLimits.name.contains($0.unicodeScalars.count) ? $0 : nil
            }
        }
        expiry = try fields.read(4) { value in
            value.unsignedValue.flatMap { $0 <= ProtocolLimits.largestCounter / 1_000 ? $0 : nil }
        }
        addresses = try fields.read(optional: 5, InviteAddress.list)
        self.bytes = bytes
    }

    /// Whether its time is over at a moment in Unix seconds.
    package func isExpired(at now: UInt64) -> Bool { now >= expiry }

    /// `SHA-256("fen/1/back/commit" || u8(0) || request id || new public key || number)`.
    static func commitment(_ id: BackID, _ key: MemberID, _ opening: Bytes32) -> Hash32 {
        SHA256.hash("fen/1/back/commit\0", id.bytes + key.bytes, opening)
    }
}

/// What a member's device answers: its key, and a number of its own, chosen before it has seen the
/// new key.
package struct BackAnswer: Equatable, Sendable {
    static let kind: UInt64 = 2

    /// The request.
    package let id: BackID
    /// The key of whoever helps.
    package let helper: MemberID
    /// The helper's number.
    package let number: Bytes32
    /// The message as it is sent.
    package let bytes: [UInt8]

    /// Answers a request with a fresh number.
    package init(
        to request: BackRequest, helper: MemberID, entropy: EntropySource
    ) throws(BackError) {
        try self.init(id: request.id, helper: helper, number: entropy.value(Bytes32.self))
    }

    /// Puts an answer together.
    init(id: BackID, helper: MemberID, number: Bytes32) throws(BackError) {
        let bytes = BackFields.write(
            Self.kind, id,
            [(.unsigned(2), .bytes(helper)), (.unsigned(3), .bytes(number))])
        self = try BackAnswer(BackFields(bytes), bytes)
    }

    /// Reads an answer.
    init(_ fields: BackFields, _ bytes: [UInt8]) throws(BackError) {
        id = fields.id
        helper = try fields.fixed(2)
        guard helper.isValid else { throw .malformed }
        number = try fields.fixed(3)
        self.bytes = bytes
    }
}
