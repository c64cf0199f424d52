package import FenCrypto
import FenEncoding
import FenHTTP

/// A person's own account at a Nextcloud, for making a group's folder and link there.
package struct NextcloudAccount: Sendable {
    /// The server's address with its scheme, and the path below which it lives, if any.
    package var baseURL: String
    /// The name that the person logs in with.
    package var user: String
    /// An app password.
    package var password: SecretBytes
    /// SHA-256 of the server's public key, for an owner's own certificate.
    package var pin: Hash32?
    /// A PEM file with the owner's own authority, which then is the only one; a pin goes first.
    package var authorities: String?

    /// Describes an account.
    package init(
        baseURL: String, user: String, password: SecretBytes, pin: Hash32? = nil,
        authorities: String? = nil
    ) {
        self.baseURL = baseURL
        self.user = user
        self.password = password
        self.pin = pin
        self.authorities = authorities
    }

    /// The server's address out of whatever a person copies from a browser: without a scheme, or
    /// with the page that was open. Nil where none can be made of it, and for `http` to another
    /// machine.
    package static func baseURL(typed text: String) -> String? {
        NextcloudAddress.base(typed: text)
    }
}

extension NextcloudAccount: CustomStringConvertible, CustomReflectable {
    /// Names the server and neither the person nor the password.
    package var description: String { "Nextcloud account at \(baseURL)" }

    /// Shows no parts: the password is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What was found before anything is made.
package struct NextcloudReadiness: Sendable, Equatable {
    /// The server's version, as `34.0.1`.
    package var version: String
    /// The account's own id, which stands in addresses and may differ from the name that the
    /// person logs in with.
    package var userID: String
    /// What the person should know although the group can be put there, a sentence each.
    package var remarks: [String]
}

/// A group's link, made.
package struct NextcloudLink: Sendable {
    /// The share, as members reach it.
    package var place: NextcloudPlace
    /// What was found before it was made.
    package var readiness: NextcloudReadiness
    /// The day on which the server ends the link by itself, as `2027-01-31`; nil where it does not.
    package var lastDay: String?
}
