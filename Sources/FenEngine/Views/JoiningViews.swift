package import FenMoney
package import FenProtocol

/// An invite just made: the only moment its link exists in memory.
package struct IssuedInvite: Sendable {
    /// Names it in the log.
    package let id: InviteID
    /// Whom it is meant for.
    package let name: String
    /// The link to send, which is a secret.
    package let link: String
    /// The same as the text of a QR code.
    package let qrText: String
    /// Unix milliseconds.
    package let expiresAt: Int64
}

extension IssuedInvite: CustomStringConvertible, CustomReflectable {
    /// Says whom it is for; the link is a secret.
    package var description: String { "invite for \(name)" }

    /// Shows no parts: the link is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// An invite in the list of `/invites`.
package struct InviteView: Sendable {
    /// What became of it.
    package enum Status: Sendable, Equatable {
        /// It can be used.
        case open
        /// Somebody was let in by it.
        case used(by: PartyID)
        /// It was taken back.
        case revoked
        /// Its time is over.
        case expired
    }

    /// Names it in the log.
    package let id: InviteID
    /// Whom it is meant for.
    package let name: String
    /// Unix milliseconds.
    package let expiresAt: Int64
    /// What became of it.
    package let status: Status
    /// Waiting joiners with a right proof.
    package let joiners: [MemberView]
}

/// What a link says, before anything is written.
package struct InvitePreview: Sendable {
    /// What stands in the link.
    package let invite: Invite
    /// Four hex digits of the founder's key.
    package let founderTag: String
    /// Its time is over by this device's clock.
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
    /// How far somebody has come who was invited.
    package enum Status: String, Sendable {
        /// Has an invite that is open.
        case invited
        /// Was let in by it.
        case confirmed
        /// Let its time go by.
        case expired
    }

    /// What they are called, or were when they were invited.
    package let name: String
    /// How far they have come.
    package let status: Status
    /// The group they were invited to.
    package let group: GroupID
    /// Four hex digits of their key, once it is known.
    package let tag: String?
}

/// Somebody known from another group, who can be added to a group without a link.
package struct KnownFriend: Sendable, Equatable {
    /// Who it is.
    package let party: PartyID
    /// What they are called there.
    package let name: String
    /// Four hex digits of their key.
    package let tag: String
    /// The group through which their invite travels.
    package let relay: GroupID
}

/// What came of adding a friend.
package struct DirectAddReport: Sendable {
    /// The event that makes them a member.
    package let written: Written
    /// Whether others can have it, and the friend their invite.
    package let publication: Publication
}

/// An invite that a member of a group here has passed on to this person.
package struct RelayedInvite: Sendable {
    /// The event it stands in.
    package let event: EventID
    /// The group whose log that is in.
    package let relay: GroupID
    /// Who passed it on.
    package let from: MemberView
    /// What it says.
    package let preview: InvitePreview
}
