package import FenMoney
package import FenProtocol

/// An event taken apart for `/inspect`.
package struct InspectView: Sendable {
    package let event: EventView
    package let sealed: SealedEvent
    /// The header's 152 bytes.
    package let headerBytes: [UInt8]
    /// The id recomputed from header and ciphertext equals the stored one.
    package let isIDRight: Bool
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
    package let party: PartyID
    package let contiguous: UInt64
    package let claimed: UInt64
    package let missing: [ClosedRange<UInt64>]
    package let tips: [Head]
    package let isForked: Bool
}

/// What `/audit` found.
package struct AuditReport: Sendable, Equatable {
    package var events = 0
    package var badSignatures: [Reference] = []
    package var badIDs: [Reference] = []
    package var brokenChains: [Reference] = []
    /// The projection equals one rebuilt from the log.
    package var isProjectionRight = true

    /// Nothing was wrong.
    package var isClean: Bool {
        badSignatures.isEmpty && badIDs.isEmpty && brokenChains.isEmpty && isProjectionRight
    }

    package init() {}
}

/// What `/rebuild` did.
package struct RebuildReport: Sendable, Equatable {
    package let events: Int
    /// The projection was the same before and after.
    package let wasSame: Bool
}

/// A write that did not finish (seeds, Error 8).
package struct DraftView: Sendable, Equatable {
    package let id: Int64
    package let group: GroupID
    /// What it would have become, in words.
    package let summary: String
}
