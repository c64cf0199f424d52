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
            var filter = EntryFilter(
                flagsSet: query.withdrawnOnly ? EntryFlag.gone : 0,
                flagsClear: query.withdrawnOnly ? 0 : EntryFlag.gone)
            let wanted = query.limit ?? .max
            // Page by page from the newest, so that a limit costs what it shows.
            paging: while found.count < wanted {
                let page = try database.entries.last(256, in: group.number, filter)
                for record in page.reversed() {
                    let entry = try Entry(record)
                    guard
                        query.lets(
                            entry, isUnsynced: unsynced.contains(entry.id),
                            now: group.context.current)
                    else { continue }
                    found.append(try view(of: entry, in: group, unsynced: unsynced))
                    if found.count == wanted { break paging }
                }
                guard let first = page.first else { break }
                filter.before = (first.lamport, first.id)
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

extension EntryQuery {
    /// Whether an entry is asked for; `now` says who a party is now, so that what a claimed guest
    /// took part in is found under the member's name.
    func lets(_ entry: Entry, isUnsynced: Bool, now: (PartyID) -> PartyID) -> Bool {
        if unsyncedOnly, !isUnsynced { return false }
        switch entry.body {
        case .message(let message):
            return includesMessages && lets(texts: [message.text]) && payer == nil
                && participant == nil && currency == nil && category == nil && from == nil
                && through == nil && over == nil && under == nil
        case .settlement(let settlement):
            let record = settlement.record
            return includesSettlements && lets(texts: [record.note ?? ""])
                && (payer.map { now($0) == now(record.from) } ?? true)
                && (participant.map { now($0) == now(record.to) } ?? true)
                && (currency.map { $0 == record.currency } ?? true)
                && category == nil && from == nil && through == nil
                && lets(amount: record.settlementAmount)
        case .expense(let expense):
            guard includesExpenses, lets(texts: [expense.description, expense.note ?? ""]) else {
                return false
            }
            let money = expense.money ?? expense.waitingMoney
            if let payer, !(money?.paidBy.contains { now($0.party) == now(payer) } ?? false) {
                return false
            }
            if let participant,
                !(money?.split.parts.contains { now($0.party) == now(participant) } ?? false)
            {
                return false
            }
            if let currency, money?.currency != currency { return false }
            guard lets(amount: money?.settlementAmount) else { return false }
            if let category, expense.category != category { return false }
            if let from, expense.date < from { return false }
            if let through, expense.date > through { return false }
            return true
        }
    }

    private func lets(amount: Int64?) -> Bool {
        guard over != nil || under != nil else { return true }
        guard let amount else { return false }
        return over.map { amount > $0 } ?? true && under.map { amount < $0 } ?? true
    }

    private func lets(texts: [String]) -> Bool {
        guard let text, !text.isEmpty else { return true }
        let wanted = text.lowercased()
        return texts.contains { $0.lowercased().contains(wanted) }
    }
}
