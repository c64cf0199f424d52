package import FenLedger
package import FenMoney
package import FenProtocol

/// Two or more entries of one author with one number.
package struct ForkView: Sendable, Equatable {
    /// The number the branches start with.
    package let seq: UInt64
    /// The first entries of the branches.
    package let branches: [Reference]
}

/// What of one author keeps their log from being provably whole on this device.
package struct GapView: Sendable, Equatable {
    /// Whose log.
    package let author: MemberView
    /// The numbers that are known to exist and not here.
    package let missing: [ClosedRange<UInt64>]
    /// How many entries are sealed under a key that is not here.
    package let unopened: Int
    /// Forks that nobody has acknowledged for the group.
    package let forks: [ForkView]
    /// When this device noticed first that something is missing that the group waits for, in Unix
    /// milliseconds; nil when it waits for nothing of this log.
    package let since: Int64?
    /// Something of it shuts the gate for this person still.
    package let shuts: Bool
    /// This person has decided to go on without; it binds nobody else.
    package let isAcknowledged: Bool
    /// The organiser's snapshot no longer waits for what is missing.
    package let isOverridden: Bool
    /// The same as the ledger has it, to tell what was shown from what was found out since.
    package let reason: GateReason
}

/// What acknowledging has come to.
package struct AcknowledgeReport: Sendable, Equatable {
    /// What this person goes on without from now on.
    package var forMyself: [GapView] = []
    /// Whose forks are acknowledged for everybody, by an event.
    package var forEverybody: [MemberView] = []
}

/// What a snapshot has come to.
package struct SnapshotReport: Sendable, Equatable {
    /// The event.
    package let written: Written
    /// Whose missing entries nobody waits for any more, and through which number.
    package let overridden: [(person: MemberView, through: UInt64)]
    /// Nothing shuts the gate any more, for anybody whose device has what this one has.
    package let opensGate: Bool

    package static func == (one: SnapshotReport, other: SnapshotReport) -> Bool {
        one.written == other.written && one.opensGate == other.opensGate
            && one.overridden.elementsEqual(other.overridden) { $0 == $1 }
    }
}

/// A balance that a snapshot states and that the same entries come to otherwise here.
package struct SnapshotDifferenceView: Sendable, Equatable {
    /// Whose balance.
    package let party: PartyID
    /// What the snapshot says, in minor units.
    package let stated: Int128
    /// What its entries come to here, in minor units.
    package let found: Int128
}

/// What a file needs of one author.
package struct GapNeed: Sendable, Equatable {
    /// Whose entries.
    package let author: MemberView
    /// The numbers.
    package let missing: [ClosedRange<UInt64>]
}

/// What healing by a file has come to.
package struct HealReport: Sendable {
    /// The group the file is about.
    package let group: GroupID
    /// Entries that the file gave and that were not here.
    package let received: Int
    /// Lines in it that nothing proves: changed on the way, or forged. They are not in the answer.
    package let bad: Int
    /// Entries that it gives from now on.
    package let given: Int
    /// What is still needed, by whoever it came from or by this device.
    package let needs: [GapNeed]
    /// Every log is whole here.
    package let isWhole: Bool
    /// The file as it goes back; nil for an archive, which stays as it is.
    package let answer: [UInt8]?
}
