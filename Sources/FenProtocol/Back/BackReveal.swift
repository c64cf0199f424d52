package import FenCrypto
package import FenEncoding

/// Everything that was said between the two devices, in one hash. Both compute it; only the
/// messages of both make it.
package struct BackTranscript: Hashable, Sendable {
    /// `SHA-256("fen/1/back/transcript" || u8(0) || SHA-256(request) || SHA-256(answer) ||
    /// new public key || the new device's number)`.
    package let hash: Hash32

    /// Sums up what was said.
    package init(
        _ request: BackRequest, _ answer: BackAnswer, key: MemberID, opening: Bytes32
    ) {
        hash = SHA256.hash(
            "fen/1/back/transcript\0",
            SHA256.hash(request.bytes).bytes + SHA256.hash(answer.bytes).bytes,
            key.bytes + opening.bytes)
    }

    /// The digits that are read aloud: six, unless a test says otherwise.
    ///
    /// Of `HKDF-SHA256(ikm = hash, no salt, info = "fen/1/back/code", L = 60)`, taken as twenty words
    /// of three bytes whose upper four bits are left out, the first below the largest multiple of
    /// 10^digits counts, so that all codes are equally likely; if none is, the last word.
    package func code(digits: Int = Self.codeDigits) -> String {
        let words = HKDFSHA256.derive(
            ikm: hash.bytes, salt: [UInt8](), info: [UInt8]("fen/1/back/code".utf8), count: 60
        ).withUnsafeBytes { bytes in
            stride(from: 0, to: 60, by: 3).map {
                Int(bytes[$0] & 0x0f) << 16 | Int(bytes[$0 + 1]) << 8 | Int(bytes[$0 + 2])
            }
        }
        let count = (0..<digits).reduce(1) { product, _ in product * 10 }
        let bound = (1 << 20) / count * count
        let number = (words.first { $0 < bound } ?? words[words.count - 1]) % count
        let text = String(number)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// How many digits the code has.
    package static let codeDigits = 6
}

/// What the new device shows once it has the answer: its key and its number, signed with that key
/// over everything that was said.
package struct BackReveal: Equatable, Sendable {
    static let kind: UInt64 = 3

    /// The request.
    package let id: BackID
    /// The new key.
    package let key: MemberID
    /// The new device's number.
    package let opening: Bytes32
    /// The new key's signature over the transcript.
    package let signature: Signature
    /// The message as it is sent.
    package let bytes: [UInt8]

    /// Shows key and number of a request whose one answer has come.
    package init(
        _ request: BackRequest, _ answer: BackAnswer, opening: Bytes32, signer: SigningKey
    ) throws(BackError) {
        guard answer.id == request.id else { throw .otherRequest }
        let transcript = BackTranscript(
            request, answer, key: signer.publicKey, opening: opening)
        try self.init(
            id: request.id, key: signer.publicKey, opening: opening,
            signature: signer.sign(Self.context, transcript.hash))
    }

    /// Puts a reveal together.
    init(
        id: BackID, key: MemberID, opening: Bytes32, signature: Signature
    ) throws(BackError) {
        let bytes = BackFields.write(
            Self.kind, id,
            [
                (.unsigned(2), .bytes(key)), (.unsigned(3), .bytes(opening)),
                (.unsigned(4), .bytes(signature)),
            ])
        self = try BackReveal(BackFields(bytes), bytes)
    }

    /// Reads a reveal.
    init(_ fields: BackFields, _ bytes: [UInt8]) throws(BackError) {
        id = fields.id
        key = try fields.fixed(2)
        opening = try fields.fixed(3)
        signature = try fields.fixed(4)
        self.bytes = bytes
    }

    /// The transcript, if key and number are those the request has committed to, and the key has
    /// signed it.
    package func transcript(
        of request: BackRequest, _ answer: BackAnswer
    ) throws(BackError) -> BackTranscript {
        guard id == request.id, id == answer.id else { throw .otherRequest }
        let transcript = BackTranscript(request, answer, key: key, opening: opening)
        guard key.isValid, BackRequest.commitment(id, key, opening) == request.commitment,
            key.verify(signature, Self.context, transcript.hash)
        else { throw .mismatch }
        return transcript
    }

    private static let context = [UInt8]("fen/1/back/reveal\0".utf8)
}
