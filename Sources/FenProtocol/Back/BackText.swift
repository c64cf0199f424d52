import FenCrypto
import FenEncoding

/// Messages of coming back in as text that goes through any chat, or as a QR code (Back in,
/// As text): the message, and the first four bytes of a hash over it, so that what was changed on
/// the way is told from what is something else.
package enum BackText {
    /// The link: `fen://back#m=…&v=1`.
    package static func link(_ message: [UInt8]) -> String {
        "fen://back#m=\(Base64URL.encode(checked(message)))&v=1"
    }

    /// The QR form, all in the characters of a QR's alphanumeric mode.
    package static func qrText(_ message: [UInt8]) -> String {
        let content = checked(message)
        return "FEN:B1/"
            + Base32.encode(
                [UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)] + content)
    }

    /// Finds a message in pasted text. White space, quotes and words around it do no harm.
    package static func parse(_ text: String) throws(BackError) -> [UInt8] {
        guard text.utf8.count <= longestText else { throw .notBack }
        var scanner = InviteScanner(text)
        let content: [UInt8]
        do throws(InviteError) {
            if scanner.skip(past: "fen://back") {
                content = try link(&scanner)
            } else if scanner.skip(past: "fen:b") {
                content = try qrText(&scanner)
            } else {
                throw scanner.isCut(of: ["fen://back#m=", "fen:b1/"], ending: "back#m=")
                    ? .incomplete : .notAnInvite
            }
        } catch {
            throw error == .notAnInvite ? .notBack : BackError(error)
        }
        guard content.count > checkBytes else { throw .damaged }
        let message = [UInt8](content.dropLast(checkBytes))
        guard checked(message) == content else { throw .damaged }
        return message
    }

    /// Whether a text holds such a message, whole or not.
    package static func isIn(_ text: some StringProtocol) -> Bool {
        let text = text.lowercased()
        return text.contains("fen://back#") || text.contains("fen:b1/")
    }

    /// How many bytes the hash takes behind a message.
    private static let checkBytes = 4
    /// The longest text looked at: twice what the largest message needs.
    private static let longestText = 4 * ProtocolLimits.backMessageBytes

    private static func checked(_ message: [UInt8]) -> [UInt8] {
        message + SHA256.hash("fen/1/back/text\0", message).bytes.prefix(checkBytes)
    }

    /// Reads `#m=…&v=1`, in any order.
    private static func link(_ scanner: inout InviteScanner) throws(InviteError) -> [UInt8] {
        _ = scanner.skip("/")
        guard scanner.skip("#") else { throw scanner.isAtEnd ? .incomplete : .notAnInvite }
        var content: [UInt8]?
        var version: [UInt8]?
        while content == nil || version == nil {
            guard let field = scanner.field() else { throw .incomplete }
            switch field.name {
            case "m" where content == nil: content = field.value
            case "v" where version == nil: version = try scanner.version(field)
            case "m", "v": throw .damaged
            default: break
            }
            if let version { try check(version) }
        }
        guard let content,
            let bytes = Base64URL.decode(String(decoding: content, as: UTF8.self))
        else { throw .damaged }
        return bytes
    }

    /// Reads `1/` and the base32 text behind it.
    private static func qrText(_ scanner: inout InviteScanner) throws(InviteError) -> [UInt8] {
        let version = scanner.digits()
        guard scanner.skip("/"), !version.isEmpty else {
            throw scanner.isAtEnd ? .incomplete : .notAnInvite
        }
        try check(version)
        return try scanner.counted(
            checkBytes + 1...checkBytes + ProtocolLimits.backMessageBytes)
    }

    private static func check(_ version: [UInt8]) throws(InviteError) {
        switch version {
        case [0x31]: return
        case []: throw .incomplete
        case let digits where digits.first == 0x30: throw .damaged
        default: throw .newerVersion
        }
    }
}
