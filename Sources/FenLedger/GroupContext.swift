package import FenCrypto
package import FenMoney
package import FenProtocol

/// Everything about a group that bears on more than one entry: layers 2–5 of What counts and the
/// group-level part of layer 6.
///
/// A pure function of the founder's key, the control events and the structure of the logs. What an
/// entry comes to is a function of its own events and this.
package struct GroupContext: Sendable {
    /// The group.
    package let group: GroupID
    /// The founder's pinned key.
    package let founder: MemberID

    /// The event that made the group: the first in order by the founder at number 1.
    package internal(set) var created: EventID?
    /// The group's name, the last in order.
    package internal(set) var name: String?
    /// The group's currency; nil while the event that made the group is not stored.
    package internal(set) var currency: Currency?
    /// Whether lab commands work in it.
    package internal(set) var isLab = false
    /// Who may change an expense to begin with; the strictest while nothing says otherwise.
    package internal(set) var firstEdit = EditRule.creator
    /// Who may change an expense from some place on, step by step in order.
    package internal(set) var edits: [EditStep] = []

    /// Who has held the organiser's role (layer 2).
    package internal(set) var tenures: Tenures
    /// Every key ever admitted, with what excludes its events (layer 3).
    package internal(set) var standings: [MemberID: Standing] = [:]
    /// The successor of each rekeyed key.
    package internal(set) var successors: [MemberID: MemberID] = [:]
    /// Names of keys ever admitted.
    package internal(set) var names: [MemberID: String] = [:]
    /// Keys that have announced themselves and are not admitted.
    package internal(set) var joiners: [MemberID: Joiner] = [:]

    /// Keys that were admitted, have gone, and have announced themselves anew since. What a key that
    /// has gone writes may be on one device and not on another, so nothing else depends on it.
    package internal(set) var returners: [MemberID: Joiner] = [:]

    /// How many stored events of admitted keys are not `AFTER_REMOVAL`: n of layer 4.
    package internal(set) var eventCount: UInt64 = 0
    /// The keys an organiser has announced, by (epoch, key) (layer 5).
    package internal(set) var announced: [AnnouncedKey] = []

    /// Guests whose adding counts.
    package internal(set) var guests: [EventID: Guest] = [:]
    /// Invites whose issuing counts.
    package internal(set) var invites: [InviteID: InviteRecord] = [:]
    /// The last rate of each currency, by its code.
    package internal(set) var rates: [String: RateRecord] = [:]
    /// The last store that an organiser moved the group to; nil while it is where invites say.
    package internal(set) var storeRotation: StoreRotation?
    /// The closing in force.
    package internal(set) var closing: Closing?
    /// The heads that counted fork acknowledgements name, by author.
    package internal(set) var acknowledged: [MemberID: [Head]] = [:]
    /// Counted snapshots, in order.
    package internal(set) var snapshots: [SnapshotRecord] = []
    /// The event that counts among those on behalf of one.
    package internal(set) var behalf: [EventID: EventID] = [:]
    /// The heads that counted events name, by author.
    package internal(set) var namedHeads: [MemberID: Set<Head>] = [:]

    /// The labels of control events that do not count, or count without their money.
    package internal(set) var labels: [EventID: RefusalReason] = [:]
    /// Targets that control events wait for, and heads they name, which are not stored: their
    /// coming may change what control events come to.
    package internal(set) var awaited: Set<EventID> = []
    /// Admitted authors and authors of control events whose logs have branches.
    package internal(set) var branched: Set<MemberID> = []
    /// Whom money may be about: keys ever admitted and guests.
    var parties = SortedKeys<PartyID>([])
    /// Every key ever admitted.
    var admitted = SortedKeys<MemberID>([])
    /// Whether events of any of them are excluded.
    var hasExclusions = false
    /// The names of keys in `KeyHistory` events, kept since deriving them costs.
    package internal(set) var historyKeys: [EventID: KeyID] = [:]

    init(group: GroupID, founder: MemberID) {
        self.group = group
        self.founder = founder
        tenures = Tenures(founder: founder)
    }

    /// The largest lamport that is not `CLOCK_AHEAD`.
    package var clockBound: UInt64 {
        let bound = max(1, eventCount).multipliedReportingOverflow(
            by: ProtocolLimits.lamportPerEvent)
        return bound.overflow ? .max : bound.partialValue
    }

    /// Who holds the organiser's role now.
    package var organiser: MemberID { tenures.holder }

    /// Whether the group is closed.
    package var isClosed: Bool { closing != nil }

    /// Who may change an expense now.
    package var edit: EditRule { edits.last?.rule ?? firstEdit }

    /// Who may change an expense, for an event at a place in the order.
    package func edit(at order: EventOrder) -> EditRule {
        edits.last { $0.order < order }?.rule ?? firstEdit
    }

    /// Whether an organiser has announced a key.
    package func isAnnounced(_ epoch: UInt32, _ keyID: KeyID) -> Bool {
        for key in announced where key.keyID == keyID && key.epoch == epoch { return true }
        return false
    }

    /// The announced key a writer seals under: of those held the one with the largest epoch, of
    /// several the last in order.
    package func writingKey(held: (UInt32, KeyID) -> Bool) -> AnnouncedKey? {
        announced.filter { held($0.epoch, $0.keyID) }
            .max { ($0.epoch, $0.order) < ($1.epoch, $1.order) }
    }
}
