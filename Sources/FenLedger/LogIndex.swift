package import FenProtocol

/// An event as a link of its author's chain.
package struct LogLink: Hashable, Sendable {
    /// The event.
    package let id: EventID
    /// Its number.
    package let seq: UInt64
    /// The event before it.
    package let prev: EventID

    /// Names a link by event, number and the event before it.
    package init(id: EventID, seq: UInt64, prev: EventID) {
        self.id = id
        self.seq = seq
        self.prev = prev
    }
}

/// Where an event stands.
package struct StoredPlace: Hashable, Sendable {
    /// Whose log it is in.
    package let author: MemberID
    /// Its number.
    package let seq: UInt64
    /// Whether it has been opened.
    package let isOpened: Bool

    /// Describes where an event stands.
    package init(author: MemberID, seq: UInt64, isOpened: Bool) {
        self.author = author
        self.seq = seq
        self.isOpened = isOpened
    }
}

/// What is stored of one author, in the few words that suffice while they have never forked.
package struct AuthorLog: Hashable, Sendable {
    /// The numbers of which at least one event is stored.
    package var held: NumberSet
    /// How many events are stored.
    package var count: Int
    /// Whether no number has two events and every event whose predecessor's number is held names
    /// that event as `prev`. False means that there are branches, seen or hidden by a gap.
    package var isLinear: Bool

    /// Describes a log.
    package init(held: NumberSet = NumberSet(), count: Int = 0, isLinear: Bool = true) {
        self.held = held
        self.count = count
        self.isLinear = isLinear
    }
}

/// The structure of the stored logs, which the store keeps and the ledger asks (layer 1).
///
/// It knows every stored event, opened or not, connected or not; never one that is `BAD_CHAIN`.
/// While an author has no branches only their `AuthorLog` is asked for.
package protocol LogIndex {
    /// What asking can fail with.
    associatedtype Failure: Error

    /// What is stored of an author; an empty log for an unknown one. Asked often: keep it at hand.
    func log(of author: MemberID) -> AuthorLog

    /// The event at a number of a linear log.
    func id(of author: MemberID, at seq: UInt64) throws(Failure) -> EventID?

    /// Every link of an author, ascending by number and id. Asked for logs with branches only.
    func links(of author: MemberID) throws(Failure) -> [LogLink]

    /// Where an event stands; nil when it is not stored.
    func place(of event: EventID) throws(Failure) -> StoredPlace?
}
