import FenCrypto
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// The entries that a query asks for, in canonical order.
    package func entries(
        _ query: EntryQuery, in id: GroupID
    ) throws(FenError) -> [EntryView] {
        try answering {
            let group = try group(id)
            let unsynced = try unsyncedEntries(in: group)
            var found: [EntryView] = []
            let wanted = query.limit ?? .max
            if wanted == 0 { return [] }
            try scan(query, in: group, unsynced) { entry in
                found.append(try view(of: entry, in: group, unsynced: unsynced))
                return found.count < wanted
            }
            return found.reversed()
        }
    }

    /// One entry.
    package func entry(_ entry: EventID, in id: GroupID) throws(FenError) -> EntryView {
        try answering {
            let group = try group(id)
            return try view(
                of: try requireEntry(entry, in: group), in: group,
                unsynced: try unsyncedEntries(in: group))
        }
    }

    /// Every event about one entry, in order: who set what.
    package func entryHistory(
        _ entry: EventID, in id: GroupID
    ) throws(FenError) -> [EventView] {
        try answering {
            let group = try group(id)
            _ = try requireEntry(entry, in: group)
            let facts = try group.projection().facts(of: entry)
            let unsynced = try unpublishedIDs(in: group)
            return try ([facts.root].compactMap(\.self) + facts.dependents).map {
                try view(of: $0.fact, label: $0.label, in: group, unsynced: unsynced)
            }
        }
    }

    /// The own events that the store does not have yet.
    func unpublishedIDs(in group: LocalGroup) throws -> Set<EventID> {
        guard let me = try person()?.publicKey, let log = group.book.logs[me] else { return [] }
        var ids: Set<EventID> = []
        try database.events.forEach(.unpublished(log.number)) {
            ids.insert(EventID(raw: try $0.id))
        }
        return ids
    }

    /// The entries of which others may see another state: an own event that made or changed them
    /// is not in the store yet.
    func unsyncedEntries(in group: LocalGroup) throws -> Set<EventID> {
        guard let me = try person()?.publicKey, let log = group.book.logs[me] else { return [] }
        var ids: Set<EventID> = []
        try database.events.forEach(.unpublished(log.number)) {
            ids.insert(EventID(raw: try $0.target ?? $0.id))
        }
        return ids
    }

    /// An entry for people.
    func view(
        of entry: Entry, in group: LocalGroup, unsynced: Set<EventID>
    ) throws -> EntryView {
        EntryView(
            id: entry.id,
            reference: try reference(of: entry.id, author: entry.author, seq: entry.seq, in: group),
            author: PartyID(member: entry.author),
            content: try content(of: entry, in: group), label: entry.label,
            isSynced: !unsynced.contains(entry.id), isWithdrawn: entry.isGone,
            isEdited: entry.edits.contains { $0.register != .deleted })
    }

    private func content(of entry: Entry, in group: LocalGroup) throws -> EntryView.Content {
        switch entry.body {
        case .message(let message): return .message(text: message.text, replyTo: message.replyTo)
        case .settlement(let settlement):
            let record = settlement.record
            return .settlement(
                SettlementView(
                    from: group.context.current(record.from), to: group.context.current(record.to),
                    amount: record.amount, currency: record.currency,
                    settlementAmount: record.settlementAmount,
                    note: SourceNote.shown(record.note)))
        case .expense(let expense):
            guard let money = expense.money ?? expense.waitingMoney else {
                throw StoreError(.corrupt, "An expense without money is in the projection.")
            }
            return .expense(
                ExpenseView(
                    money: money, description: expense.description, date: expense.date.iso,
                    category: expense.category, note: expense.note,
                    shares: try ShareView.all(of: money)))
        }
    }
}

extension ShareView {
    /// What each participant owes, under the ids as written.
    static func all(of money: MoneyUnit) throws(MoneyError) -> [ShareView] {
        let own = try Allocation.shares(
            of: money.amount, split: money.split, payers: money.paidBy)
        let settled = try Allocation.shares(
            of: money.settlementAmount, split: money.split, payers: money.paidBy)
        return zip(own, settled).map {
            ShareView(party: $0.0, amount: $0.1, settlementAmount: $1.1)
        }
    }
}
