internal import FenEncoding
internal import FenEngine
internal import FenImport
internal import FenMoney

/// A file before and after it is taken in.
struct ImportFace {
    /// How many of each were written.
    struct Counts {
        var expenses = 0
        var payments = 0
    }

    let group: GroupView
    let file: ImportedFile
    let fresh: Int
    let people: ImportPeople
    let totals: [ImportDraft.Total]

    /// What the file comes to, before the question.
    var preview: [TextBlock] {
        let name = file.kind.name
        let payments = file.rows.count { $0.kind == .payment }
        var blocks: [TextBlock] = [
            .line(
                """
                \(own: name): \(file.rows.count - payments, "expense") and \
                \(payments, "payment"); \(fresh) of these are new here. They come to:
                """),
            .table(table),
        ]
        if !people.guests.isEmpty {
            let names = people.guests.map { Phrase(foreign: $0) }
            let guests: Phrase = names.count == 1 ? "a guest" : "guests"
            blocks.append(.line("\(names.listed) will be added as \(guests)."))
        }
        blocks += file.remarks.map { .paragraph(Phrase(foreign: $0)) }
        return blocks
    }

    /// The answer once all is written.
    func result(_ report: ImportReport, _ after: GroupView) -> CommandResult {
        var result = CommandResult(
            """
            Imported \(report.expenses, "expense") and \(report.payments, "payment") into \
            \(foreign: after.name). /balances shows where everybody stands.
            """)
        if !report.guests.isEmpty {
            let names = Roster(after).shown(report.guests)
            result.say("New guests: \(names). /claim says who they are when they join.")
        }
        result.text += file.remarks.map { .paragraph(Phrase(foreign: $0)) }
        Self.set(
            &result, after, file, fresh: fresh,
            report: Counts(expenses: report.expenses, payments: report.payments),
            guests: report.guests, totals: named(report))
        return result
    }

    /// The keys of the JSON face.
    static func set(
        _ result: inout CommandResult, _ group: GroupView, _ file: ImportedFile, fresh: Int,
        report: Counts, guests: [PartyID], totals: [ImportDraft.Total]
    ) {
        let roster = Roster(group)
        result.set("group", .string(group.name))
        result.set("format", .string(file.kind.rawValue))
        result.set("rows", .number(file.rows.count))
        result.set("new", .number(fresh))
        result.set("expenses", .number(report.expenses))
        result.set("payments", .number(report.payments))
        result.set("guests", .list(guests) { roster.json($0) })
        result.set(
            "totals",
            .list(roster.ordered(totals, by: \.party)) {
                roster.json(
                    $0.party, ["currency": .string($0.currency.code), "amount": .integer($0.minor)])
            })
        result.set("remarks", .list(file.remarks) { .string($0) })
    }

    private var table: TextTable {
        let currencies = Set(totals.map(\.currency)).sorted { $0.code < $1.code }
        var table = TextTable([.left()] + currencies.map { .right($0.code) })
        let roster = Roster(group)
        let placeholders = people.placeholders
        let rows = roster.ordered(Array(Set(totals.map(\.party))), by: { $0 })
        for party in rows {
            let guest = placeholders.firstIndex(of: party)
            let name = guest.map { Phrase(foreign: people.guests[$0]) } ?? roster.shown(party)
            table.add(
                [name]
                    + currencies.map { currency in
                        let total = totals.first { $0.party == party && $0.currency == currency }
                        return "\(own: AmountFormat.signed(total?.minor ?? 0, currency))"
                    })
        }
        return table
    }

    /// The totals under the ids that the guests have now.
    private func named(_ report: ImportReport) -> [ImportDraft.Total] {
        let ids = Dictionary(
            zip(people.placeholders, report.guests), uniquingKeysWith: { first, _ in first })
        return totals.map {
            ImportDraft.Total(
                party: ids[$0.party] ?? $0.party, currency: $0.currency, minor: $0.minor)
        }
    }
}
