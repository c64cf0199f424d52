package import FenEncoding

extension EventStore {
    /// All logs of a group, by author.
    package func logs(in group: GroupNumber) throws(StoreError) -> [LogState] {
        try loadLogs(of: group).values.map(\.state).sorted { $0.author < $1.author }
    }

    /// How an author's log stands, or nil when nothing of it has been stored yet.
    package func log(
        of author: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> LogState? {
        try entry(of: author, in: group)?.state
    }

    /// The number of an author's log; the author gets one if need be.
    package func logNumber(
        of author: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> LogNumber {
        try makeEntry(of: author, in: group).state.number
    }

    /// Notes what the engine knows about an author's log.
    package func setFrontier(
        of log: LogNumber, contiguous: UInt64, claimed: UInt64, isForked: Bool
    ) throws(StoreError) {
        try connection.execute(
            "UPDATE logs SET contiguous_seq = ?2, claimed_seq = ?3, is_forked = ?4 WHERE log_no = ?1",
            log, contiguous, claimed, isForked)
        guard let entry = cache.logs[log] else { return }
        entry.state.contiguousSeq = contiguous
        entry.state.claimedSeq = claimed
        entry.state.isForked = isForked
    }

    /// The largest lamport in a group, events that are `CLOCK_AHEAD` left out; 0 for none.
    package func maxLamport(in group: GroupNumber) throws(StoreError) -> UInt64 {
        try loadLogs(of: group).values.reduce(0) { max($0, $1.state.maxLamport) }
    }

    /// How many events of a group are stored.
    package func count(in group: GroupNumber) throws(StoreError) -> Int {
        try loadLogs(of: group).values.reduce(0) { $0 + $1.state.storedCount }
    }

    /// The numbers of a log that are stored, as ascending ranges; refused events do not count.
    package func heldRanges(of log: LogNumber) throws(StoreError) -> [ClosedRange<UInt64>] {
        let statement = try connection.statement(
            "SELECT seq FROM events WHERE log_no = ?1 AND chain_state <> 2 ORDER BY seq")
        defer { statement.finish() }
        statement.bind(log)
        var ranges: [ClosedRange<UInt64>] = []
        while try statement.step() {
            let seq = statement.unsigned(0)
            if let last = ranges.last, seq <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(seq, last.upperBound)
            } else {
                ranges.append(seq...seq)
            }
        }
        return ranges
    }

    /// The author of a log.
    func author(of log: LogNumber) throws(StoreError) -> Bytes32 {
        try entry(of: log).state.author
    }

    /// What is in memory of a log that is known to exist.
    func entry(of log: LogNumber) throws(StoreError) -> LogEntry {
        if let known = cache.logs[log] { return known }
        let group: GroupNumber? = try connection.first(
            "SELECT group_no FROM logs WHERE log_no = ?1", log,
            as: { (row) throws(StoreError) in row.number(0) })
        guard let group else { throw .corrupt("an event of no log") }
        // Read anew: another process may have added logs since the group's were read.
        cache.byAuthor[group] = nil
        try loadLogs(of: group)
        guard let loaded = cache.logs[log] else { throw .corrupt("an event of no log") }
        return loaded
    }

    /// What is in memory of an author's log, or nil when there is none.
    func entry(of author: Bytes32, in group: GroupNumber) throws(StoreError) -> LogEntry? {
        if let last = cache.lastLog, last.entry.state.author == author, last.group == group {
            return last.entry
        }
        guard let entry = try loadLogs(of: group)[author] else { return nil }
        cache.lastLog = (group, entry)
        return entry
    }

    /// What is in memory of an author's log; the author gets one if need be.
    func makeEntry(of author: Bytes32, in group: GroupNumber) throws(StoreError) -> LogEntry {
        if let known = try entry(of: author, in: group) { return known }
        try connection.execute(
            "INSERT INTO logs(group_no, author) VALUES(?1, ?2)", group, author)
        let number = LogNumber(rawValue: connection.lastRow)
        let entry = LogEntry(
            LogState(
                number: number, author: author, storedCount: 0, maxSeq: 0, maxLamport: 0,
                contiguousSeq: 0, claimedSeq: 0, isForked: false))
        cache.byAuthor[group, default: [:]][author] = entry
        cache.logs[number] = entry
        return entry
    }

    /// The key id with a number.
    func keyID(_ number: Int64) throws(StoreError) -> Bytes16 {
        if let known = cache.keyIDs[number] { return known }
        let found: Bytes16? = try connection.first(
            "SELECT key_id FROM key_names WHERE key_no = ?1", number,
            as: { (row) throws(StoreError) in try row.fixed(0) })
        guard let found else { throw .corrupt("an event of no key") }
        cache.keyIDs[number] = found
        cache.keyNumbers[found] = number
        return found
    }

    /// The number of a key id; it gets one if need be.
    func keyNumber(_ id: Bytes16) throws(StoreError) -> Int64 {
        if let last = cache.lastKey, last.id == id { return last.number }
        if let known = cache.keyNumbers[id] {
            cache.lastKey = (id, known)
            return known
        }
        let found: Int64? = try connection.first(
            "SELECT key_no FROM key_names WHERE key_id = ?1", id,
            as: { (row) throws(StoreError) in row.int(0) })
        let number: Int64
        if let found {
            number = found
        } else {
            try connection.execute("INSERT INTO key_names(key_id) VALUES(?1)", id)
            number = connection.lastRow
        }
        cache.keyIDs[number] = id
        cache.keyNumbers[id] = number
        return number
    }

    /// Counts an event that has just been stored.
    func note(inserted seq: UInt64, lamport: UInt64?, in entry: LogEntry) {
        entry.state.storedCount += 1
        entry.state.maxSeq = max(entry.state.maxSeq, seq)
        entry.state.maxLamport = max(entry.state.maxLamport, lamport ?? 0)
        noteChanged(entry)
    }

    /// Notes that a log's counts have to be written.
    func noteChanged(_ entry: LogEntry) {
        if entry.isChanged { return }
        entry.isChanged = true
        cache.changed.append(entry)
    }

    /// Writes the counts that have changed; part of every transaction.
    func writeCounts() throws(StoreError) {
        for entry in cache.changed {
            let state = entry.state
            try connection.execute(
                """
                UPDATE logs SET stored_count = ?2, max_seq = ?3, max_lamport = ?4 WHERE log_no = ?1
                """, state.number, state.storedCount, state.maxSeq, state.maxLamport)
            entry.isChanged = false
        }
        cache.changed = []
    }

    /// Forgets everything that a rolled back transaction may have put into memory.
    func forgetCaches() { cache = LogCache() }

    @discardableResult
    private func loadLogs(of group: GroupNumber) throws(StoreError) -> [Bytes32: LogEntry] {
        if let known = cache.byAuthor[group] { return known }
        let states = try connection.all(
            """
            SELECT log_no, author, stored_count, max_seq, max_lamport, contiguous_seq, claimed_seq,
                is_forked
            FROM logs WHERE group_no = ?1
            """, group, as: Self.logState)
        var entries: [Bytes32: LogEntry] = [:]
        for state in states {
            // One that is known keeps what is counted but not written yet.
            let entry = cache.logs[state.number] ?? LogEntry(state)
            entries[state.author] = entry
            cache.logs[state.number] = entry
        }
        cache.byAuthor[group] = entries
        return entries
    }

    private static func logState(_ row: Statement) throws(StoreError) -> LogState {
        LogState(
            number: row.number(0), author: try row.fixed(1), storedCount: Int(row.int(2)),
            maxSeq: row.unsigned(3), maxLamport: row.unsigned(4), contiguousSeq: row.unsigned(5),
            claimedSeq: row.unsigned(6), isForked: row.bool(7))
    }
}
