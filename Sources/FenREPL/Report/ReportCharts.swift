internal import FenEngine
internal import FenMoney

/// The charts of a report, as SVG that grows with the page.
struct ReportCharts {
    let currency: Currency

    /// How long the longest bar is, in units of its drawing.
    private static let whole = 1_000

    /// A bar a row, to the right for what is above zero and to the left for what is below.
    func bars(_ rows: [(label: Phrase, minor: Int128)], isSigned: Bool = false) -> HTML {
        let proportion = Proportion(rows.map(\.minor))
        let origin = isSigned && rows.contains { $0.minor < 0 } ? Self.whole : 0
        let lines = rows.map { row -> HTML in
            let length = proportion.length(of: row.minor, whole: Self.whole)
            let start = row.minor < 0 ? origin - length : origin
            let side: HTML = row.minor < 0 ? "owes" : "has"
            let amount =
                isSigned
                ? AmountFormat.signed(row.minor, currency) : AmountFormat.plain(row.minor, currency)
            return """
                <tr><th scope="row">\(.own(row.label))</th>\
                <td class="amount">\(.own("\(own: amount) \(own: currency.code)"))</td>\
                <td class="bar"><svg viewBox="0 0 \(origin + Self.whole) 10" \
                preserveAspectRatio="none" aria-hidden="true">\
                <rect class="\(side)" x="\(max(start, 0))" width="\(length)" height="10"/>\
                </svg></td></tr>

                """
        }
        return "<table class=\"bars\">\n\(lines.joined())</table>\n"
    }

    /// A column a period.
    func columns(_ periods: [SpendingPeriods.Period]) -> HTML {
        guard let first = periods.first, let last = periods.last,
            let most = periods.max(by: { $0.minor < $1.minor })
        else { return "" }
        let proportion = Proportion(periods.map(\.minor))
        let columns = periods.enumerated().map { index, period -> HTML in
            let height = proportion.length(of: period.minor, whole: Self.whole)
            let side: HTML = period.minor < 0 ? "owes" : "has"
            return """
                <rect class="\(side)" x="\(index * 10 + 1)" y="\(Self.whole - height)" width="8" \
                height="\(height)"><title>\(words(period))</title></rect>
                """
        }
        return """
            <svg class="columns" viewBox="0 0 \(periods.count * 10) \(Self.whole)" \
            preserveAspectRatio="none" role="img" aria-label="spent over time">\(columns.joined())</svg>
            <p class="ends"><span>\(.own("\(own: first.name)"))</span>\
            <span>most: \(words(most))</span><span>\(.own("\(own: last.name)"))</span></p>

            """
    }

    private func words(_ period: SpendingPeriods.Period) -> HTML {
        .own("\(own: period.name), \(own: AmountFormat.withCode(period.minor, currency))")
    }
}
