package import FenCrypto
import FenEncoding

/// An invite as it is handed over: the package, and the secret that opens it (§7).
package struct SealedInvite: Equatable, Sendable {
    /// 16 random bytes for this one body.
    package let secret: SecretBytes
    /// The sealed body.
    package let package: [UInt8]

    /// The length of the secret.
    package static let secretBytes = 16

    /// The lengths a package can have.
    static let packageBytes =
        ProtocolLimits.tagBytes + 1...ProtocolLimits.tagBytes + ProtocolLimits.inviteBodyBytes

    /// Pairs what was read out of a link; nil when the lengths cannot be.
    package init?(secret: [UInt8], package: [UInt8]) {
        guard secret.count == Self.secretBytes, Self.packageBytes.contains(package.count) else {
            return nil
        }
        self.secret = SecretBytes(copying: secret)
        self.package = package
    }

    /// Seals a body under a fresh secret.
    package init(body: [UInt8], entropy: EntropySource) {
        secret = entropy.secret(Self.secretBytes)
        package = XChaCha20Poly1305.seal(
            body, key: Self.key(of: secret), nonce: .zero, aad: Self.label)
    }

    /// The link: `fen://join#s=…&p=…&v=3`.
    package var link: String {
        let secret = secret.withUnsafeBytes { Base64URL.encode($0) }
        return "fen://join#s=\(secret)&p=\(Base64URL.encode(package))&v=3"
    }

    /// The QR form, all in the characters of a QR's alphanumeric mode: `FEN:J3/` and base32 of
    /// `u16 length || invite_secret || package`.
    package var qrText: String {
        let content = secret.withUnsafeBytes { [UInt8]($0) } + package
        let length = [UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
        return "FEN:J3/" + Base32.encode(length + content)
    }

    /// Opens the package; whatever does not open is damaged.
    package func body() throws(InviteError) -> [UInt8] {
        do {
            return try XChaCha20Poly1305.open(
                package, key: Self.key(of: secret), nonce: .zero, aad: Self.label)
        } catch {
            throw .damaged
        }
    }

    /// What the package is bound to, and where its key begins.
    private static let label = "fen/invite/3"

    /// `SHA-256("fen/invite/3" || u8(0) || invite_secret)`.
    private static func key(of secret: SecretBytes) -> SecretBytes {
        SecretBytes(copying: SHA256.hash("fen/invite/3\0", secret))
    }
}
