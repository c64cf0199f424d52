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
        let starts = ["fen://join#s=", "https://fenapp.net/join#s=", "fen:j3/"]
        throw scanner.isCut(of: starts, ending: "join#s=") ? .incomplete : .notAnInvite
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
        let sizes = SealedInvite.packageBytes
        let content = try scanner.counted(
            SealedInvite.secretBytes + sizes.lowerBound...SealedInvite.secretBytes
                + sizes.upperBound)
        guard
            let sealed = SealedInvite(
                secret: [UInt8](content.prefix(SealedInvite.secretBytes)),
                package: [UInt8](content.dropFirst(SealedInvite.secretBytes)))
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
