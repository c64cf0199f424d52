package import FenMoney
package import FenProtocol

/// An invite just made: the only moment its link exists in memory.
package struct IssuedInvite: Sendable {
    package let id: InviteID
    package let name: String
    package let link: String
    package let qrText: String
    /// Unix milliseconds.
    package let expiresAt: Int64
}

/// An invite in the list of `/invites`.
package struct InviteView: Sendable {
    /// What became of it.
    package enum Status: Sendable, Equatable {
        case open
        case used(by: PartyID)
        case revoked
        case expired
    }

    package let id: InviteID
    package let name: String
    package let expiresAt: Int64
    package let status: Status
    /// Waiting joiners with a right proof.
    package let joiners: [MemberView]
}

/// What a link says, before anything is written.
package struct InvitePreview: Sendable {
    package let invite: Invite
    /// Four hex digits of the founder's key.
    package let founderTag: String
    package let isExpired: Bool
    /// The group is already here.
    package let isKnownGroup: Bool
    /// Where the logs travel, in words without secrets.
    package let storeWords: String
    /// A shared folder group: the joiner must say where it is on this laptop.
    package let needsFolder: Bool
}

/// Somebody this person invited once.
package struct FriendView: Sendable, Equatable {
    /// Seeds, Flow 3.
    package enum Status: String, Sendable {
        case invited
        case confirmed
        case expired
    }

    package let name: String
    package let status: Status
    package let group: GroupID
    package let tag: String?
}
