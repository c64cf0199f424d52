package import FenEncoding

/// The events of all groups: put in once, never changed but for what this device makes of them.
///
/// An event is found by number within its author's log or by id; what is sealed is never looked
/// into. All writing happens inside ``Database/transaction(_:)``.
package final class EventStore {
    /// The label under which an event's lamport does not move the group's clock.
    package static let clockAhead = "CLOCK_AHEAD"

    let connection: Connection
    var cache = LogCache()

    init(connection: Connection) { self.connection = connection }

    /// Whether an event is stored. The author and number are those that its id commits to.
    ///
    /// Costs nothing when the number is beyond everything stored of that log.
    package func contains(
        _ id: Bytes32, author: Bytes32, seq: UInt64, in group: GroupNumber
    ) throws(StoreError) -> Bool {
        try number(of: id, author: author, seq: seq, in: group) != nil
    }

    /// The number of a stored event, or nil.
    package func number(
        of id: Bytes32, author: Bytes32, seq: UInt64, in group: GroupNumber
    ) throws(StoreError) -> EventNumber? {
        guard let log = try entry(of: author, in: group)?.state, seq <= log.maxSeq else {
            return nil
        }
        let statement = try connection.statement(
            "SELECT row, id FROM events WHERE log_no = ?1 AND seq = ?2")
        defer { statement.finish() }
        statement.bind(log.number, seq)
        while try statement.step() {
            let stored: Bytes32 = try statement.fixed(1)
            if stored == id { return statement.number(0) }
        }
        return nil
    }

    /// Stores an event if it is not stored yet; returns its number, or nil when it was.
    @discardableResult
    package func insertIfAbsent(
        _ event: EventRecord, in group: GroupNumber, unpublishedSince: UInt64? = nil
    ) throws(StoreError) -> EventNumber? {
        if try contains(event.id, author: event.author, seq: event.seq, in: group) { return nil }
        return try insert(event, in: group, unpublishedSince: unpublishedSince)
    }

    /// Stores an event of which the caller knows, in this very transaction, that it is not stored.
    ///
    /// - Parameter unpublishedSince: the time in Unix milliseconds when the event came to be on
    ///   this device without being in the store; nil for one that was read from the store.
    @discardableResult
    package func insert(
        _ event: EventRecord, in group: GroupNumber, unpublishedSince: UInt64? = nil
    ) throws(StoreError) -> EventNumber {
        let entry = try makeEntry(of: event.author, in: group)
        let log = entry.state.number
        let key = try keyNumber(event.keyID)
        let statement = try connection.statement(
            """
            INSERT INTO events(group_no, log_no, seq, lamport, kind, is_control, chain_state,
                sig_state, label, target64, target, created_at, epoch, key_no, id64, id, prev,
                nonce, sig, ct)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                ?19, ?20)
            """)
        defer { statement.finish() }
        bind(event, to: statement, group, log, key)
        try event.ciphertext.withUnsafeBufferPointer { (bytes) throws(StoreError) in
            statement.bind(borrowing: UnsafeRawBufferPointer(bytes), at: 20)
            defer { statement.bindNull(at: 20) }
            try statement.run()
        }
        let number = EventNumber(rawValue: connection.lastRow)
        let isAhead = event.state.label == Self.clockAhead
        note(inserted: event.seq, lamport: isAhead ? nil : event.lamport, in: entry)
        if let unpublishedSince {
            try connection.execute(
                "INSERT INTO unpublished(row, log_no, seq, since) VALUES(?1, ?2, ?3, ?4)", number,
                log, event.seq, unpublishedSince)
        }
        return number
    }

    /// Binds all but the ciphertext, one by one: this is the hottest loop of the room. What is not
    /// bound is NULL, because finishing a statement clears it.
    private func bind(
        _ event: borrowing EventRecord, to statement: Statement, _ group: GroupNumber,
        _ log: LogNumber, _ key: Int64
    ) {
        statement.bind(group.rawValue, at: 1)
        statement.bind(log.rawValue, at: 2)
        statement.bind(Int64(bitPattern: event.seq), at: 3)
        statement.bind(Int64(bitPattern: event.lamport), at: 4)
        statement.bind(Int64(event.state.kind), at: 5)
        statement.bind(event.state.isControl ? 1 : 0, at: 6)
        statement.bind(Int64(event.state.chain.rawValue), at: 7)
        statement.bind(Int64(event.state.signature.rawValue), at: 8)
        if let label = event.state.label { statement.bind(label, at: 9) }
        if let target = event.state.target {
            statement.bind(target.prefix64, at: 10)
            statement.bind(fixed: target, at: 11)
        }
        statement.bind(Int64(bitPattern: event.createdAt), at: 12)
        statement.bind(Int64(event.epoch), at: 13)
        statement.bind(key, at: 14)
        statement.bind(event.id.prefix64, at: 15)
        statement.bind(fixed: event.id, at: 16)
        statement.bind(fixed: event.prev, at: 17)
        statement.bind(fixed: event.nonce, at: 18)
        statement.bind(fixed: event.signature, at: 19)
    }

    /// Removes an event: only the lab loses one, and only leaving a group for good removes all.
    package func remove(_ number: EventNumber) throws(StoreError) {
        let log: LogNumber? = try connection.first(
            "SELECT log_no FROM events WHERE row = ?1", number,
            as: { (row) throws(StoreError) in row.number(0) })
        guard let log else { return }
        try connection.execute("DELETE FROM unpublished WHERE row = ?1", number)
        try connection.execute("DELETE FROM entries WHERE row = ?1", number)
        try connection.execute("DELETE FROM events WHERE row = ?1", number)
        try writeCounts()
        try connection.execute(
            """
            UPDATE logs SET
                stored_count = (SELECT count(*) FROM events WHERE log_no = ?1),
                max_seq = (SELECT coalesce(max(seq), 0) FROM events WHERE log_no = ?1)
            WHERE log_no = ?1
            """, log)
        forgetCaches()
    }
}
