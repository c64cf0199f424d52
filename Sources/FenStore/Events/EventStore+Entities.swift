package import FenEncoding

extension EventStore {
    /// The entity of every event of a log from a number on: its target, or itself. Control events
    /// are left out.
    package func entities(
        of log: LogNumber, from seq: UInt64
    ) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT coalesce(target, id) FROM events
            WHERE log_no = ?1 AND seq >= ?2 AND is_control = 0 AND chain_state <> 2
            """, log, seq, as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// The entities of events of a group that carry a label.
    package func entities(
        labelled label: String, in group: GroupNumber
    ) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT coalesce(target, id) FROM events
            WHERE group_no = ?1 AND label = ?2 AND is_control = 0 AND chain_state <> 2
            """, group, label, as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// The entities of events of a group whose lamport is above a bound.
    package func entities(
        lamportAbove bound: UInt64, in group: GroupNumber
    ) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT coalesce(target, id) FROM events
            WHERE group_no = ?1 AND lamport > ?2 AND is_control = 0 AND chain_state <> 2
            """, group, Int64(clamping: bound),
            as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// The events of a group that others are about, each once.
    package func targets(in group: GroupNumber) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT DISTINCT target FROM events WHERE target64 IS NOT NULL AND group_no = ?1
            """, group, as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// Every entity of a group, and control events that are entries.
    package func entities(in group: GroupNumber) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT coalesce(target, id) FROM events
            WHERE group_no = ?1 AND chain_state <> 2 AND is_control = 0
            UNION SELECT id FROM entries WHERE group_no = ?1
            """, group, as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// The numbers of the events of a group that have not been opened and carry a label. What has
    /// been refused since keeps its label and stays closed.
    package func unopened(
        labelled label: String, sealedUnder keyID: Bytes16, epoch: UInt32, in group: GroupNumber
    ) throws(StoreError) -> [EventNumber] {
        try connection.all(
            """
            SELECT row FROM events
            WHERE group_no = ?1 AND label = ?2 AND kind = 0 AND chain_state <> 2 AND epoch = ?4
                AND key_no = (SELECT key_no FROM key_names WHERE key_id = ?3)
            """, group, label, keyID, epoch,
            as: { (row) throws(StoreError) in row.number(0) })
    }

    /// Every label of a group's events, ascending by id.
    package func labels(
        in group: GroupNumber
    ) throws(StoreError) -> [(id: Bytes32, label: String)] {
        try connection.all(
            """
            SELECT id, label FROM events
            WHERE group_no = ?1 AND label IS NOT NULL AND chain_state <> 2 ORDER BY id
            """, group,
            as: { (row) throws(StoreError) in (id: try row.fixed(0), label: row.text(1)) })
    }

    /// Every label of a group's events, by the events' numbers.
    package func labelNumbers(
        in group: GroupNumber
    ) throws(StoreError) -> [(number: EventNumber, label: String)] {
        try connection.all(
            """
            SELECT row, label FROM events
            WHERE group_no = ?1 AND label IS NOT NULL AND chain_state <> 2
            """, group,
            as: { (row) throws(StoreError) in (number: row.number(0), label: row.text(1)) })
    }

    /// The largest lamport of a log up to a bound; 0 for none.
    package func maxLamport(
        of log: LogNumber, upTo bound: UInt64
    ) throws(StoreError) -> UInt64 {
        try connection.first(
            """
            SELECT coalesce(max(lamport), 0) FROM events
            WHERE log_no = ?1 AND lamport <= ?2 AND chain_state <> 2
            """, log, Int64(clamping: bound),
            as: { (row) throws(StoreError) in row.unsigned(0) }) ?? 0
    }
}

extension EventStore {
    /// Whether the store is not known to have an event.
    package func isUnpublished(_ number: EventNumber) throws(StoreError) -> Bool {
        try connection.first(
            "SELECT 1 FROM unpublished WHERE row = ?1", number,
            as: { (row) throws(StoreError) in row.bool(0) }) ?? false
    }

    /// The newest connected event of a log that the store is known to have; nil for none.
    package func lastPublished(
        of log: LogNumber
    ) throws(StoreError) -> (seq: UInt64, id: Bytes32)? {
        try connection.first(
            """
            SELECT e.seq, e.id FROM events e
            WHERE e.log_no = ?1 AND e.chain_state = 0
                AND NOT EXISTS (SELECT 1 FROM unpublished u WHERE u.row = e.row)
            ORDER BY e.seq DESC, e.row DESC LIMIT 1
            """, log,
            as: { (row) throws(StoreError) in (row.unsigned(0), try row.fixed(1)) })
    }
}
