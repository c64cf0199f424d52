/// An event named by id and number: the tip of a log or of one branch of it (§5).
package struct Head: Hashable, Sendable, Comparable {
    /// The event.
    package var id: EventID
    /// Its `author_seq`.
    package var seq: UInt64

    /// Pairs an event with its number.
    package init(id: EventID, seq: UInt64) {
        self.id = id
        self.seq = seq
    }

    /// Lists of heads are sorted by number, then id.
    package static func < (left: Head, right: Head) -> Bool {
        left.seq == right.seq ? left.id < right.id : left.seq < right.seq
    }
}

/// The canonical order of a group's events (§4): it decides which of two writes is the later one,
/// and nothing else.
package struct EventOrder: Hashable, Sendable, Comparable {
    /// The event's lamport.
    package var lamport: UInt64
    /// Its id, which breaks ties.
    package var id: EventID

    /// The place of an event in the order.
    package init(lamport: UInt64, id: EventID) {
        self.lamport = lamport
        self.id = id
    }

    /// Lamport first, then the id as unsigned bytes.
    package static func < (left: EventOrder, right: EventOrder) -> Bool {
        left.lamport == right.lamport ? left.id < right.id : left.lamport < right.lamport
    }
}
