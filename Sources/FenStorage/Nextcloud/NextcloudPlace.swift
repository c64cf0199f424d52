package import FenCrypto
import FenEncoding
import FenHTTP

/// A public share of a Nextcloud, the group's root, and what is needed to reach it.
package struct NextcloudPlace: Sendable {
    /// The server's address with its scheme, and the path below which it lives, if any.
    package var baseURL: String
    /// The share's token: who has it and the password is in.
    package var shareToken: String
    /// The share's password.
    package var sharePassword: SecretBytes
    /// SHA-256 of the server's public key, for an owner's own certificate.
    package var pin: Hash32?
    /// A PEM file with the owner's own authority, which then is the only one; a pin goes first.
    package var authorities: String?

    /// Describes a share.
    package init(
        baseURL: String, shareToken: String, sharePassword: SecretBytes, pin: Hash32? = nil,
        authorities: String? = nil
    ) {
        self.baseURL = baseURL
        self.shareToken = shareToken
        self.sharePassword = sharePassword
        self.pin = pin
        self.authorities = authorities
    }
}

extension NextcloudPlace: CustomStringConvertible, CustomReflectable {
    /// Names the server and never the share's secrets.
    package var description: String { "Nextcloud share at \(baseURL)" }

    /// Shows no parts: token and password are secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The headers that go with every request to a Nextcloud.
enum NextcloudHeaders {
    /// Who asks, said at once and not only when asked for: the server counts a request without as
    /// a failure. `X-Requested-With` because a server whose admin has switched sharing with other
    /// servers off refuses links without it (nextcloud/server #20132, #43287).
    static func login(_ user: String, _ password: SecretBytes) -> [HTTPHeader] {
        let pair = Array(user.utf8) + [UInt8(ascii: ":")] + password.lendBytes(Array.init)
        var text = Base64URL.encode(pair).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        text += Array(repeating: "=", count: (3 - pair.count % 3) % 3)
        return [
            HTTPHeader("Authorization", "Basic \(String(text))"),
            HTTPHeader("X-Requested-With", "XMLHttpRequest"),
        ]
    }
}
