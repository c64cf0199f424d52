import FenEncoding

/// Finds an invite in pasted text (§7).
///
/// White space, line breaks, quotes and anything not ASCII may stand anywhere: mail programs and
/// chats put them there. Words before the invite and punctuation or words behind it do no harm
/// either. What is missing makes it incomplete, what cannot be makes it damaged.
package enum PastedInvite {
    /// Reads the invite's parts; its package is not opened yet.
    package static func parse(_ text: String) throws(InviteError) -> SealedInvite {
        guard text.utf8.count <= ProtocolLimits.pastedInviteBytes else {
            throw .notAnInvite
        }
        var scanner = InviteScanner(text)
        if scanner.skip(past: "fen://join") || scanner.skip(past: "https://fenapp.net/join") {
            return try link(&scanner)
        }
        if scanner.skip(past: "fen:j") {
            return try qrText(&scanner)
        }
        throw scanner.isCut(of: ["fen://join#s=", "https://fenapp.net/join#s=", "fen:j3/"])
            ? .incomplete : .notAnInvite
    }

    /// Reads `#s=…&p=…&v=3`, in any order, behind the address.
    private static func link(_ scanner: inout InviteScanner) throws(InviteError) -> SealedInvite {
        _ = scanner.skip("/")
        guard scanner.skip("#") else {
            throw scanner.isAtEnd ? .incomplete : .notAnInvite
        }
        var secret: [UInt8]?
        var package: [UInt8]?
        var version: [UInt8]?
        while version == nil || secret == nil || package == nil {
            guard let field = scanner.field() else {
                throw .incomplete
            }
            switch field.name {
            case "s" where secret == nil: secret = field.value
            case "p" where package == nil: package = field.value
            case "v" where version == nil: version = try scanner.version(field)
            case "s", "p", "v": throw .damaged
            default: break
            }
            if let version, version != [0x33] {
                throw refusal(ofVersion: version)
            }
        }
        guard let secret, let package,
            let secretBytes = Base64URL.decode(String(decoding: secret, as: UTF8.self)),
            let packageBytes = Base64URL.decode(String(decoding: package, as: UTF8.self)),
            let sealed = SealedInvite(secret: secretBytes, package: packageBytes)
        else {
            throw .damaged
        }
        return sealed
    }

    /// Reads `3/` and the base32 text behind it.
    private static func qrText(
        _ scanner: inout InviteScanner
    ) throws(InviteError) -> SealedInvite {
        let version = scanner.digits()
        guard scanner.skip("/"), !version.isEmpty else {
            throw scanner.isAtEnd ? .incomplete : .notAnInvite
        }
        guard version == [0x33] else {
            throw refusal(ofVersion: version)
        }
        let text = scanner.base32()
        guard text.letters.count >= 4 else {
            throw text.isCut ? .incomplete : .damaged
        }
        // Four letters are twenty bits, the length's sixteen at their top.
        let head = text.letters.prefix(4).reduce(0) { $0 << 5 | Int(InviteScanner.base32Value($1)) }
        let length = head >> 4
        guard SealedInvite.packageBytes.contains(length - SealedInvite.secretBytes) else {
            throw .damaged
        }
        let count = ((length + 2) * 8 + 4) / 5
        guard text.letters.count >= count else {
            throw text.isCut ? .incomplete : .damaged
        }
        guard text.letters.count == count || text.gaps.contains(count),
            let bytes = Base32.decode(String(decoding: text.letters[..<count], as: UTF8.self)),
            let sealed = SealedInvite(
                secret: [UInt8](bytes[2..<2 + SealedInvite.secretBytes]),
                package: [UInt8](bytes[(2 + SealedInvite.secretBytes)...])
            )
        else {
            throw .damaged
        }
        return sealed
    }

    /// What a version that is not 3 is refused as.
    private static func refusal(ofVersion version: [UInt8]) -> InviteError {
        switch version {
        case []: .incomplete
        case [0x32]: .version2
        case let digits where digits.first == 0x30 || digits == [0x31]: .damaged
        default: .newerVersion
        }
    }
}
