import FenEncoding
import FenMoney

/// Spliit's table of a group: a column for each person with their share, above zero for who paid.
/// Where who paid has no share the table does not say who it was, and the document must be used.
struct SpliitTable {
    private let table: CSVTable
    private let group: Currency
    private var columns: [String: Int] = [:]
    private var people: [(name: String, column: Int)] = []
    private var remarks: [String] = []

    init(_ table: CSVTable, group: Currency) {
        self.table = table
        self.group = group
    }

    /// All that the table says.
    mutating func file() throws(ImportError) -> ImportedFile {
        guard let header = table.rows.first(where: { !$0.isBlank }) else {
            throw ImportError("The file is empty.")
        }
        let names = header.cells.map(\.trimmingWhitespace)
        guard let last = names.firstIndex(of: "Split mode") else {
            throw ImportError("There is no column “Split mode”.", row: header.number)
        }
        for (column, name) in names.enumerated() where column <= last { columns[name] = column }
        for (column, name) in names.enumerated() where column > last && !name.isEmpty {
            guard !people.contains(where: { $0.name == name }) else {
                throw ImportError(
                    "Two columns are called \(ImportError.quote(name)).", row: header.number)
            }
            people.append((name, column))
        }
        let rows = try table.read(below: header) { row throws(ImportError) in try self.row(row) }
        return ImportedFile(
            kind: .spliit, people: people.map(\.name), rows: rows, remarks: remarks)
    }

    private func cell(_ row: CSVTable.Row, _ name: String) -> String {
        columns[name].map { row[$0] } ?? ""
    }

    private mutating func row(_ row: CSVTable.Row) throws(ImportError) -> ImportedRow? {
        guard let date = CalendarDate(iso: cell(row, "Date")) else {
            throw ImportError("\(ImportError.quote(cell(row, "Date"))) is no day.")
        }
        var currency = group
        if let code = Currency(code: cell(row, "Currency")) {
            currency = code
        } else if remarks.isEmpty {
            remarks.append(
                "The file has the sign \(ImportError.quote(cell(row, "Currency"))) and no "
                    + "currency; its amounts are taken as \(group.code).")
        }
        let cost = try FileNumber.cost(cell(row, "Cost"), currency)
        guard cost != 0 else { return nil }
        let isRefund = cost < 0
        var payer: String?
        var parts: [ImportedPart] = []
        for person in people {
            var share = try FileNumber.minor(row[person.column], currency)
            if isRefund { share = -share }
            if share > 0 {
                guard payer == nil else { throw ImportError("Two people's shares are above zero.") }
                payer = person.name
            }
            if share != 0 { parts.append(ImportedPart(person.name, abs(share))) }
        }
        guard let payer else {
            throw ImportError(
                "Who paid has no share in it, so that the table does not say who it was.",
                hint: "Export the group from Spliit as JSON; that says all.")
        }
        let (mode, exact) = try split(cell(row, "Split mode"), parts, abs(cost))
        let words = RowWords(
            CSVTable.unguarded(cell(row, "Description")), category: cell(row, "Category"),
            note: original(row), fallback: "Spliit")
        let facts = parts.map { "\($0.name)=\($0.value)" }.sorted()
        return ImportedRow(
            row: row.number, kind: isRefund ? .refund : .expense,
            source: ([date.iso, cell(row, "Description"), cell(row, "Cost"), payer] + facts)
                .joined(separator: "\u{1F}"),
            date: date, description: words.description, category: words.category,
            note: words.note, amount: abs(cost), currency: currency,
            paid: [ImportedPart(payer, abs(cost))], mode: mode, parts: exact)
    }

    private func split(
        _ mode: String, _ parts: [ImportedPart], _ cost: Int64
    ) throws(ImportError) -> (SplitMode, [ImportedPart]) {
        let sum = parts.reduce(Int64(0)) { $0 + $1.value }
        guard (sum - cost).magnitude <= UInt64(parts.count) else {
            throw ImportError("The shares come to \(sum) and the cost to \(cost) minor units.")
        }
        if mode == "Evenly" { return (.equal, parts.map { ImportedPart($0.name, 1) }) }
        // The cells are rounded one by one; what that leaves goes to the largest.
        var exact = parts
        if let largest = exact.indices.max(by: { exact[$0].value < exact[$1].value }) {
            exact[largest].value += cost - sum
        }
        return (.amount, exact)
    }

    /// What was paid in another currency, in words.
    private func original(_ row: CSVTable.Row) -> String? {
        let amount = cell(row, "Original cost")
        guard !amount.isEmpty else { return nil }
        return "\(amount) \(cell(row, "Original currency")) at \(cell(row, "Conversion rate"))"
    }
}
