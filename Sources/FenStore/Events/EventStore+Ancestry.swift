package import FenEncoding

/// What is found on the way back from an event to its author's first one.
package enum Ancestor: Hashable, Sendable {
    /// The event with the number that was asked for.
    case found(Bytes32)
    /// A gap hides the way.
    case hidden
    /// The number is not on the way: it is larger than where it begins.
    case none
}

extension EventStore {
    /// The ancestor of `head` that has the number `seq`, by way of `prev`.
    ///
    /// In a connected log without a fork this is two looks; else the way is walked, with one look
    /// for each event on it.
    package func ancestor(
        of head: Bytes32, at headSeq: UInt64, seq: UInt64, in log: LogNumber
    ) throws(StoreError) -> Ancestor {
        guard seq >= 1, seq <= headSeq else { return .none }
        let state = try entry(of: log).state
        if !state.isForked, headSeq <= state.contiguousSeq {
            guard try ids(at: headSeq, in: log).contains(head) else { return .hidden }
            let ids = try ids(at: seq, in: log)
            if let only = ids.first, ids.count == 1 { return .found(only) }
        }
        var id = head
        var number = headSeq
        let statement = try connection.statement(
            "SELECT id, prev FROM events WHERE log_no = ?1 AND seq = ?2")
        defer { statement.finish() }
        while number > seq {
            statement.bind(log, number)
            var previous: Bytes32?
            while previous == nil, try statement.step() {
                let stored: Bytes32 = try statement.fixed(0)
                if stored == id { previous = try statement.fixed(1) }
            }
            statement.reset()
            guard let previous else { return .hidden }
            id = previous
            number -= 1
        }
        return try ids(at: seq, in: log).contains(id) ? .found(id) : .hidden
    }

    /// The ids of all stored events of a log with a number: several where it is forked. Refused
    /// events are left out.
    package func ids(at seq: UInt64, in log: LogNumber) throws(StoreError) -> [Bytes32] {
        try connection.all(
            """
            SELECT id FROM events WHERE log_no = ?1 AND seq = ?2 AND chain_state <> 2 ORDER BY id
            """, log, seq,
            as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// The stored events of a log that name `id` as the one before them; two or more are a fork.
    package func successors(
        of id: Bytes32, at seq: UInt64, in log: LogNumber
    ) throws(StoreError) -> [Bytes32] {
        try connection.all(
            "SELECT id FROM events WHERE log_no = ?1 AND seq = ?2 AND prev = ?3 ORDER BY id", log,
            seq + 1, id, as: { (row) throws(StoreError) in try row.fixed(0) })
    }
}
