import FenEncoding
import FenMoney

/// Cospend's project: tables one below the other with blank rows between, each with its own header:
/// members, bills, categories, ways of paying, currencies. Amounts are in the main currency.
struct Cospend {
    private let table: CSVTable
    private var currency: Currency
    private var weights: [String: FileNumber] = [:]
    private var people: [String] = []
    private var categories: [String: String] = [:]
    private var bills: [(row: CSVTable.Row, columns: [String: Int])] = []
    private var remarks: [String] = []
    /// Whether there is a table of members: files of older versions and of phone apps have none.
    private let hasMembers: Bool

    init(_ table: CSVTable, group: Currency) {
        self.table = table
        currency = group
        hasMembers = table.rows.contains {
            $0.cells.first?.trimmingWhitespace == "name" && $0.cells.count > 2
        }
    }

    /// All that the tables say.
    mutating func file() throws(ImportError) -> ImportedFile {
        try readSections()
        var rows: [ImportedRow] = []
        var deleted = 0
        var repeating = false
        for bill in bills {
            if cell(bill, "deleted") == "1" {
                deleted += 1
                continue
            }
            // What some apps write so that a member without bills is in the file.
            if cell(bill, "what") == "deleteMeIfYouWant" { continue }
            if !["", "n"].contains(cell(bill, "repeat")) { repeating = true }
            do throws(ImportError) {
                if let row = try row(bill) { rows.append(row) }
            } catch {
                throw error.inRow(bill.row.number)
            }
        }
        if deleted > 0 { remarks.append("\(deleted) deleted bills are left out.") }
        if repeating {
            remarks.append("Bills that repeat are taken over as they stand, without repeating.")
        }
        return ImportedFile(kind: .cospend, people: people, rows: rows, remarks: remarks)
    }

    private mutating func readSections() throws(ImportError) {
        var columns: [String: Int] = [:]
        var isHeader = true
        for row in table.rows {
            if row.isBlank {
                isHeader = true
                continue
            }
            if isHeader {
                columns = [:]
                for (column, name) in row.cells.enumerated() {
                    columns[name.trimmingWhitespace] = column
                }
                let known = ["what", "weight", "categoryname", "paymentmodename", "currencyname"]
                guard known.contains(where: { columns[$0] != nil }) else {
                    throw ImportError(
                        "A table begins with \(ImportError.quote(row[0])), which no table of "
                            + "Cospend does.", row: row.number)
                }
                isHeader = false
                continue
            }
            try read(row, columns)
        }
        if people.isEmpty {
            for bill in bills {
                let name = cell(bill, "payer_name")
                if !people.contains(name) { people.append(name) }
                weights[name] = FileNumber(cell(bill, "payer_weight"))
            }
        }
    }

    private mutating func read(
        _ row: CSVTable.Row, _ columns: [String: Int]
    ) throws(ImportError) {
        if columns["what"] != nil {
            bills.append((row, columns))
        } else if let name = columns["name"], let weight = columns["weight"] {
            guard !row[name].isEmpty, !people.contains(row[name]) else {
                throw ImportError(
                    "A member has no name, or one that another has.", row: row.number)
            }
            guard let number = FileNumber(row[weight]), number.digits > 0, !number.isNegative else {
                throw ImportError(
                    "\(ImportError.quote(row[weight])) is no weight above zero.", row: row.number)
            }
            people.append(row[name])
            weights[row[name]] = number
        } else if let name = columns["categoryname"], let id = columns["categoryid"] {
            categories[row[id]] = row[name]
        } else if let name = columns["currencyname"], row[columns["exchange_rate"] ?? name] == "1" {
            if let main = Currency(code: row[name].uppercased()) {
                currency = main
            } else {
                remarks.append(
                    "The main currency \(ImportError.quote(row[name])) is no code; amounts are "
                        + "taken as \(currency.code).")
            }
        }
    }

    private func cell(_ bill: (row: CSVTable.Row, columns: [String: Int]), _ name: String) -> String
    {
        bill.columns[name].map { bill.row[$0] } ?? ""
    }

    private mutating func row(
        _ bill: (row: CSVTable.Row, columns: [String: Int])
    ) throws(ImportError) -> ImportedRow? {
        let day = cell(bill, "date")
        let seconds = Int(cell(bill, "timestamp"))
        let stamped = seconds.flatMap { CalendarDate(dayNumber: Self.day(of: $0)) }
        guard let date = CalendarDate(iso: day.prefix(10)) ?? stamped else {
            throw ImportError("\(ImportError.quote(day)) is no day in the form 2026-07-01.")
        }
        let amount = try FileNumber.cost(cell(bill, "amount"), currency)
        guard amount != 0 else { return nil }
        let payer = cell(bill, "payer_name")
        let owers = NameList(known: Set(people)).names(cell(bill, "owers"))
        for name in [payer] + owers where !people.contains(name) {
            // Without a table of members everybody is known by a bill only.
            guard weights[name] == nil, !hasMembers else {
                throw ImportError("\(ImportError.quote(name)) is not among the members.")
            }
            people.append(name)
        }
        guard !owers.isEmpty, Set(owers).count == owers.count else {
            throw ImportError("It is for nobody, or somebody stands twice.")
        }
        let one = FileNumber("1")
        guard let whole = FileNumber.weights(owers.compactMap { weights[$0] ?? one }),
            whole.count == owers.count
        else { throw ImportError("Its weights cannot be written in an event.") }
        let category = cell(bill, "categoryid")
        let isPayment =
            category == Self.reimbursement && owers.count == 1 && owers[0] != payer && amount > 0
        let words = RowWords(
            cell(bill, "what"), category: categories[category],
            note: Self.decoded(cell(bill, "comment")), fallback: "Cospend")
        return ImportedRow(
            row: bill.row.number, kind: isPayment ? .payment : amount < 0 ? .refund : .expense,
            source: ([
                day, cell(bill, "timestamp"), cell(bill, "what"), "\(amount)", payer,
            ] + owers.sorted()).joined(separator: "\u{1F}"),
            date: date, description: words.description, category: words.category,
            note: words.note, amount: abs(amount), currency: currency,
            paid: [ImportedPart(payer, abs(amount))],
            mode: whole.allSatisfy { $0 == 1 } ? .equal : .shares,
            parts: zip(owers, whole).map { ImportedPart($0, $1) })
    }

    /// The category of payments, built in.
    private static let reimbursement = "-11"

    private static func day(of seconds: Int) -> Int {
        let (quotient, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// A comment as it was typed: `+` is a space, `%26` a byte.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
