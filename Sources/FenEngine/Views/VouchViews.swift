package import FenMoney
package import FenProtocol

/// A group that somebody who asks for help may share with this person.
package struct SharedGroup: Sendable, Equatable {
    /// The group.
    package let id: GroupID
    /// Its name.
    package let name: String
    /// This person is its organiser, so that the new key can be taken in at once.
    package let isOrganiser: Bool
    /// The person who asks was its organiser.
    package let wasOrganiser: Bool
    /// Who may take the role over then; nil for nobody.
    package let deputy: PartyID?
    /// This person is that deputy.
    package let isDeputy: Bool
    /// What its organiser is called.
    package let organiserName: String
}

/// A member whom somebody who asks for help may be.
package struct VouchCandidate: Sendable, Equatable {
    /// Their key.
    package let party: PartyID
    /// What they are called.
    package let name: String
    /// Four hex digits of the key.
    package let tag: String
    /// They are called as the person who asks says, or look as if.
    package let isNamed: Bool
    /// The groups in which both are active.
    package let groups: [SharedGroup]
    /// When their device wrote last, as it claims, in Unix milliseconds; nil where it never did.
    package let lastWrote: Int64?
    /// A device of theirs is connected.
    package let isConnected: Bool
}

/// A request to help somebody back in, on the member's device.
package struct VouchRequestView: Sendable {
    /// How far it is.
    package enum Stage: String, Sendable {
        /// The answer has to reach the new device.
        case answered
        /// The new device shows its code: it is to be typed here.
        case code
        /// The code was right: who it is has to be said.
        case confirmed
        /// The groups were handed over.
        case done
    }

    /// Names the request.
    package let id: BackID
    /// What the person says they are called.
    package let name: String
    /// How far it is.
    package let stage: Stage
    /// Until when, in Unix milliseconds.
    package let expiresAt: Int64
    /// Four hex digits of the new key; nil while it was not shown.
    package let newTag: String?
    /// Whom it may be, the ones of that name first.
    package let candidates: [VouchCandidate]
    /// The message to send back: the answer, or the groups that were handed over.
    package let link: String
    /// Why the new device could not be reached, where it says that it listens; nil where it was, or
    /// does not.
    package let unreached: String?
    /// The new device is on the line.
    package let isOnLine: Bool
}

/// What came of handing groups over.
package struct HandoverReport: Sendable {
    /// What was done in a group.
    package enum Deed: String, Sendable {
        /// The new key has taken the place of the old one.
        case rekeyed
        /// The others know that this person vouches for it; the organiser decides.
        case vouched
        /// Nothing: why not.
        case failed
    }

    /// One group of those that are shared.
    package struct Group: Sendable {
        /// The group.
        package let id: GroupID
        /// Its name.
        package let name: String
        /// What was done.
        package let deed: Deed
        /// Whether others can have it, of a new key.
        package let publication: Publication?
        /// Why nothing was done.
        package let failure: FenError?
        /// What its organiser is called.
        package let organiserName: String
    }

    /// Who it was.
    package let member: PartyID
    /// Four hex digits of the new key.
    package let successorTag: String
    /// The groups.
    package let groups: [Group]
    /// The message with the groups.
    package let link: String
    /// The new device has taken it.
    package let isDelivered: Bool
}

/// What came of giving somebody their new key.
package struct RekeyReport: Sendable {
    /// Who.
    package let view: RekeyView
    /// The event.
    package let written: Written
    /// The new group key.
    package let rotation: RotationReport
}
