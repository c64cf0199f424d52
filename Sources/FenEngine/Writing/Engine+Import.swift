import FenCrypto
import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

/// An expense or a payment that is to be taken in.
package enum ImportItem: Sendable {
    /// An expense or a refund, with the name of its row.
    case expense(ExpenseDraft, source: String)
    /// A payment, with the name of its row and its day, which stand in its note: a settlement has
    /// no place of its own for them.
    case payment(SettlementDraft, source: String, date: CalendarDate)
}

/// What an import finds when it may write.
package struct ImportGround: Sendable {
    /// The guests that were added for it, in the order in which they were named.
    package let guests: [PartyID]
    /// The rows that are in the group already, deleted ones too.
    package let sources: Set<String>
}

/// What an import has written.
package struct ImportReport: Sendable {
    /// The guests.
    package let guests: [PartyID]
    /// How many expenses and refunds.
    package let expenses: Int
    /// How many payments.
    package let payments: Int
}

extension Engine {
    /// A short text for what a row of a file says, which no other row is shortened to.
    package static func sourceDigest(_ text: String) -> String {
        String(SHA256.hash(Array(text.utf8)).hex.prefix(20))
    }

    /// The rows of files that are in a group already, by their names.
    package func importedSources(in id: GroupID) throws(FenError) -> Set<String> {
        try answering { try sources(in: try group(id)) }
    }

    /// Adds guests and writes everything that `making` makes with them, all of it or nothing: one
    /// transaction, in which each event meets the same rules and the same gate as a typed one.
    package func importAll(
        guests names: [String], in id: GroupID,
        making: @Sendable (ImportGround) throws -> [ImportItem]
    ) async throws(FenError) -> ImportReport {
        try answering {
            let group = try group(id)
            try requireStoreNotGone(group)
            try requireMembership(in: group)
            try requireOpen(group)
        }
        try await ensureOwnTail(in: id)
        let (report, facts) = try answering { try commit(names, in: id, making) }
        tellPeers(facts, in: id)
        await publish(in: id)
        return report
    }

    /// Writes it all; nothing is awaited in between.
    private func commit(
        _ names: [String], in id: GroupID, _ making: (ImportGround) throws -> [ImportItem]
    ) throws -> (ImportReport, [Fact]) {
        try change(id) { group in
            var facts: [Fact] = []
            var guests: [PartyID] = []
            for name in names {
                let payload = Payload.guestAdded(GuestAdded(name: try Names.checked(name)))
                let fact = try append(payload, in: group)
                guests.append(PartyID(guest: fact.id))
                facts.append(fact)
            }
            let ground = ImportGround(guests: guests, sources: try sources(in: group))
            var counts = (expenses: 0, payments: 0)
            for item in try making(ground) {
                switch item {
                case .expense: counts.expenses += 1
                case .payment: counts.payments += 1
                }
                facts.append(try append(try payload(item), in: group))
            }
            let report = ImportReport(
                guests: guests, expenses: counts.expenses, payments: counts.payments)
            return (report, facts)
        }
    }

    private func append(_ payload: Payload, in group: LocalGroup) throws -> Fact {
        try requireAllowed(payload, in: group)
        let event = try seal(payload, in: group)
        try group.append(event, payload: payload, now: now())
        return Fact(header: event.header, id: event.id, content: .payload(payload))
    }

    private func payload(_ item: ImportItem) throws -> Payload {
        switch item {
        case .expense(let draft, let source):
            return try expense(draft, imported: source)
        case .payment(var draft, let source, let date):
            draft.note = SourceNote(words: draft.note ?? "", date: date, source: source).text
            return try settlement(draft)
        }
    }

    private func sources(in group: LocalGroup) throws -> Set<String> {
        var sources: Set<String> = []
        try database.entries.forEach(in: group.number) { record in
            let entry = try Entry(record)
            // What was exported here and comes back is here.
            sources.insert("jsonl:" + entry.id.hex)
            switch entry.body {
            case .expense(let expense):
                if let source = expense.imported { sources.insert(source) }
            case .settlement(let settlement):
                if let note = SourceNote(settlement.record.note) { sources.insert(note.source) }
            case .message: break
            }
        }
        return sources
    }
}
