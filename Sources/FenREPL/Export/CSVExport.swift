internal import FenEngine
internal import FenMoney

/// A group as a table for spreadsheets: a row for each expense and settlement, a column for each
/// person with what they paid minus what they owe, in the group's currency. Every row sums to zero,
/// and every column to the person's balance.
struct CSVExport {
    private let roster: Roster
    private let currency: Currency
    private let people: [PartyID]
    private let localTime: @Sendable (Int64) -> LocalTime

    /// A table for a group's people as they are now.
    init(_ group: GroupView, localTime: @escaping @Sendable (Int64) -> LocalTime) {
        roster = Roster(group)
        currency = group.currency
        people = roster.members.filter { $0.status != .pending || $0.party == group.me }
            .map(\.party)
        self.localTime = localTime
    }

    /// The byte order mark, by which spreadsheets know UTF-8, and the names of the columns.
    var header: [UInt8] {
        let fixed = [
            "Date", "Description", "Category", "Cost", "Currency", "Original cost",
            "Original currency", "Rate", "Kind", "Note",
        ]
        return [0xEF, 0xBB, 0xBF]
            + CSVText.row(fixed.map(CSVText.text) + people.map { CSVText.text(roster.name($0)) })
    }

    /// The row of a record; nil for one that moves nobody's balance because it does not count.
    func row(_ record: RecordView) throws(FenError) -> [UInt8]? {
        guard !record.moves.isEmpty, let line = ExportLine(record, localTime: localTime) else {
            return nil
        }
        let isForeign = line.currency != currency
        var cells = [
            CSVText.text(line.date), CSVText.text(line.description(roster)),
            CSVText.text(line.category),
            AmountFormat.plain(line.settlementAmount, currency), CSVText.text(currency.code),
            isForeign ? AmountFormat.plain(line.amount, line.currency) : "",
            isForeign ? CSVText.text(line.currency.code) : "",
            line.rate?.text ?? "", CSVText.text(line.kind.rawValue), CSVText.text(line.note),
        ]
        var moves = Dictionary(uniqueKeysWithValues: record.moves.map { ($0.party, $0.minor) })
        for person in people {
            cells.append(AmountFormat.plain(moves.removeValue(forKey: person) ?? 0, currency))
        }
        guard moves.isEmpty else { throw ExportLine.changed }
        return CSVText.row(cells)
    }
}
