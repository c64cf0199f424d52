package import FenCrypto
package import FenMoney
package import FenProtocol

/// How a key that was ever admitted stands.
package enum MemberStatus: String, Sendable {
    /// What it writes next counts.
    case active
    /// It has left.
    case left
    /// The organiser has removed it.
    case removed
    /// Another key has taken its place.
    case rekeyed
}

/// A key that was ever admitted.
package struct Member: Hashable, Sendable {
    /// The key.
    package let id: MemberID
    /// The name it wrote last, or the one its predecessor or its invite gives it; may be empty.
    package let name: String
    /// How it stands.
    package let status: MemberStatus
    /// The key that has taken its place.
    package let successor: MemberID?
}

/// A key that has announced itself and is not admitted.
package struct Joiner: Hashable, Sendable {
    /// The key.
    package let id: MemberID
    /// The invite it answers.
    package let invite: InviteID
    /// Its name.
    package let name: String
    /// What proves that it had the invite's token; readers cannot check it.
    package let proof: Hash32
    /// The event it announced itself with: the last in order.
    package let event: EventID
}

/// Somebody without a key who takes part in expenses.
package struct Guest: Hashable, Sendable {
    /// The event that added them.
    package let id: EventID
    /// Who added them.
    package let author: MemberID
    /// Their name.
    package let name: String
    /// The lamport of the event that added them.
    package let lamport: UInt64
    /// The member that the last counted claim in order names.
    package internal(set) var claimed: MemberID?
}

/// An invite as its events leave it.
package struct InviteRecord: Hashable, Sendable {
    /// The invite.
    package let id: InviteID
    /// The event that issued it.
    package let issued: EventID
    /// The name it was issued for.
    package let name: String
    /// When it expires, in Unix milliseconds.
    package let expiresAt: UInt64
    /// The hash of the invite's body.
    package let digest: Hash32
    /// Whether it has been taken back.
    package internal(set) var isRevoked: Bool
    /// Who was admitted by it, first in order.
    package internal(set) var winner: MemberID?
}

/// A rate as the organiser set it last.
package struct RateRecord: Hashable, Sendable {
    /// The currency.
    package let currency: Currency
    /// Units of the group's currency for one of it.
    package let rate: Rate
    /// Where it comes from.
    package let source: String
    /// The day it is for.
    package let date: CalendarDate
    /// The event that set it.
    package let event: EventID
    /// Who set it.
    package let author: MemberID
}

/// A key announced by an organiser (layer 5).
package struct AnnouncedKey: Hashable, Sendable {
    /// Its epoch.
    package let epoch: UInt32
    /// Its name.
    package let keyID: KeyID
    /// What commits to it; nil where only the history names it.
    package let check: Hash32?
    /// The event that announced it first.
    package let order: EventOrder
}

/// The edit permission from a place in the order on.
package struct EditStep: Hashable, Sendable {
    /// From the event after this one.
    package let order: EventOrder
    /// Who may change an expense.
    package let rule: EditRule
}

/// Where the organiser says that the group's logs travel from here on.
package struct StoreRotation: Hashable, Sendable {
    /// The event, in its place.
    package let order: EventOrder
    /// Who wrote it.
    package let author: MemberID
    /// The descriptor's CBOR, which this version may not be able to use.
    package let descriptor: [UInt8]
}

/// A closing in force.
package struct Closing: Hashable, Sendable {
    /// The event.
    package let order: EventOrder
    /// What of each key's log it covers; a key that is not in it has nothing covered.
    package let cut: [MemberID: Coverage]

    /// Whether an event is inside the cut.
    package func covers(_ fact: Fact) -> Bool {
        cut[fact.author]?.contains(fact.seq, fact.id) ?? false
    }
}

/// A counted settlement snapshot.
package struct SnapshotRecord: Equatable, Sendable {
    /// The event.
    package let order: EventOrder
    /// Who wrote it.
    package let author: MemberID
    /// What it says.
    package let content: SettlementSnapshot
}
