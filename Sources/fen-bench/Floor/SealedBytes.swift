import FenEncoding
import FenProtocol

/// One event as the bare calls need it: all that has to be found out about a line beforehand is
/// found out here and not timed.
struct SealedBytes {
    /// The ciphertext in base64, as the line has it.
    let text: [UInt8]
    /// The header's 152 bytes, which the ciphertext is bound to.
    let header: [UInt8]
    let nonce: [UInt8]
    let signature: [UInt8]
    let author: [UInt8]

    /// Takes a line apart.
    init(_ event: SealedEvent) {
        text = Array(Base64URL.encode(event.ciphertext).utf8)
        var header: [UInt8] = []
        event.header.encode(into: &header)
        self.header = header
        nonce = event.header.nonce.bytes
        signature = event.signature.bytes
        author = event.header.author.bytes
    }

    /// Every event of a log file.
    static func all(of path: String, in group: GroupID) throws -> [SealedBytes] {
        try events(of: path, in: group).map(SealedBytes.init)
    }

    /// Every event of a log file, as the protocol reads it.
    static func events(of path: String, in group: GroupID) throws -> [SealedEvent] {
        try Files.read(path).split(separator: 0x0a).map { line in
            try EventLine.decode(Array(line), group: group)
        }
    }
}
