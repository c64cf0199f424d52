internal import FenEngine
internal import FenMoney

/// The expenses and payments of a report, a row each.
struct ReportList {
    let group: GroupView

    /// The list, in the order of the entries.
    func rows(_ entries: [EntryView]) -> HTML {
        guard !entries.isEmpty else { return "<p>There are none yet.</p>\n" }
        let face = EntryFace(group)
        return """
            <table class="list">
            <thead><tr><th>entry</th><th>day</th><th>what</th><th>who</th>\
            <th class="amount">amount</th></tr></thead>
            <tbody>
            \(entries.map { row($0, face) }.joined())</tbody>
            </table>

            """
    }

    private func row(_ entry: EntryView, _ face: EntryFace) -> HTML {
        let states = EntryFace.states(entry)
        let marks: HTML =
            states.isEmpty ? "" : " <span class=\"soft\">(\(.own(states.joined())))</span>"
        let body = cells(entry, face.roster)
        return """
            <tr><td class="soft">\(.own(face.roster.shown(entry.reference)))</td>\
            <td>\(body.day)</td><td>\(body.what)\(marks)</td><td>\(body.who)</td>\
            <td class="amount">\(.own(face.amount(entry)))</td></tr>

            """
    }

    private func cells(
        _ entry: EntryView, _ roster: Roster
    ) -> (day: HTML, what: HTML, who: HTML) {
        switch entry.content {
        case .expense(let expense):
            let category: HTML =
                expense.category.map { " <span class=\"soft\">[\(.foreign($0))]</span>" } ?? ""
            let note: HTML =
                expense.note.map { "<br><span class=\"soft\">\(.foreign($0))</span>" } ?? ""
            let payers = roster.shown(expense.money.paidBy.map(\.party))
            let shares = roster.ordered(expense.shares, by: \.party).map { share -> Phrase in
                let amount = AmountFormat.plain(share.amount, expense.money.currency)
                return "\(roster.shown(share.party)) \(own: amount)"
            }
            let verb: HTML = expense.money.refund ? "refunded to" : "paid by"
            return (
                .own("\(own: expense.date)"), "\(.foreign(expense.description))\(category)\(note)",
                "\(verb) \(.own(payers))<br><span class=\"soft\">\(.own(shares.joined()))</span>"
            )
        case .settlement(let settlement):
            let note: HTML =
                settlement.note.map { "<br><span class=\"soft\">\(.foreign($0))</span>" } ?? ""
            return (
                "", "payment\(note)",
                "\(.own(roster.shown(settlement.from))) to \(.own(roster.shown(settlement.to)))"
            )
        case .message(let text, _):
            return ("", .foreign(text), .own(roster.shown(entry.author)))
        }
    }
}
