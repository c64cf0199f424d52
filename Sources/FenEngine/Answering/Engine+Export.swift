import FenEncoding
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// A group as plain lines, one JSON object each with its newline: the group, its people, and
    /// every entry in order, deleted and voided ones marked. Amounts are minor units.
    package func export(in id: GroupID) throws(FenError) -> PagedLines {
        let head = try answering { try PlainExport(try group(id)).head() }
        return PagedLines(
            first: LinePage(lines: head) { [self] in try await exportPage(after: nil, in: id) })
    }

    /// The lines of the entries behind a place; nil when none is left.
    private func exportPage(
        after place: EntryPlace?, in id: GroupID
    ) throws(FenError) -> LinePage? {
        try answering {
            let group = try group(id)
            guard let page = try entryPage(after: place, in: group) else { return nil }
            let export = PlainExport(group)
            return LinePage(lines: try page.entries.compactMap { try export.line(of: $0) }) {
                [self] in try await exportPage(after: page.place, in: id)
            }
        }
    }
}

/// Writes a group so that people and other programs can read it without fen.
private struct PlainExport {
    let group: LocalGroup

    init(_ group: LocalGroup) {
        self.group = group
    }

    /// The group and its people.
    func head() throws -> [[UInt8]] {
        var lines = [try line(groupLine)]
        for person in group.people() {
            lines.append(
                try line { writer in
                    writer.field("id", hex: person.party)
                    writer.field("name", person.name)
                    writer.field("status", person.status.rawValue)
                    writer.field("type", "person")
                })
        }
        for guest in group.claimedGuests() {
            lines.append(
                try line { writer in
                    writer.field("claimed_by", hex: guest.member)
                    writer.field("id", hex: guest.guest)
                    writer.field("name", guest.name)
                    writer.field("status", "claimed")
                    writer.field("type", "person")
                })
        }
        return lines
    }

    /// An entry; nil for one that does not count.
    func line(of entry: Entry) throws -> [UInt8]? {
        guard entry.stands else { return nil }
        return try line { writer in
            switch entry.body {
            case .expense(let expense): try write(expense, of: entry, &writer)
            case .settlement(let settlement): write(settlement, of: entry, &writer)
            case .message(let message):
                writer.field("author", hex: entry.author)
                writer.field("created_at", entry.createdAt)
                writer.field("id", hex: entry.id)
                writer.field("seq", entry.seq)
                writer.field("text", message.text)
                writer.field("type", "message")
            }
        }
    }

    private func groupLine(_ writer: inout JSONWriter) {
        if let currency = group.context.currency {
            writer.field("currency", currency.code)
            writer.field("digits", Int64(currency.digits))
        }
        writer.field("id", group.id.uuidString)
        writer.field("name", group.context.name ?? "")
        writer.field("organiser", hex: group.context.organiser)
        writer.field("type", "group")
    }

    private func write(
        _ expense: ExpenseState, of entry: Entry, _ writer: inout JSONWriter
    ) throws {
        guard let money = expense.money ?? expense.waitingMoney else { return }
        writer.field("amount", money.amount)
        writer.field("author", hex: entry.author)
        if let category = expense.category { writer.field("category", category) }
        writer.field("created_at", entry.createdAt)
        writer.field("currency", money.currency.code)
        writer.field("date", expense.date.iso)
        writer.field("deleted", expense.isDeleted)
        writer.field("description", expense.description)
        writer.field("digits", Int64(money.currency.digits))
        writer.field("id", hex: entry.id)
        if let note = expense.note { writer.field("note", note) }
        writer.list("paid_by", money.paidBy) { payment, writer in
            writer.field("amount", payment.amount)
            writer.field("id", hex: payment.party)
            writer.field("name", group.displayName(of: payment.party))
        }
        if let rate = money.rate { writer.field("rate", rate.text) }
        writer.field("refund", money.refund)
        writer.field("seq", entry.seq)
        writer.field("settlement_amount", money.settlementAmount)
        writer.list("shares", (try? ShareView.all(of: money)) ?? []) { share, writer in
            writer.field("amount", share.amount)
            writer.field("id", hex: share.party)
            writer.field("name", group.displayName(of: share.party))
            writer.field("settlement_amount", share.settlementAmount)
        }
        writer.field("split_mode", money.split.mode.rawValue)
        writer.list("split_parts", money.split.parts) { part, writer in
            writer.field("id", hex: part.party)
            writer.field("value", part.value)
        }
        writer.field("type", "expense")
        if let typed = money.typed { writer.field("typed", typed) }
        writer.field("waiting", entry.isWaiting)
    }

    private func write(
        _ settlement: SettlementState, of entry: Entry, _ writer: inout JSONWriter
    ) {
        let record = settlement.record
        writer.field("amount", record.amount)
        writer.field("author", hex: entry.author)
        writer.field("created_at", entry.createdAt)
        writer.field("currency", record.currency.code)
        writer.field("digits", Int64(record.currency.digits))
        writer.field("from", hex: record.from)
        writer.field("from_name", group.displayName(of: record.from))
        writer.field("id", hex: entry.id)
        if let note = record.note { writer.field("note", note) }
        if let rate = record.rate { writer.field("rate", rate.text) }
        writer.field("seq", entry.seq)
        writer.field("settlement_amount", record.settlementAmount)
        writer.field("to", hex: record.to)
        writer.field("to_name", group.displayName(of: record.to))
        writer.field("type", "settlement")
        writer.field("voided", settlement.isVoided)
        writer.field("waiting", entry.isWaiting)
    }

    private func line(_ body: (inout JSONWriter) throws -> Void) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        try body(&writer)
        writer.endObject()
        return writer.bytes + [0x0a]
    }
}

extension JSONWriter {
    /// A field whose value is a list of objects.
    fileprivate mutating func list<Element>(
        _ key: StaticString, _ elements: [Element],
        _ body: (Element, inout JSONWriter) -> Void
    ) {
        self.key(key)
        beginArray()
        for element in elements {
            beginObject()
            body(element, &self)
            endObject()
        }
        endArray()
    }
}
