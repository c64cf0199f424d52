/// The number of a draft in this database.
package struct DraftNumber: RowNumber {
    /// The number.
    package let rawValue: Int64

    /// Takes a number that a column held.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Something that was begun and may not have been finished.
package struct Draft: Hashable, Sendable {
    /// How far it had come. Later phases need no row: an event that is committed is projected and
    /// queued in the same transaction, and published when the store has it.
    package enum Phase: String, Sendable {
        /// The person has typed it.
        case draftCreated = "draft_created"
        /// The event is sealed and signed, but not yet in the log.
        case eventBuilt = "event_built"
    }

    /// Its number here.
    package let number: DraftNumber
    /// The group it was meant for.
    package let group: GroupNumber?
    /// How far it had come.
    package let phase: Phase
    /// The line as it was typed; the caller keeps secrets out of it.
    package let command: String
    /// The sealed event, once there was one.
    package let event: [UInt8]?
    /// When it was begun.
    package let createdAt: UInt64
}

/// What was begun and not finished, so that a crash in the middle loses nothing that was typed.
///
/// ``begin(_:in:at:)`` is a transaction of its own; ``finish(_:)`` belongs into the one that
/// commits the event. Whatever is still here when a process starts was interrupted.
package final class DraftStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Notes what a person has typed, before anything is done about it.
    package func begin(
        _ command: String, in group: GroupNumber?, at time: UInt64
    ) throws(StoreError) -> DraftNumber {
        try connection.execute(
            """
            INSERT INTO drafts(group_no, phase, command, created_at) VALUES(?1, ?2, ?3, ?4)
            """, group, Draft.Phase.draftCreated.rawValue, command, time)
        return DraftNumber(rawValue: connection.lastRow)
    }

    /// Notes the sealed event.
    package func setBuilt(_ draft: DraftNumber, _ event: [UInt8]) throws(StoreError) {
        try connection.execute(
            "UPDATE drafts SET phase = ?2, event = ?3 WHERE draft_no = ?1", draft,
            Draft.Phase.eventBuilt.rawValue, event)
    }

    /// Done, or discarded.
    package func finish(_ draft: DraftNumber) throws(StoreError) {
        try connection.execute("DELETE FROM drafts WHERE draft_no = ?1", draft)
    }

    /// What was interrupted, oldest first.
    package func all() throws(StoreError) -> [Draft] {
        try connection.all(
            """
            SELECT draft_no, group_no, phase, command, event, created_at FROM drafts
            ORDER BY draft_no
            """,
            as: { (row) throws(StoreError) in
                Draft(
                    number: row.number(0), group: row.isNull(1) ? nil : row.number(1),
                    phase: Draft.Phase(rawValue: row.text(2)) ?? .draftCreated,
                    command: row.text(3), event: row.optionalBytes(4), createdAt: row.unsigned(5))
            })
    }
}
