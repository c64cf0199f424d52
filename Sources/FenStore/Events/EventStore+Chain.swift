package import FenEncoding

/// Where a stored event stands in its chain.
package struct EventPlace: Hashable, Sendable {
    /// Whose it is.
    package let author: Bytes32
    /// Its number in the author's log.
    package let seq: UInt64
    /// Its place in the order.
    package let lamport: UInt64
    /// Whether its chain is whole.
    package let chain: ChainState
    /// The stored value of its kind; 0 while it has not been opened.
    package let kind: UInt8
}

/// A stored event that waits for the one before it.
package struct WaitingEvent: Hashable, Sendable {
    /// Its number here.
    package let number: EventNumber
    /// Its id.
    package let id: Bytes32
    /// Whose it is.
    package let author: Bytes32
    /// Its number in the author's log.
    package let seq: UInt64
    /// Its place in the order.
    package let lamport: UInt64
}

/// An event as a link of its author's chain.
package struct ChainLink: Hashable, Sendable {
    /// Its id.
    package let id: Bytes32
    /// Its number in the author's log.
    package let seq: UInt64
    /// The id of the author's event before it.
    package let prev: Bytes32
}

extension EventStore {
    /// Where an event stands, refused ones too; nil when it is not stored.
    package func place(
        of id: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> EventPlace? {
        try connection.first(
            """
            SELECT l.author, e.seq, e.lamport, e.chain_state, e.kind
            FROM events e JOIN logs l ON l.log_no = e.log_no
            WHERE e.id64 = ?1 AND e.id = ?2 AND e.group_no = ?3
            """, id.prefix64, id, group,
            as: { (row) throws(StoreError) in
                EventPlace(
                    author: try row.fixed(0), seq: row.unsigned(1), lamport: row.unsigned(2),
                    chain: ChainState(rawValue: UInt8(truncatingIfNeeded: row.int(3))) ?? .waiting,
                    kind: UInt8(truncatingIfNeeded: row.int(4)))
            })
    }

    /// The links of a log, ascending by number and id; refused events are none of it.
    package func links(of log: LogNumber) throws(StoreError) -> [ChainLink] {
        try connection.all(
            """
            SELECT id, seq, prev FROM events WHERE log_no = ?1 AND chain_state <> 2
            ORDER BY seq, id
            """, log,
            as: { (row) throws(StoreError) in
                ChainLink(id: try row.fixed(0), seq: row.unsigned(1), prev: try row.fixed(2))
            })
    }

    /// The events of a group, by whomever, that wait for this one.
    package func waiting(
        for id: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> [WaitingEvent] {
        try connection.all(
            """
            SELECT e.row, e.id, l.author, e.seq, e.lamport
            FROM events e JOIN logs l ON l.log_no = e.log_no
            WHERE e.prev = ?1 AND e.chain_state = 1 AND e.group_no = ?2
            """, id, group,
            as: { (row) throws(StoreError) in
                WaitingEvent(
                    number: row.number(0), id: try row.fixed(1), author: try row.fixed(2),
                    seq: row.unsigned(3), lamport: row.unsigned(4))
            })
    }

    /// How many events of a log have a given state of their chain, other than connected.
    package func count(
        of log: LogNumber, in state: ChainState
    ) throws(StoreError) -> Int {
        try connection.first(
            """
            SELECT count(*) FROM events INDEXED BY events_unconnected
            WHERE log_no = ?1 AND chain_state <> 0 AND chain_state = ?2
            """, log, state.rawValue, as: { (row) throws(StoreError) in Int(row.int(0)) }) ?? 0
    }

    /// An event's signature, and what is known of it.
    package func signature(
        of number: EventNumber
    ) throws(StoreError) -> (bytes: Bytes64, state: SignatureState)? {
        try connection.first(
            "SELECT sig, sig_state FROM events WHERE row = ?1", number,
            as: { (row) throws(StoreError) in
                let state = SignatureState(rawValue: UInt8(truncatingIfNeeded: row.int(1)))
                return (try row.fixed(0), state ?? .unchecked)
            })
    }

    /// Notes that a log's events above a number wait for their chain again: only the lab takes
    /// events from under them.
    package func disconnect(
        from seq: UInt64, in log: LogNumber
    ) throws(StoreError) {
        try connection.execute(
            "UPDATE events SET chain_state = 1 WHERE log_no = ?1 AND seq > ?2 AND chain_state = 0",
            log, seq)
    }
}
