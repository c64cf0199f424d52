package import FenMoney

/// How far something has got that others need before they can go on.
package enum Publication: Sendable, Equatable {
    /// The group's store has it.
    case published
    /// The group has no store, and another member's device has it.
    case delivered
    /// Nobody else is in the group who would need it.
    case alone
    /// Nobody has it yet, and why; a later pass sends it.
    case waiting(FenError)

    /// Whether it is out of this device, or has nowhere to go.
    package var isDone: Bool {
        if case .waiting = self { false } else { true }
    }
}

/// A change of the group's key.
package struct RotationReport: Sendable, Equatable {
    /// The number of the key that the group writes under now.
    package let epoch: UInt32
    /// How many active members it was wrapped to.
    package let members: Int
    /// An earlier change was finished, and nothing else had to be done.
    package let wasFinished: Bool
    /// Whether others can have it.
    package let publication: Publication
}

/// A removal, with the change of the key that belongs to it.
package struct RemovalReport: Sendable {
    /// Who was removed.
    package let removed: PartyID
    /// The event.
    package let written: Written
    /// The new key.
    package let rotation: RotationReport
}

/// How this device stands with the group's keys.
package struct KeyStanding: Sendable, Equatable {
    /// The number of the key this device writes under; nil where it holds none.
    package var epoch: UInt32?
    /// Numbers of keys that events name and this device lacks, ascending.
    package var lacking: [UInt32] = []
    /// When this device has asked the others for the newest of them, in Unix milliseconds.
    package var askedAt: Int64?
    /// Who has sent a wrong one, ascending.
    package var wrongFrom: [PartyID] = []
    /// People who are no members any more and may hold the newest key: the organiser's device
    /// changes it with its next pass.
    package var formerHolders: [PartyID] = []
    /// The last change was interrupted on this organiser's device.
    package var isUnfinished = false

    /// Nothing known.
    package init() {}
}
