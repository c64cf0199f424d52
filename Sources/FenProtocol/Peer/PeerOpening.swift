package import FenCrypto
package import FenEncoding

/// The 37 bytes an initiator says in clear (§8): a salt, and a tag only a holder of the group's key
/// can make or know.
package struct PeerOpening: Equatable, Sendable {
    /// 16 random bytes.
    package let salt: Bytes16
    /// The tag: the first half of HMAC-SHA256 under the hello sub-key (§2).
    package let tag: Bytes16

    /// The version this project speaks.
    package static let version: UInt8 = 1
    private static let magic: StaticString = "fenp"
    private static let context: StaticString = "fen-peer/1"

    /// Makes the opening for a group key's hello sub-key.
    package init(hello: SecretBytes, salt: Bytes16) {
        self.salt = salt
        tag = Self.tag(hello: hello, salt: salt)
    }

    /// Reads 37 bytes. Fails with the reason to answer: another version where the first four bytes
    /// are right, else an unknown group.
    package init(_ bytes: [UInt8]) throws(PeerRefusal) {
        guard bytes.count == PeerLimits.openingBytes, bytes.starts(with: "fenp".utf8) else {
            throw .unknownGroup
        }
        guard bytes[4] == Self.version else { throw .version }
        guard let salt = Bytes16(bytes[5..<21]), let tag = Bytes16(bytes[21..<37]) else {
            throw .unknownGroup
        }
        self.salt = salt
        self.tag = tag
    }

    /// The 37 bytes.
    package var bytes: [UInt8] {
        Self.magic.lendBytes { [UInt8]($0) } + [Self.version] + salt.bytes + tag.bytes
    }

    /// Whether the tag was made with this hello sub-key, in a time that does not tell how nearly.
    package func isMade(with hello: SecretBytes) -> Bool {
        HMACSHA256.verify(tag, key: hello, Self.context.lendBytes { [UInt8]($0) } + salt.bytes)
    }

    private static func tag(hello: SecretBytes, salt: Bytes16) -> Bytes16 {
        let code = HMACSHA256.authenticate(key: hello, context, salt)
        return Bytes16(code.bytes[..<Bytes16.byteCount]) ?? .zero
    }
}

/// Why a listener does not go on, said in clear before its first Noise message (§8).
package enum PeerRefusal: UInt8, Error, Sendable, CaseIterable {
    /// No such group is here, or the key is not one of it any more. A bad first message gets the
    /// same answer, so that nothing is learnt from it.
    case unknownGroup = 1
    /// There is no room for another connection now.
    case busy = 2
    /// The opening is of another version.
    case version = 3
    /// The key was removed from the group.
    case removed = 4

    /// `"fenp" || u8(0) || u8(reason)`.
    package var bytes: [UInt8] { [UInt8]("fenp".utf8) + [0, rawValue] }

    /// Reads a refusal; nil for any other bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == PeerLimits.refusalBytes, bytes.starts(with: "fenp".utf8),
            bytes[4] == 0
        else { return nil }
        self.init(rawValue: bytes[5])
    }

    /// The sentence for the person who dialled.
    package var message: String {
        PeerFarewell(rawValue: rawValue)?.message ?? PeerFarewell.unknownGroup.message
    }
}

extension PeerFarewell {
    /// The sentence for the person whose session ends, told by the other device.
    package var message: String {
        switch self {
        case .unknownGroup:
            "the other device does not know this group, or the key here is an old one"
        case .busy: "the other device has too many connections just now"
        case .version: "the other device speaks another version of fen"
        case .removed: "the other device says that this key was removed from the group"
        case .notAdmitted: "the other device knows no member and no open invite for this key"
        case .leaving: "the other device ended the connection"
        case .misbehaved: "the other device could not read what was sent"
        case .budget: "the other device says that it was sent too much"
        case .idle: "the other device heard nothing for too long"
        case .duplicate: "the two devices are connected already"
        case .ownStore: "this is the same device"
        case .storeFailed: "the other device could not read or write its own store"
        }
    }
}
