package import FenEncoding

extension EventStore {
    /// Notes what opening an event has shown.
    package func setOpened(
        _ number: EventNumber, kind: UInt8, isControl: Bool, target: Bytes32?
    ) throws(StoreError) {
        try connection.execute(
            """
            UPDATE events SET kind = ?2, is_control = ?3, target64 = ?4, target = ?5 WHERE row = ?1
            """, number, kind, isControl, target?.prefix64, target)
    }

    /// Notes that the events sealed under a key can no longer be opened.
    package func close(
        sealedUnder keyID: Bytes16, epoch: UInt32, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            """
            UPDATE events SET kind = 0, is_control = 0, target64 = NULL, target = NULL
            WHERE group_no = ?1 AND epoch = ?3
                AND key_no = (SELECT key_no FROM key_names WHERE key_id = ?2)
            """, group, keyID, epoch)
    }

    /// Notes why an event does not count, or that it does.
    package func setLabel(_ label: String?, of number: EventNumber) throws(StoreError) {
        try connection.execute("UPDATE events SET label = ?2 WHERE row = ?1", number, label)
        guard label != Self.clockAhead else { return }
        let place = try connection.first(
            "SELECT log_no, lamport FROM events WHERE row = ?1", number,
            as: { (row) throws(StoreError) in (LogNumber(rawValue: row.int(0)), row.unsigned(1)) })
        guard let (log, lamport) = place else { return }
        let entry = try entry(of: log)
        guard lamport > entry.state.maxLamport else { return }
        entry.state.maxLamport = lamport
        noteChanged(entry)
    }

    /// Notes whether an event's chain is whole.
    package func setChain(_ state: ChainState, of number: EventNumber) throws(StoreError) {
        try connection.execute(
            "UPDATE events SET chain_state = ?2 WHERE row = ?1", number, state.rawValue)
    }

    /// Notes what checking an event's signature has shown; a copy with a right one replaces one
    /// without.
    package func setSignature(
        _ signature: Bytes64, _ state: SignatureState, of number: EventNumber
    ) throws(StoreError) {
        try connection.execute(
            "UPDATE events SET sig = ?2, sig_state = ?3 WHERE row = ?1", number, signature,
            state.rawValue)
    }

    /// Notes that the store has the events of a log up to a number.
    package func setPublished(
        _ log: LogNumber, through seq: UInt64
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM unpublished WHERE log_no = ?1 AND seq <= ?2", log, seq)
    }

    /// Notes that the store has an event.
    package func setPublished(_ number: EventNumber) throws(StoreError) {
        try connection.execute("DELETE FROM unpublished WHERE row = ?1", number)
    }

    /// Notes that the store has lost an event, or that there is another store now.
    package func setUnpublished(
        _ number: EventNumber, in log: LogNumber, since: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO unpublished(row, log_no, seq, since)
            SELECT row, log_no, seq, ?3 FROM events WHERE row = ?1 AND log_no = ?2
            """, number, log, since)
    }

    /// Notes that a new and empty store has nothing of a group.
    package func setAllUnpublished(
        in group: GroupNumber, since: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO unpublished(row, log_no, seq, since)
            SELECT row, log_no, seq, ?2 FROM events WHERE group_no = ?1
            """, group, since)
    }

    /// How many events of a log the store does not have.
    package func unpublishedCount(of log: LogNumber) throws(StoreError) -> Int {
        try connection.first(
            "SELECT count(*) FROM unpublished WHERE log_no = ?1", log,
            as: { (row) throws(StoreError) in Int(row.int(0)) }) ?? 0
    }

    /// How many events of a group carry each label.
    package func labelCounts(in group: GroupNumber) throws(StoreError) -> [String: Int] {
        let rows = try connection.all(
            """
            SELECT label, count(*) FROM events
            WHERE group_no = ?1 AND label IS NOT NULL GROUP BY label
            """, group,
            as: { (row) throws(StoreError) in (row.text(0), Int(row.int(1))) })
        return Dictionary(rows) { first, _ in first }
    }

    /// How many events of a log carry a label.
    package func count(
        of log: LogNumber, in group: GroupNumber, labelled label: String
    ) throws(StoreError) -> Int {
        try connection.first(
            "SELECT count(*) FROM events WHERE group_no = ?1 AND label = ?2 AND log_no = ?3", group,
            label, log, as: { (row) throws(StoreError) in Int(row.int(0)) }) ?? 0
    }
}

extension EventStore {
    /// Notes that the store has lost everything of a log.
    package func setAllUnpublished(
        of log: LogNumber, since: UInt64
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO unpublished(row, log_no, seq, since)
            SELECT row, log_no, seq, ?2 FROM events WHERE log_no = ?1
            """, log, since)
    }
}
