package import FenCrypto
import FenEncoding

/// The key of one epoch of one group, with the sub-keys derived from it (§2).
package final class GroupKey: Sendable {
    /// The group.
    package let group: GroupID
    /// The epoch.
    package let epoch: UInt32
    /// The key itself, as invites and boxes carry it.
    package let secret: SecretBytes
    /// Seals payloads.
    package let content: SecretBytes
    /// Seals attachments.
    package let attachment: SecretBytes
    /// The pre-shared key of the peer handshake.
    package let peer: SecretBytes
    /// Lets a listener find the group of a greeting.
    package let hello: SecretBytes
    /// Commits to the key.
    package let check: Hash32
    /// Names the key in every event sealed under it: the first 16 bytes of `check`.
    package let keyID: KeyID

    /// The length of a group key.
    package static let byteCount = 32

    /// Takes a key and derives its sub-keys; nil when it is not 32 bytes long.
    package convenience init?(group: GroupID, epoch: UInt32, secret: SecretBytes) {
        guard secret.count == Self.byteCount else {
            return nil
        }
        self.init(measured: secret, group: group, epoch: epoch)
    }

    /// Takes a key that is known to have 32 bytes.
    private init(measured secret: SecretBytes, group: GroupID, epoch: UInt32) {
        func derive(_ purpose: String) -> SecretBytes {
            var info = [UInt8]("fen/1/\(purpose)/".utf8)
            withUnsafeBytes(of: epoch.bigEndian) { info += $0 }
            return HKDFSHA256.derive(ikm: secret, salt: group, info: info, count: 32)
        }
        self.group = group
        self.epoch = epoch
        self.secret = secret
        content = derive("content")
        attachment = derive("attachment")
        peer = derive("peer")
        hello = derive("hello")
        (check, keyID) = derive("check").withUnsafeBytes { bytes in
            (
                Hash32(bytes) ?? Hash32(),
                KeyID(UnsafeRawBufferPointer(rebasing: bytes[..<KeyID.byteCount])) ?? KeyID()
            )
        }
    }

    /// A fresh key.
    package static func generate(
        group: GroupID,
        epoch: UInt32,
        from entropy: EntropySource
    ) -> GroupKey {
        GroupKey(measured: entropy.secret(byteCount), group: group, epoch: epoch)
    }
}
