package import FenMoney
package import FenProtocol

/// An event taken apart for `/inspect`.
package struct InspectView: Sendable {
    /// What it says.
    package let event: EventView
    /// The event as it is stored and passed on.
    package let sealed: SealedEvent
    /// The header's 152 bytes.
    package let headerBytes: [UInt8]
    /// The id recomputed from header and ciphertext equals the stored one.
    package let isIDRight: Bool
    /// The signature is its author's on its header.
    package let isSignatureRight: Bool
    /// The signature had been taken on the word of a successor until now.
    package let wasTakenByChain: Bool
    /// The canonical payload as text; nil when it does not open.
    package let payloadText: String?
    /// Where it is: this device, and the store's path.
    package let places: [String]
}

/// An author's row in `/frontier`.
package struct FrontierRow: Sendable {
    /// Whose log it is.
    package let party: PartyID
    /// The number up to which the log is here without a gap.
    package let contiguous: UInt64
    /// The largest number that is known to exist.
    package let claimed: UInt64
    /// The numbers that are known to exist and not here.
    package let missing: [ClosedRange<UInt64>]
    /// The events no other names as the one before; several in a fork.
    package let tips: [Head]
    /// Some number has two events.
    package let isForked: Bool
}

/// What `/audit` found.
package struct AuditReport: Sendable, Equatable {
    /// How many events were looked at.
    package var events = 0
    /// Events whose signature is not their author's.
    package var badSignatures: [Reference] = []
    /// Events whose id is not the hash of what is stored.
    package var badIDs: [Reference] = []
    /// Events that do not follow the one they name.
    package var brokenChains: [Reference] = []
    /// The projection equals one rebuilt from the log.
    package var isProjectionRight = true
    /// Balances that snapshots state and that the same entries come to otherwise here.
    package var snapshotDifferences: [SnapshotDifferenceView] = []

    /// Nothing was wrong.
    package var isClean: Bool {
        badSignatures.isEmpty && badIDs.isEmpty && brokenChains.isEmpty && isProjectionRight
            && snapshotDifferences.isEmpty
    }

    /// Nothing looked at yet.
    package init() {}
}

/// What `/rebuild` did.
package struct RebuildReport: Sendable, Equatable {
    /// How many events it was computed from.
    package let events: Int
    /// The projection was the same before and after.
    package let wasSame: Bool
}

/// A write that a crash interrupted.
package struct DraftView: Sendable, Equatable {
    /// Names it to ``Engine/finishDraft(_:)`` and ``Engine/discardDraft(_:)``.
    package let id: Int64
    /// The group it was meant for.
    package let group: GroupID
    /// What it would have become, in words.
    package let summary: String
}
