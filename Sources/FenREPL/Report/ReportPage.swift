internal import FenEngine
internal import FenMoney

/// A group's money as one page for a browser. It loads nothing, needs no script, and says with its
/// totals what they lack.
struct ReportPage {
    let money: MoneyReport
    /// What the totals lack, a line each.
    let marks: [String]
    /// When it was made, as people read it.
    let made: String

    /// The whole document.
    var html: String {
        let title = HTML.foreign(group.name)
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(ReportStyle.sheet)</style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p class="soft">\(.own(summary))</p>
            \(marks.map { "<p class=\"mark\">\(.own(Phrase(own: $0)))</p>\n" }.joined())</header>
            \(sections.map(\.markup).joined())<footer>
            <p>Made by fen from what one member's device holds. Nothing on this page is loaded \
            from elsewhere.</p>
            </footer>
            </body>
            </html>

            """
        return page.text
    }

    private struct Section {
        let title: HTML
        let body: HTML

        var markup: HTML { "<section>\n<h2>\(title)</h2>\n\(body)</section>\n" }
    }

    private let roster: Roster

    init(money: MoneyReport, marks: [String], made: String) {
        self.money = money
        self.marks = marks
        self.made = made
        roster = Roster(money.group)
    }

    private var group: GroupView { money.group }

    private var charts: ReportCharts { ReportCharts(currency: group.currency) }

    private var summary: Phrase {
        let people = group.members.count { $0.status == .active || $0.status == .guest }
        return """
            \(own: AmountFormat.withCode(money.spending.total, group.currency)) in \
            \(money.spending.count, "expense"), \(people, "person", "people"). As of \(own: made).
            """
    }

    private var sections: [Section] {
        let people = roster.ordered(money.spending.people, by: \.party)
        let periods = SpendingPeriods(money.spending.days)
        var all = [
            Section(title: "Balances", body: balanceRows),
            Section(title: "Who pays whom", body: planRows),
        ]
        if money.spending.count > 0 {
            all += [
                Section(
                    title: "Used by",
                    body: charts.bars(people.map { (roster.shown($0.party), $0.share) })),
                Section(
                    title: "Paid by",
                    body: charts.bars(people.map { (roster.shown($0.party), $0.paid) })),
                Section(
                    title: "By category",
                    body: charts.bars(
                        money.spending.categories.map { (SpendingFace.category($0.name), $0.minor) }
                    )),
                Section(
                    title: "By \(.own("\(own: periods.unit)"))",
                    body: charts.columns(periods.periods)),
            ]
        }
        if money.spending.currencies.contains(where: { $0.currency != group.currency }) {
            let rows = money.spending.currencies.map { paid -> (Phrase, Int128) in
                ("\(own: AmountFormat.withCode(paid.amount, paid.currency))", paid.minor)
            }
            all.append(Section(title: "By currency", body: charts.bars(rows)))
        }
        all.append(
            Section(
                title: "Expenses and payments", body: ReportList(group: group).rows(money.entries)))
        return all
    }

    private var balanceRows: HTML {
        let rows = roster.ordered(money.balances.rows, by: \.party)
        let bars = charts.bars(rows.map { (roster.shown($0.party), $0.minor) }, isSigned: true)
        return "<p class=\"soft\">+ is owed, - owes.</p>\n\(bars)"
    }

    private var planRows: HTML {
        guard !money.plan.transfers.isEmpty else {
            return group.partial.isEmpty
                ? "<p>All settled up: nobody owes anybody anything.</p>\n"
                : "<p>Nobody owes anybody anything, as far as is known here.</p>\n"
        }
        let rows = money.plan.transfers.map { transfer -> HTML in
            let amount = AmountFormat.withCode(transfer.amount, group.currency)
            return """
                <tr><td>\(.own(roster.shown(transfer.from))) pays \
                \(.own(roster.shown(transfer.to)))</td>\
                <td class="amount">\(.own("\(own: amount)"))</td></tr>

                """
        }
        let fewest: HTML =
            money.plan.provenFewest ? "<p class=\"soft\">The fewest possible.</p>\n" : ""
        return "<table>\n\(rows.joined())</table>\n\(fewest)"
    }
}
