package import FenCrypto

/// A person's own account at a Nextcloud.
package struct NextcloudLogin: Sendable {
    /// The server's address, as ``Engine/nextcloudAddress(_:)`` gives it.
    let address: String
    /// The name that the person logs in with.
    let user: String
    /// An app password, or the account's own password.
    let password: String
    /// SHA-256 of the server's public key, for a certificate of its own.
    let pin: Hash32?
    /// The PEM file that says on this device who the server is.
    let authorities: String?

    /// An account.
    package init(
        address: String, user: String, password: String, pin: Hash32?, authorities: String? = nil
    ) {
        self.address = address
        self.user = user
        self.password = password
        self.pin = pin
        self.authorities = authorities
    }
}

extension NextcloudLogin: CustomStringConvertible, CustomReflectable {
    /// Names the server and neither the person nor the password.
    package var description: String { "Nextcloud account at \(address)" }

    /// Shows no parts: the password is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What was done at a Nextcloud for a group.
package struct ShareReport: Sendable, Equatable {
    /// What became of the password that was typed.
    package enum Password: String, Sendable {
        /// It is an app password, and this device keeps it.
        case kept
        /// It is the account's own: the server made an app password with it, which this device
        /// keeps in its place.
        case changed
        /// The server made none, and this device keeps nothing.
        case notKept = "not_kept"
    }

    /// The server's version, as `34.0.1`.
    package let version: String
    /// What invites say of the store is new; otherwise the group's own link was set right.
    package let isNew: Bool
    /// What became of the password.
    package let password: Password
    /// What the person should know although all went well, a sentence each.
    package let remarks: [String]
    /// The day on which the server ends the link by itself, as `2027-01-31`; nil where it does not,
    /// and for a link that was set right.
    package let endsOn: String?
}
