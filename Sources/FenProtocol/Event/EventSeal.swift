package import FenCrypto
import FenEncoding

/// What an author decides of an event's header; the rest follows from the keys.
package struct EventDraft: Hashable, Sendable {
    /// The author's running number.
    package var seq: UInt64
    /// 1 + the largest lamport that counts.
    package var lamport: UInt64
    /// The device's clock in Unix milliseconds.
    package var createdAt: UInt64
    /// The author's previous event; zeros at number 1.
    package var prev: EventID

    /// Makes a draft.
    package init(seq: UInt64, lamport: UInt64, createdAt: UInt64, prev: EventID) {
        self.seq = seq
        self.lamport = lamport
        self.createdAt = createdAt
        self.prev = prev
    }
}

/// Seals payloads into events and opens them again (§3, §4).
package enum EventSeal {
    /// Seals and signs a payload. Refused when no reader would take the payload: the writer's own
    /// slip shows here and not on every other device.
    package static func seal(
        payload: Payload,
        draft: EventDraft,
        key: GroupKey,
        signer: SigningKey,
        entropy: EntropySource
    ) throws(PayloadError) -> SealedEvent {
        let bytes = payload.encode()
        _ = try Payload.decode(bytes)
        return seal(
            unchecked: bytes, draft: draft, key: key, signer: signer, entropy: entropy)
    }

    /// Seals and signs bytes as they are, valid payload or not: for practice groups and tests.
    package static func seal(
        unchecked bytes: [UInt8],
        draft: EventDraft,
        key: GroupKey,
        signer: SigningKey,
        entropy: EntropySource
    ) -> SealedEvent {
        let header = EventHeader(
            group: key.group,
            author: signer.publicKey,
            seq: draft.seq,
            lamport: draft.lamport,
            createdAt: draft.createdAt,
            epoch: key.epoch,
            keyID: key.keyID,
            prev: draft.prev,
            nonce: .random(from: entropy)
        )
        var padded = bytes
        Padding.pad(&padded, block: ProtocolLimits.paddingBlock)
        let ciphertext = header.withEncoded { aad in
            XChaCha20Poly1305.seal(padded, key: key.content, nonce: header.nonce, aad: [UInt8](aad))
        }
        return SealedEvent(header: header, ciphertext: ciphertext, signer: signer)
    }

    /// Opens an event: `UNKNOWN_EPOCH` when this is not its key, `CORRUPT` when it does not open,
    /// unpad, parse or match its kind's schema.
    package static func open(
        _ event: SealedEvent,
        key: GroupKey
    ) throws(RefusalReason) -> Payload {
        var bytes: [UInt8] = []
        return try open(event, key: key, into: &bytes)
    }

    /// Opens an event into a buffer that is used again and again; afterwards it holds the payload's
    /// canonical bytes, or nothing.
    package static func open(
        _ event: SealedEvent,
        key: GroupKey,
        into bytes: inout [UInt8]
    ) throws(RefusalReason) -> Payload {
        try openBytes(event, key: key, into: &bytes)
        do throws(PayloadError) {
            return try Payload.decode(bytes)
        } catch {
            bytes.removeAll(keepingCapacity: true)
            throw error.reason
        }
    }

    /// Opens and unpads an event into a buffer that is used again and again. The bytes have not
    /// been read yet: whether they are a valid payload is `Payload.decode`'s to say.
    package static func openBytes(
        _ event: SealedEvent,
        key: GroupKey,
        into bytes: inout [UInt8]
    ) throws(RefusalReason) {
        guard event.header.keyID == key.keyID, event.header.epoch == key.epoch,
            event.header.group == key.group
        else {
            bytes.removeAll(keepingCapacity: true)
            throw .unknownEpoch
        }
        let opened = event.header.withEncoded { aad in
            event.ciphertext.withUnsafeBytes { sealed in
                XChaCha20Poly1305.open(
                    sealed, key: key.content, nonce: event.header.nonce, aad: aad, into: &bytes)
            }
        }
        guard opened, let count = Padding.unpad(bytes, block: ProtocolLimits.paddingBlock) else {
            bytes.removeAll(keepingCapacity: true)
            throw .corrupt
        }
        bytes.removeLast(bytes.count - count)
    }

    /// Opens and unpads an event.
    package static func openBytes(
        _ event: SealedEvent,
        key: GroupKey
    ) throws(RefusalReason) -> [UInt8] {
        var bytes: [UInt8] = []
        try openBytes(event, key: key, into: &bytes)
        return bytes
    }

    /// Whether a ciphertext may have this many bytes: 16 + 256·n, 1 ≤ n ≤ 129 (§3).
    package static func isCiphertextCount(_ count: Int) -> Bool {
        let padded = count - ProtocolLimits.tagBytes
        return padded > 0 && padded.isMultiple(of: ProtocolLimits.paddingBlock)
            && padded / ProtocolLimits.paddingBlock <= ProtocolLimits.ciphertextBlocks
    }
}
