import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore
import Glibc

extension Engine {
    /// Shows the entries that a query asks for, the last in canonical order first, until `body` says
    /// false; the query's limit does not matter. Most of what is not asked for is passed over
    /// without being taken apart.
    func scan(
        _ query: EntryQuery, in group: LocalGroup, _ unsynced: Set<EventID>,
        _ body: (Entry) throws -> Bool
    ) throws {
        let sieve = EntrySieve(query, group.context, me: try person()?.publicKey, unsynced)
        func show(_ record: EntryRecord) throws -> Bool {
            let entry = try Entry(record)
            return sieve.lets(entry) ? try body(entry) : true
        }
        if query.unsyncedOnly {
            for record in try unsyncedRecords(query, in: group, unsynced)
            where try record.state.span.withUnsafeBytes(sieve.mayLet) {
                guard try show(record) else { return }
            }
            return
        }
        try database.entries.walkBack(
            in: group.number, EntryFilter(query), where: sieve.mayLet, show)
    }

    /// Shows the entries that a query asks for in no particular order; its limit does not matter.
    func gather(
        _ query: EntryQuery, in group: LocalGroup, _ unsynced: Set<EventID>,
        _ body: (Entry) -> Void
    ) throws {
        if query.unsyncedOnly {
            return try scan(query, in: group, unsynced) { entry in
                body(entry)
                return true
            }
        }
        let sieve = EntrySieve(query, group.context, me: try person()?.publicKey, unsynced)
        try database.entries.lookThrough(
            in: group.number, EntryFilter(query), where: sieve.mayLet,
            { saved in
                let entry = try Entry(saved)
                if sieve.lets(entry) { body(entry) }
            })
    }

    /// The entries not synced yet that the columns let through, the last first: these few are known
    /// by name.
    private func unsyncedRecords(
        _ query: EntryQuery, in group: LocalGroup, _ unsynced: Set<EventID>
    ) throws -> [EntryRecord] {
        try unsynced.compactMap { try database.entries.find($0.raw, in: group.number) }
            .filter(EntryFilter(query).lets)
            .sorted { ($0.lamport, $0.id) > ($1.lamport, $1.id) }
    }
}

/// What decides whether an entry is shown for a query.
private struct EntrySieve {
    private let query: EntryQuery
    private let context: GroupContext
    private let me: MemberID?
    private let unsynced: Set<EventID>
    private let glance: EntryGlance

    init(_ query: EntryQuery, _ context: GroupContext, me: MemberID?, _ unsynced: Set<EventID>) {
        self.query = query
        self.context = context
        self.me = me
        self.unsynced = unsynced
        glance = EntryGlance(query, context)
    }

    /// Whether a saved entry may be asked for.
    func mayLet(_ saved: UnsafeRawBufferPointer) throws -> Bool { try glance.wants(saved) }

    /// Whether it is.
    func lets(_ entry: Entry) -> Bool {
        // Of whoever has gone, only they and the organiser's /late look at it.
        if entry.label == .afterRemoval, entry.author != me { return false }
        return query.lets(
            entry, isUnsynced: unsynced.contains(entry.id), now: context.current)
    }
}

/// What a query can tell of a saved entry without taking it apart.
private struct EntryGlance {
    private let needles: [Needle]
    private let people: [[PartyID]]
    private let category: [UInt8]?

    init(_ query: EntryQuery, _ context: GroupContext) {
        needles = query.words.map(Needle.init)
        people = [query.payer, query.participant].compactMap(\.self).map(context.ids)
        category = query.category.map { Array($0.utf8) }
    }

    /// Whether it may be asked for.
    func wants(_ saved: UnsafeRawBufferPointer) throws -> Bool {
        guard people.allSatisfy({ saved.mentions($0) }) else { return false }
        if needles.isEmpty, category == nil { return true }
        let words = try SavedWords(saved)
        if let category, words.category.map({ $0.elementsEqual(category) }) != true { return false }
        return needles.allSatisfy { needle in words.contains(where: needle.isIn) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether one of these ids stands in a saved entry.
    func mentions(_ parties: [PartyID]) -> Bool {
        parties.contains { party in party.withUnsafeBytes(contains) }
    }

    private func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = baseAddress, let start = bytes.baseAddress, let first = bytes.first else {
            return bytes.isEmpty
        }
        var place = 0
        while count - place >= bytes.count,
            let found = memchr(base + place, Int32(first), count - place - bytes.count + 1)
        {
            if memcmp(found, start, bytes.count) == 0 { return true }
            place = base.distance(to: UnsafeRawPointer(found)) + 1
        }
        return false
    }
}

extension EntryFilter {
    /// What the columns can say of a query.
    fileprivate init(_ query: EntryQuery) {
        self.init(
            flagsSet: query.withdrawnOnly ? EntryFlag.gone : 0,
            flagsClear: query.withdrawnOnly || query.includesWithdrawn ? 0 : EntryFlag.gone,
            from: query.from?.digits, through: query.through?.digits,
            currency: query.currency?.code)
        let kinds =
            (query.includesExpenses ? [EventKind.expenseLogged] : [])
            + (query.includesSettlements ? [.settlementRecorded] : [])
            + (query.includesMessages ? [.messagePosted] : [])
        if kinds.count == 1 { kind = kinds.first?.rawValue }
    }
}

extension EntryQuery {
    /// Whether an entry is asked for, its words aside; `now` says who a party is now, so that what a
    /// claimed guest took part in is found under the member's name.
    fileprivate func lets(_ entry: Entry, isUnsynced: Bool, now: (PartyID) -> PartyID) -> Bool {
        if unsyncedOnly, !isUnsynced { return false }
        switch entry.body {
        case .message:
            return includesMessages && payer == nil && participant == nil && currency == nil
                && category == nil && from == nil && through == nil && over == nil && under == nil
        case .settlement(let settlement):
            let record = settlement.record
            return includesSettlements
                && (payer.map { now($0) == now(record.from) } ?? true)
                && (participant.map { now($0) == now(record.to) } ?? true)
                && (currency.map { $0 == record.currency } ?? true)
                && category == nil && from == nil && through == nil
                && lets(amount: record.settlementAmount)
        case .expense(let expense):
            guard includesExpenses else { return false }
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
}
