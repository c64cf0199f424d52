package import FenCrypto
import FenEncoding

/// What leads a new device to the old one whose identity it takes over.
///
///     content = u8(1) || secret(16) || u32 expiry in Unix seconds
///               || u8 count || count * (u8 length || address) || SHA-256(all before)[0..<4]
///     link    = "fen://move#" || b64u(u8 length of content || content)
///     QR form = "FEN:M1/" || base32(the same)
///
/// An address is 6 or 18 bytes, as in an invite.
package struct MoveLink: Equatable, Sendable {
    /// How long a link is good, in seconds.
    package static let life: UInt64 = 600

    /// What both devices prove to know.
    package let secret: SecretBytes
    /// When it is over, in Unix seconds.
    package let expiry: UInt32
    /// Where the old device listens, at most ``ProtocolLimits/inviteAddresses``.
    package var addresses: [InviteAddress]

    /// A link with a fresh secret.
    package init(expiry: UInt32, addresses: [InviteAddress], entropy: EntropySource) {
        secret = entropy.secret(SealedInvite.secretBytes)
        self.expiry = expiry
        self.addresses = Array(
            addresses.filter { $0.packed != nil }.prefix(ProtocolLimits.inviteAddresses))
    }

    /// The link.
    package var link: String { withBytes { "fen://move#" + Base64URL.encode($0) } }

    /// The QR form, in the characters of a QR's alphanumeric mode.
    package var qrText: String { withBytes { "FEN:M1/" + Base32.encode($0) } }

    /// The content behind its length, which is wiped afterwards.
    private func withBytes(_ body: ([UInt8]) -> String) -> String {
        var bytes: [UInt8] = []
        // More than it can have: growing would leave the secret behind in memory.
        bytes.reserveCapacity(256)
        defer { wipe(&bytes) }
        bytes += [0, 1]
        secret.withUnsafeBytes { bytes += $0 }
        withUnsafeBytes(of: expiry.bigEndian) { bytes += $0 }
        let packed = addresses.compactMap(\.packed)
        bytes.append(UInt8(packed.count))
        for address in packed { bytes += [UInt8(address.count)] + address }
        bytes += Self.check(bytes.dropFirst())
        bytes[0] = UInt8(bytes.count - 1)
        return body(bytes)
    }

    /// Whether a text may be meant as such a link.
    package static func isMeant(_ text: String) -> Bool {
        var scanner = InviteScanner(text)
        return scanner.skip(past: "fen://move") || scanner.skip(past: "fen:m")
    }

    /// Reads a pasted link, whatever a mail program or a chat has put between its characters.
    package init(pasted text: String) throws(MoveLinkError) {
        guard text.utf8.count <= ProtocolLimits.pastedInviteBytes else { throw .notALink }
        var scanner = InviteScanner(text)
        let letters: [UInt8]
        let isBase32: Bool
        if scanner.skip(past: "fen://move") {
            guard scanner.skip("#") else { throw scanner.isAtEnd ? .incomplete : .notALink }
            (letters, isBase32) = (scanner.word(), false)
        } else if scanner.skip(past: "fen:m") {
            let version = scanner.digits()
            guard scanner.skip("/") else { throw scanner.isAtEnd ? .incomplete : .notALink }
            guard version == [0x31] else { throw .newer }
            (letters, isBase32) = (scanner.base32().letters, true)
        } else {
            throw scanner.isCut(of: ["fen://move#", "fen:m1/"]) ? .incomplete : .notALink
        }
        try self.init(bytes: Self.bytes(of: letters, isBase32: isBase32))
    }

    /// The bytes that letters stand for, as many as the first of them says.
    private static func bytes(
        of letters: [UInt8], isBase32: Bool
    ) throws(MoveLinkError) -> [UInt8] {
        let bits = isBase32 ? 5 : 6
        guard letters.count >= 2 else { throw .incomplete }
        // The first byte stands in the first letters, whatever comes behind.
        let first = letters.prefix(2).reduce(0) { $0 << bits | Int(value($1, isBase32)) }
        let length = first >> (2 * bits - 8)
        let count = ((length + 1) * 8 + bits - 1) / bits
        guard letters.count >= count else { throw .incomplete }
        let text = String(decoding: letters.prefix(count), as: UTF8.self)
        guard let bytes = isBase32 ? Base32.decode(text) : Base64URL.decode(text) else {
            throw .damaged
        }
        return [UInt8](bytes.dropFirst())
    }

    private static func value(_ letter: UInt8, _ isBase32: Bool) -> UInt8 {
        if isBase32 { return InviteScanner.base32Value(letter) }
        return switch letter {
        case 0x41...0x5a: letter - 0x41
        case 0x61...0x7a: letter - 0x61 + 26
        case 0x30...0x39: letter - 0x30 + 52
        default: letter == 0x2d ? 62 : 63
        }
    }

    private init(bytes: [UInt8]) throws(MoveLinkError) {
        guard let version = bytes.first, bytes.count >= 26 else { throw .damaged }
        let content = bytes.dropLast(4)
        guard Self.check(content) == Array(bytes.suffix(4)) else { throw .damaged }
        guard version == 1 else { throw .newer }
        secret = SecretBytes(copying: content[1..<17])
        expiry = content[17..<21].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = content[22...]
        var addresses: [InviteAddress] = []
        for _ in 0..<content[21] {
            guard let length = rest.popFirst(),
                let address = InviteAddress(packed: [UInt8](rest.prefix(Int(length))))
            else { throw .damaged }
            rest = rest.dropFirst(Int(length))
            addresses.append(address)
        }
        guard rest.isEmpty, addresses.count <= ProtocolLimits.inviteAddresses else {
            throw .damaged
        }
        self.addresses = addresses
    }

    private static func check(_ content: some Sequence<UInt8>) -> [UInt8] {
        [UInt8](SHA256.hash([UInt8](content)).bytes.prefix(4))
    }
}

/// Why a link of a move cannot be read. Each has its own sentence.
package enum MoveLinkError: Error, Hashable, Sendable {
    /// Cut: the end or the beginning is missing.
    case incomplete
    /// Something in it was changed.
    case damaged
    /// Something else altogether.
    case notALink
    /// It is of a newer version.
    case newer

    /// A stable name.
    package var code: String {
        switch self {
        case .incomplete: "MOVE_LINK_INCOMPLETE"
        case .damaged: "MOVE_LINK_DAMAGED"
        case .notALink: "NOT_A_MOVE_LINK"
        case .newer: "MOVE_LINK_NEWER"
        }
    }

    /// What happened, in one sentence.
    package var message: String {
        switch self {
        case .incomplete: "This link is incomplete, copy it again."
        case .damaged: "This link is damaged: something in it was changed on the way."
        case .notALink: "This is no link that moves an identity."
        case .newer: "This link was made by a newer version of fen."
        }
    }

    /// What the person can do.
    package var hint: String {
        switch self {
        case .incomplete: "Copy all of it, from fen:// to its last character."
        case .damaged: "Copy it again as it is, or scan the QR code."
        case .notALink: "It begins with fen://move#; /identity move on the old device shows it."
        case .newer: "Install that version here first."
        }
    }
}
