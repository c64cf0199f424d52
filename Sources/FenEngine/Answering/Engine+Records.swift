import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

/// An entry with what it moves, for whoever writes a file of all of them.
package struct RecordView: Sendable {
    /// The entry.
    package let entry: EntryView
    /// When the author's device said it was, Unix milliseconds.
    package let createdAt: Int64
    /// What it moves in the balances, in minor units of the group's currency, by who people are
    /// now; ascending, summing to zero, empty where it does not count.
    package let moves: [(party: PartyID, minor: Int64)]
    /// The rate of a settlement in another currency.
    package let rate: Rate?
    /// The day of a settlement that was imported; others have none but when they were recorded.
    package let date: CalendarDate?
}

/// Where a stretch of entries ends in their order.
package struct EntryPlace: Sendable {
    fileprivate let lamport: UInt64
    fileprivate let id: EventID
}

/// A stretch of a group's records.
package struct RecordPage: Sendable {
    /// Expenses and settlements, in canonical order; deleted and voided ones are left out.
    package let records: [RecordView]
    /// Where the next stretch begins.
    package let place: EntryPlace
}

extension Engine {
    /// The records behind a place, as many as are read at once; nil when none is left. Memory does
    /// not grow with the group.
    package func records(
        after place: EntryPlace?, in id: GroupID
    ) throws(FenError) -> RecordPage? {
        try answering {
            let group = try group(id)
            guard let page = try entryPage(after: place, in: group) else { return nil }
            return RecordPage(
                records: try page.entries.compactMap { try record(of: $0, in: group) },
                place: page.place)
        }
    }

    /// The entries behind a place, as many as are read at once; nil when none is left.
    func entryPage(
        after place: EntryPlace?, in group: LocalGroup
    ) throws -> (entries: [Entry], place: EntryPlace)? {
        let page = try database.entries.first(
            256, after: place.map { ($0.lamport, $0.id.raw) }, in: group.number)
        guard let last = page.last else { return nil }
        return (
            try page.map { try Entry($0) },
            EntryPlace(lamport: last.lamport, id: EventID(raw: last.id))
        )
    }

    private func record(of entry: Entry, in group: LocalGroup) throws -> RecordView? {
        guard entry.stands, !entry.isGone else { return nil }
        var rate: Rate?
        var date: CalendarDate?
        switch entry.body {
        case .message: return nil
        case .expense: break
        case .settlement(let settlement):
            rate = settlement.record.rate
            date = SourceNote(settlement.record.note)?.date
        }
        var moves: [PartyID: Int64] = [:]
        for (party, minor) in entry.contribution {
            moves[group.context.current(party), default: 0] += minor
        }
        return RecordView(
            entry: try view(of: entry, in: group, unsynced: []),
            createdAt: Int64(clamping: entry.createdAt),
            moves: moves.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, rate: rate,
            date: date)
    }
}
