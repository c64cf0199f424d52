package import FenCrypto
package import FenEncoding

/// What a box is for; part of its key, so that a box cannot be passed off as another (§6).
package enum WrapContext: Hashable, Sendable {
    /// The group key of an epoch.
    case epoch(UInt32)
    /// An invite body.
    case invite
    /// Groups that are handed over to whoever gets back in, by the hash of what was said before.
    case back(Hash32)

    /// What the derivation is told.
    fileprivate var info: [UInt8] {
        switch self {
        case .epoch(let epoch):
            [UInt8]("fen/1/wrap/epoch/".utf8) + withUnsafeBytes(of: epoch.bigEndian) { [UInt8]($0) }
        case .invite:
            [UInt8]("fen/1/wrap/invite".utf8)
        case .back(let transcript):
            [UInt8]("fen/1/wrap/back/".utf8) + transcript.bytes
        }
    }
}

/// Why a box cannot be made or opened.
package enum KeyWrapError: Error, Hashable, Sendable {
    /// The member's key is no valid Ed25519 key, so that nothing can be wrapped to it.
    case badMember
    /// Too short to be a box.
    case badSize
    /// Not made for this key, context or group, or changed on the way.
    case notOurs
}

/// Boxes that only one member can open (§6): `A || XChaCha20-Poly1305-IETF(k, 0, message, aad =
/// group_id)` with an ephemeral key `A` for each.
package enum KeyWrap {
    /// What a box adds to its message: the ephemeral public key and the tag.
    package static let overhead = 48

    /// Wraps a message to a member. The group is that of the log the box stands in.
    package static func wrap(
        _ message: some ByteSource,
        to member: MemberID,
        context: WrapContext,
        group: GroupID,
        entropy: EntropySource
    ) throws(KeyWrapError) -> [UInt8] {
        try wrap(message, to: member, context: context, aad: group, entropy: entropy)
    }

    /// Wraps a message to somebody in no log: `aad` is what stands in the place of the group.
    static func wrap(
        _ message: some ByteSource,
        to member: MemberID,
        context: WrapContext,
        aad: some ByteSource,
        entropy: EntropySource
    ) throws(KeyWrapError) -> [UInt8] {
        guard let recipient = member.x25519 else {
            throw .badMember
        }
        let ephemeral = AgreementKey.generate(from: entropy)
        let key = try derive(
            mine: ephemeral,
            theirs: recipient,
            ephemeral: ephemeral.publicKey,
            recipient: recipient,
            context: context
        )
        return ephemeral.publicKey.bytes
            + XChaCha20Poly1305.seal(message, key: key, nonce: .zero, aad: aad)
    }

    /// Opens a box with the member's own pair.
    package static func unwrap(
        _ box: [UInt8],
        with pair: AgreementKey,
        context: WrapContext,
        group: GroupID
    ) throws(KeyWrapError) -> SecretBytes {
        try unwrap(box, with: pair, context: context, aad: group)
    }

    /// Opens a box that stands in no log.
    static func unwrap(
        _ box: [UInt8],
        with pair: AgreementKey,
        context: WrapContext,
        aad: some ByteSource
    ) throws(KeyWrapError) -> SecretBytes {
        guard box.count > overhead,
            let ephemeral = X25519PublicKey(box[..<X25519PublicKey.byteCount])
        else {
            throw .badSize
        }
        let key = try derive(
            mine: pair,
            theirs: ephemeral,
            ephemeral: ephemeral,
            recipient: pair.publicKey,
            context: context
        )
        do {
            return try XChaCha20Poly1305.openSecret(
                box[X25519PublicKey.byteCount...], key: key, nonce: .zero, aad: aad)
        } catch {
            throw .notOurs
        }
    }

    /// The key of a box; a shared secret of zeros is refused.
    private static func derive(
        mine: AgreementKey,
        theirs: X25519PublicKey,
        ephemeral: X25519PublicKey,
        recipient: X25519PublicKey,
        context: WrapContext
    ) throws(KeyWrapError) -> SecretBytes {
        let shared: SecretBytes
        do {
            shared = try mine.agree(with: theirs)
        } catch {
            throw .notOurs
        }
        return HKDFSHA256.derive(
            ikm: shared,
            salt: ephemeral.bytes + recipient.bytes,
            info: context.info,
            count: XChaCha20Poly1305.keyCount
        )
    }
}
