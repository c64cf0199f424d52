package import FenEncoding

/// Which events are wanted, and in which order they come.
package enum EventSelection: Hashable, Sendable {
    /// All of a group, in order of arrival.
    case all(GroupNumber)
    /// All of a group in canonical order, by lamport and then id. Memory stays bounded.
    case inOrder(GroupNumber)
    /// So many of a group that are last in canonical order, the last one first; refused ones aside.
    case newest(GroupNumber, Int)
    /// A range of a log, by number; at a fork by arrival.
    case log(LogNumber, ClosedRange<UInt64>)
    /// Those of a group that are evaluated together, by arrival.
    case control(GroupNumber)
    /// Those of a group with a label, by arrival.
    case labelled(GroupNumber, String)
    /// Those of a group that are about another event, by arrival.
    case about(Bytes32, GroupNumber)
    /// Those of a log whose chain is not whole, by number.
    case unconnected(LogNumber)
    /// Those of a log that the store does not have, by number.
    case unpublished(LogNumber)
    /// Those of a group that the store has not had since before a time, by arrival.
    case unpublishedBefore(UInt64, GroupNumber)
}

extension EventStore {
    /// The event with an id, or nil.
    package func find(
        _ id: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> (number: EventNumber, record: EventRecord)? {
        let statement = try connection.statement(Self.byID)
        defer { statement.finish() }
        statement.bind(id.prefix64, id, group)
        guard try statement.step() else { return nil }
        let view = EventView(statement: statement, store: self)
        return (view.number, try view.record)
    }

    /// The number of the event with an id, or nil; where author and number are known,
    /// ``number(of:author:seq:in:)`` is quicker.
    package func number(
        of id: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> EventNumber? {
        try connection.first(
            "SELECT row FROM events WHERE id64 = ?1 AND id = ?2 AND group_no = ?3", id.prefix64, id,
            group, as: { (row) throws(StoreError) in row.number(0) })
    }

    /// The event with a number, or nil.
    package func find(_ number: EventNumber) throws(StoreError) -> EventRecord? {
        let statement = try connection.statement(Self.byNumber)
        defer { statement.finish() }
        statement.bind(number)
        guard try statement.step() else { return nil }
        return try EventView(statement: statement, store: self).record
    }

    /// Shows the event with a number without copying it; false when there is none.
    @discardableResult
    package func look(
        at number: EventNumber, _ body: (EventView) throws -> Void
    ) throws -> Bool {
        let statement = try connection.statement(Self.byNumber)
        defer { statement.finish() }
        statement.bind(number)
        guard try statement.step() else { return false }
        try body(EventView(statement: statement, store: self))
        return true
    }

    /// The ids in a group that begin with these hex digits, at most `limit`; empty for text that
    /// is no such beginning.
    package func ids(
        beginning hex: String, in group: GroupNumber, limit: Int = 8
    ) throws(StoreError) -> [Bytes32] {
        guard (1...64).contains(hex.utf8.count),
            let low = Bytes32(hex: hex + String(repeating: "0", count: 64 - hex.utf8.count)),
            let high = Bytes32(hex: hex + String(repeating: "f", count: 64 - hex.utf8.count))
        else { return [] }
        return try connection.all(
            """
            SELECT id FROM events
            WHERE id64 BETWEEN ?1 AND ?2 AND id BETWEEN ?3 AND ?4 AND +group_no = ?5 LIMIT ?6
            """, low.prefix64, high.prefix64, low, high, group, limit,
            as: { (row) throws(StoreError) in try row.fixed(0) })
    }

    /// Shows every selected event. The closure may write, also to the events it is shown.
    package func forEach(
        _ selection: EventSelection, _ body: (EventView) throws -> Void
    ) throws {
        try walk(selection) { view in
            try body(view)
            return true
        }
    }

    /// Shows selected events as long as the closure says true: reading a few out of many costs a
    /// few. The closure may write, also to the events it is shown.
    package func walk(
        _ selection: EventSelection, while body: (EventView) throws -> Bool
    ) throws {
        switch selection {
        case .all(let group): try walk(Self.all, body) { $0.bind(group) }
        case .inOrder(let group):
            try walkNumbers(Self.inOrder, body) { $0.bind(group) }
        case .newest(let group, let most):
            try walkNumbers(Self.newest, body) { $0.bind(group, most) }
        case .log(let log, let range):
            try walk(Self.inLog, body) { $0.bind(log, range.lowerBound, range.upperBound) }
        case .control(let group): try walk(Self.control, body) { $0.bind(group) }
        case .labelled(let group, let label):
            try walk(Self.labelled, body) { $0.bind(group, label) }
        case .about(let id, let group):
            try walk(Self.about, body) { $0.bind(id.prefix64, id, group) }
        case .unconnected(let log): try walk(Self.unconnected, body) { $0.bind(log) }
        case .unpublished(let log): try walk(Self.unpublished, body) { $0.bind(log) }
        case .unpublishedBefore(let time, let group):
            try walk(Self.unpublishedBefore, body) { $0.bind(time, group) }
        }
    }

    /// Copies of all selected events; for selections known to be small.
    package func records(
        _ selection: EventSelection
    ) throws -> [(number: EventNumber, record: EventRecord)] {
        var found: [(number: EventNumber, record: EventRecord)] = []
        try forEach(selection) { found.append(($0.number, try $0.record)) }
        return found
    }

    private func walk(
        _ query: Query, _ body: (EventView) throws -> Bool, bind: (Statement) -> Void
    ) throws {
        let statement = try connection.statement(query)
        defer { statement.finish() }
        bind(statement)
        let view = EventView(statement: statement, store: self)
        while try statement.step() {
            guard try body(view) else { return }
        }
    }

    /// Sorts numbers only, and fetches each event when its turn comes.
    private func walkNumbers(
        _ query: Query, _ body: (EventView) throws -> Bool, bind: (Statement) -> Void
    ) throws {
        let order = try connection.statement(query)
        defer { order.finish() }
        bind(order)
        var goesOn = true
        while goesOn, try order.step() {
            let number: EventNumber = order.number(0)
            try look(at: number) { goesOn = try body($0) }
        }
    }
}

extension EventStore {
    private static let select = "SELECT \(EventView.columns) FROM events e "
    private static let byID = Query(
        select + "WHERE e.id64 = ?1 AND e.id = ?2 AND e.group_no = ?3")
    private static let byNumber = Query(select + "WHERE e.row = ?1")
    private static let all = Query(select + "WHERE e.group_no = ?1 ORDER BY e.row")
    private static let inOrder = Query(
        "SELECT row FROM events WHERE group_no = ?1 ORDER BY lamport, id")
    private static let newest = Query(
        "SELECT row FROM events WHERE group_no = ?1 AND chain_state <> 2 "
            + "ORDER BY lamport DESC, id DESC LIMIT ?2")
    private static let inLog = Query(
        select + "WHERE e.log_no = ?1 AND e.seq BETWEEN ?2 AND ?3 ORDER BY e.seq, e.row")
    private static let control = Query(
        select + "WHERE e.group_no = ?1 AND e.is_control = 1 ORDER BY e.row")
    private static let labelled = Query(
        select + "WHERE e.group_no = ?1 AND e.label = ?2 ORDER BY e.row")
    private static let about = Query(
        select + "WHERE e.target64 = ?1 AND e.target = ?2 AND e.group_no = ?3 ORDER BY e.row")
    private static let unconnected = Query(
        select
            + "INDEXED BY events_unconnected WHERE e.log_no = ?1 AND e.chain_state <> 0 ORDER BY e.seq, e.row"
    )
    private static let unpublished = Query(
        select + "JOIN unpublished u ON u.row = e.row WHERE u.log_no = ?1 ORDER BY u.seq, u.row")
    private static let unpublishedBefore = Query(
        select + "JOIN unpublished u ON u.row = e.row "
            + "WHERE u.since < ?1 AND e.group_no = ?2 ORDER BY e.row")
}
