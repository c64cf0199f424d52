package import FenCrypto
import FenEncoding

/// A group that is handed over: what an invite would say of it, and under which key the person was
/// a member so far.
package struct BackGroup: Equatable, Sendable {
    /// The group, its keys, its store and its founder; the token is zeros and stands for none.
    package var invite: Invite
    /// The old key.
    package var member: MemberID
    /// The `StorageKeyRotated` that named its store last; nil where none did.
    package var rotation: EventID?

    /// Describes a group. Token and expiry of the invite are not handed over.
    package init(invite: Invite, member: MemberID, rotation: EventID? = nil) {
        self.invite = invite
        self.rotation = rotation
        self.invite.joinToken = Invite.noToken
        self.invite.expiry = nil
        self.member = member
    }

    /// The fields of the old key and of the rotation, beside those of an invite.
    private static let memberField: UInt64 = 13
    private static let rotationField: UInt64 = 14

    /// The fields, as a CBOR map.
    fileprivate var value: CBORValue {
        .map(
            CBORMap(
                invite.fields + [(.unsigned(Self.memberField), .bytes(member))]
                    + (rotation.map { [(.unsigned(Self.rotationField), .bytes($0))] } ?? [])))
    }

    /// Reads the fields.
    fileprivate init(_ value: CBORValue) throws(BackError) {
        guard let map = value.mapValue,
            let member = map[Self.memberField]?.bytesValue.flatMap({ MemberID($0) }),
            let invite = try? Invite(fields: map, token: Invite.noToken, expiry: nil)
        else { throw .malformed }
        var rotation: EventID?
        if let value = map[Self.rotationField] {
            rotation = value.bytesValue.flatMap { EventID($0) }
            guard rotation != nil else { throw .malformed }
        }
        self.init(invite: invite, member: member, rotation: rotation)
    }
}

/// The groups two people share, sealed to the new key and signed by the helper's.
package struct BackHandover: Equatable, Sendable {
    static let kind: UInt64 = 4

    /// The request.
    package let id: BackID
    /// The box around the groups.
    package let box: [UInt8]
    /// The helper's signature over the transcript and the box.
    package let signature: Signature
    /// The message as it is sent.
    package let bytes: [UInt8]

    /// Seals groups to the key of a reveal, after its code was typed.
    package init(
        _ groups: [BackGroup], of helperName: String, to reveal: BackReveal,
        _ transcript: BackTranscript, signer: SigningKey, entropy: EntropySource
    ) throws(BackError) {
        guard 1...ProtocolLimits.backGroups ~= groups.count else { throw .tooLarge }
        let body = CBOR.encode(
            .map(
                CBORMap([
                    (.unsigned(1), .text(helperName)),
                    (.unsigned(2), .array(groups.map(\.value))),
                ])))
        let box: [UInt8]
        do {
            box = try KeyWrap.wrap(
                body, to: reveal.key, context: .back(transcript.hash), aad: reveal.id,
                entropy: entropy)
        } catch {
            throw .mismatch
        }
        let bytes = BackFields.write(
            Self.kind, reveal.id,
            [
                (.unsigned(2), .bytes(box)),
                (.unsigned(3), .bytes(signer.sign(Self.context, Self.signed(transcript, box)))),
            ])
        guard bytes.count <= ProtocolLimits.backMessageBytes else { throw .tooLarge }
        self = try BackHandover(BackFields(bytes), bytes)
    }

    /// Reads a handover; what is in the box shows ``open(_:_:with:)``.
    init(_ fields: BackFields, _ bytes: [UInt8]) throws(BackError) {
        id = fields.id
        box = try fields.read(2, \.bytesValue)
        signature = try fields.fixed(3)
        self.bytes = bytes
    }

    /// The groups, and what the helper is called, if it comes from whoever has answered and was
    /// sealed to this key.
    package func open(
        _ transcript: BackTranscript, from answer: BackAnswer, with pair: AgreementKey
    ) throws(BackError) -> (groups: [BackGroup], helperName: String) {
        guard id == answer.id else { throw .otherRequest }
        guard answer.helper.verify(signature, Self.context, Self.signed(transcript, box)) else {
            throw .mismatch
        }
        let body: SecretBytes
        do {
            body = try KeyWrap.unwrap(
                box, with: pair, context: .back(transcript.hash), aad: id)
        } catch {
            throw .mismatch
        }
        let limits = CBORLimits(
            bytes: ProtocolLimits.backMessageBytes, depth: 8, items: 4_096)
        let value = body.withUnsafeBytes { try? CBOR.decode($0, limits: limits) }
        guard let map = value?.mapValue, let name = map[1]?.textValue,
            ProtocolLimits.name.contains(name.unicodeScalars.count),
            let list = map[2]?.arrayValue, 1...ProtocolLimits.backGroups ~= list.count
        else { throw .malformed }
        var groups: [BackGroup] = []
        for value in list { groups.append(try BackGroup(value)) }
        return (groups, name)
    }

    private static let context = [UInt8]("fen/1/back/handover\0".utf8)

    private static func signed(_ transcript: BackTranscript, _ box: [UInt8]) -> [UInt8] {
        transcript.hash.bytes + SHA256.hash(box).bytes
    }
}
