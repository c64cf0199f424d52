package import FenCrypto
import FenEncoding

/// An event as it is stored and passed on: header, ciphertext, signature, and the id over the
/// first two (§4).
package struct SealedEvent: Hashable, Sendable {
    /// What it says in clear.
    package let header: EventHeader
    /// The sealed payload.
    package let ciphertext: [UInt8]
    /// The author's signature over the id.
    package let signature: Signature
    /// `SHA-256("fen/1/event" || u8(0) || H || SHA-256(ct))`, computed here and nowhere taken
    /// from outside.
    package let id: EventID

    /// Puts an event together and computes its id.
    package init(header: EventHeader, ciphertext: [UInt8], signature: Signature) {
        self.header = header
        self.ciphertext = ciphertext
        self.signature = signature
        id = ciphertext.withUnsafeBytes { Self.id(of: header, ciphertext: $0) }
    }

    /// Puts an event together under the id that was computed when it was stored: for what comes
    /// out of this device's own database, where hashing anew costs more than all the rest.
    package init(
        header: EventHeader, ciphertext: [UInt8], signature: Signature, knownID: EventID
    ) {
        self.header = header
        self.ciphertext = ciphertext
        self.signature = signature
        id = knownID
    }

    /// Signs a header and ciphertext (§4). The signer must be the header's author.
    package init(header: EventHeader, ciphertext: [UInt8], signer: SigningKey) {
        let id = ciphertext.withUnsafeBytes { Self.id(of: header, ciphertext: $0) }
        self.header = header
        self.ciphertext = ciphertext
        self.id = id
        signature = signer.sign(Self.signPrefix, id)
    }

    /// The event's place in the group's order.
    package var order: EventOrder {
        EventOrder(lamport: header.lamport, id: id)
    }

    /// The event as a head names it.
    package var head: Head {
        Head(id: id, seq: header.seq)
    }

    /// Whether the signature is the author's over this id (§2's rule). Costs an Ed25519
    /// verification; a chain of events needs one at its tip only (§4).
    package func verifySignature() -> Bool {
        header.author.verify(signature, Self.signPrefix, id)
    }

    /// The id of an event, from its parts.
    package static func id(
        of header: EventHeader,
        ciphertext: UnsafeRawBufferPointer
    ) -> EventID {
        let prefix = idPrefix
        let count = prefix.count + EventHeader.byteCount + Hash32.byteCount
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { buffer in
            buffer.copyBytes(from: prefix)
            header.write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[prefix.count...]))
            let tail = prefix.count + EventHeader.byteCount
            SHA256.hash(ciphertext).withUnsafeBytes { hash in
                UnsafeMutableRawBufferPointer(rebasing: buffer[tail...]).copyMemory(from: hash)
            }
            return EventID(raw: SHA256.hash(UnsafeRawBufferPointer(buffer)).raw)
        }
    }

    /// What the hash of the id begins with.
    private static let idPrefix = [UInt8]("fen/1/event\0".utf8)

    /// What is signed is this and the id.
    private static let signPrefix = [UInt8]("fen/1/sign\0".utf8)
}
