package import FenMoney
package import FenProtocol

/// This device's own identity.
package struct IdentityView: Sendable, Equatable {
    /// The key that signs everything this person writes.
    package let publicKey: MemberID
    /// Four hex digits of the key, to tell equal names apart.
    package let tag: String
    /// What this person is called where no group says otherwise.
    package let name: String
}

/// A group in the list of `/groups`.
package struct GroupSummary: Sendable, Equatable {
    /// Names the group.
    package let id: GroupID
    /// The group's name.
    package let name: String
    /// The currency its balances are in.
    package let currency: Currency
    /// Who may let people in.
    package let organiserName: String
    /// How many active members it has.
    package let memberCount: Int
    /// Own events that the store does not have yet.
    package let unsynced: Int
    /// This device's person waits to be admitted.
    package let isWaiting: Bool
    /// No settlement may be recorded on this device now.
    package let isGateShut: Bool
    /// That is so because somebody wrote two events with one number.
    package let isForked: Bool
    /// That is so because something is missing, or cannot be opened.
    package let hasGap: Bool
}

/// Where somebody stands in a group.
package enum PartyStatus: String, Sendable {
    /// Admitted, and neither removed nor gone.
    case active
    /// Has asked to be let in.
    case pending
    /// Has left by themselves.
    case left
    /// Was removed by the organiser.
    case removed
    /// Takes part without a device of their own.
    case guest
}

/// A member, former member, waiting joiner or guest.
package struct MemberView: Sendable, Equatable {
    /// Names them in events.
    package let party: PartyID
    /// What they are called.
    package let name: String
    /// Four hex digits of their key.
    package let tag: String
    /// Where they stand.
    package let status: PartyStatus
    /// Two people's names could be confused, so the tag is shown with the name.
    package let needsTag: Bool
    /// They hold the organiser's role.
    package let isOrganiser: Bool
    /// What this person knows of their key.
    package var trust = KeyTrust.unchecked
    /// The newest of the keys that have taken the place of theirs.
    package var successor: PartyID?
}

/// A guest who turned out to be a member.
package struct ClaimedGuest: Sendable, Equatable {
    /// Names the guest in events.
    package let guest: PartyID
    /// What the guest was called.
    package let name: String
    /// Whom the last claim names, or who has taken that person's place since.
    package let member: PartyID
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
    /// Through no store.
    case none
    /// Through a shared folder; `state` is `ready` or what failed last.
    case folder(path: String, state: String)
    /// Through a bucket of an S3 store; `state` is `ready` or what failed last, `remarks` is what a
    /// person should know although it works.
    case s3(endpoint: String, bucket: String, state: String, remarks: [String])
    /// Through a share of the Nextcloud at `server`; `state` is `ready` or what failed last, `endsOn`
    /// is the day on which the server ends the link by itself (`2027-01-31`), as far as its owner's
    /// device knows, and `isOwner` that this device can mend the link.
    case nextcloud(server: String, state: String, endsOn: String?, isOwner: Bool)
}

/// An agreed exchange rate.
package struct RateView: Sendable, Equatable {
    /// The foreign currency.
    package let currency: Currency
    /// Units of the group's currency for one of it.
    package let rate: Rate
    /// Where the organiser says it comes from.
    package let source: String
    /// The day it is of.
    package let date: String
    /// Who set it.
    package let setBy: PartyID
}

/// A group as it stands on this device.
package struct GroupView: Sendable, Equatable {
    /// Names the group.
    package let id: GroupID
    /// Its name.
    package let name: String
    /// The currency its balances are in.
    package let currency: Currency
    /// Who may change an expense.
    package let edit: EditRule
    /// It was made for practice.
    package let isLab: Bool
    /// Who holds the organiser's role.
    package let organiser: PartyID
    /// Who may take the organiser's role over; nil for nobody.
    package var deputy: PartyID?
    /// This device's person.
    package let me: PartyID
    /// Where this device's person stands.
    package let myStatus: PartyStatus
    /// Why this person, who has asked to be let in, is not in yet; nil where they wait for nothing.
    package var waitsFor: AdmissionWait?
    /// This person has gone, and has asked to be let in again.
    package var isReturning = false
    /// Everybody it knows, former members, joiners and guests too.
    package let members: [MemberView]
    /// Guests who are members now, by id; everything of theirs counts for the member.
    package var claimedGuests: [ClaimedGuest] = []
    /// No money may be written any more.
    package let isClosed: Bool
    /// What its totals lack on this device.
    package let partial: PartialMark
    /// Own events that the store does not have yet.
    package let unsynced: Int
    /// Why no settlement may be recorded here; empty when one may.
    package let gate: [GateView]
    /// When a pass last ended well; nil when none has.
    package let lastSync: SyncMark?
    /// Where its logs travel.
    package let backend: BackendView
    /// The PEM file of authorities by which its server is known on this device; nil where this
    /// machine's own decide.
    package let authorities: String?
    /// A move to another store that has not ended here; nil when there is none.
    package let move: StoreMoveView?
    /// How many devices are connected.
    package let connected: Int
    /// The exchange rates in force.
    package let rates: [RateView]
    /// On the organiser's device: how many changes came after their authors had gone and were not
    /// applied.
    package var lateChanges: [PartyID: Int] = [:]
    /// Whom members vouch for, and nobody has given their new key yet.
    package var vouches: [VouchView] = []
    /// What has taken the place of this device's key.
    package var replaced: RekeyView?
    /// How this device stands with its keys.
    package var keys = KeyStanding()
    /// What is wrong with its store; nil where the last try went through, or none was made.
    package var trouble: TroubleView?

    /// This device's person is no member any more: they have left, or were removed.
    package var isOut: Bool {
        myStatus == .left || myStatus == .removed
    }

    /// The invite they came with lets this person in no more: they need a fresh one.
    package var needsFreshInvite: Bool {
        waitsFor?.isHopeless ?? false
    }

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
