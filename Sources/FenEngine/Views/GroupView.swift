package import FenMoney
package import FenProtocol

/// This device's own identity.
package struct IdentityView: Sendable, Equatable {
    package let publicKey: MemberID
    /// Four hex digits of the key, to tell equal names apart.
    package let tag: String
    package let name: String
}

/// A group in the list of `/groups`.
package struct GroupSummary: Sendable, Equatable {
    package let id: GroupID
    package let name: String
    package let currency: Currency
    package let organiserName: String
    package let memberCount: Int
    /// Own events that the store does not have yet.
    package let unsynced: Int
    /// This device's person waits to be admitted.
    package let isWaiting: Bool
    package let isGateShut: Bool
}

/// Where somebody stands in a group.
package enum PartyStatus: String, Sendable {
    case active
    case pending
    case left
    case removed
    case guest
}

/// A member, former member, waiting joiner or guest.
package struct MemberView: Sendable, Equatable {
    package let party: PartyID
    package let name: String
    package let tag: String
    package let status: PartyStatus
    /// Two people's names could be confused, so the tag is shown with the name.
    package let needsTag: Bool
    package let isOrganiser: Bool
}

/// What is missing from every total on this device.
package struct PartialMark: Sendable, Equatable {
    /// Numbers known to exist whose events are not here.
    package var missing: Int
    /// Events that could not be opened.
    package var unopened: Int
    /// Events that wait for something they name.
    package var waiting: Int
    /// Events of a kind a newer version wrote.
    package var newer: Int

    /// Nothing is missing: totals are whole.
    package var isEmpty: Bool {
        missing + unopened + waiting + newer == 0
    }
}

/// When a pass over the store last ended well.
package struct SyncMark: Sendable, Equatable {
    /// Unix milliseconds.
    package let at: Int64
    /// What was asked, in words.
    package let source: String
}

/// Where a group's logs travel.
package enum BackendView: Sendable, Equatable {
    case none
    case folder(path: String, state: String)
}

/// An agreed exchange rate.
package struct RateView: Sendable, Equatable {
    package let currency: Currency
    package let rate: Rate
    package let source: String
    package let date: String
    package let setBy: PartyID
}

/// A group as it stands on this device.
package struct GroupView: Sendable, Equatable {
    package let id: GroupID
    package let name: String
    package let currency: Currency
    package let edit: EditRule
    package let isLab: Bool
    package let organiser: PartyID
    package let me: PartyID
    package let myStatus: PartyStatus
    package let members: [MemberView]
    package let isClosed: Bool
    package let partial: PartialMark
    package let unsynced: Int
    package let gate: [GateView]
    package let lastSync: SyncMark?
    package let backend: BackendView
    package let rates: [RateView]

    /// This device may write the organiser's events.
    package var isOrganiser: Bool {
        organiser == me
    }

    /// The member with this id, if the group knows them.
    package func member(_ party: PartyID) -> MemberView? {
        members.first { $0.party == party }
    }
}

/// One reason why the settlement gate is shut.
package enum GateView: Sendable, Equatable {
    /// Numbers `from...through` of `author` are known to exist and not here.
    case missing(author: PartyID, from: UInt64, through: UInt64)
    /// `count` events of `author` are sealed with a key that this device lacks.
    case unknownKey(author: PartyID, count: Int)
    /// `author` wrote two events with number `seq`.
    case fork(author: PartyID, seq: UInt64)
}
