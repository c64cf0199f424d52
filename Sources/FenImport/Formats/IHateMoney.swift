import FenEncoding
import FenMoney

/// IHateMoney's bills, as a list of JSON objects or as a table with the same names. A bill says the
/// weight of who paid only; anybody's is known from the bills they paid, else it is 1.
enum IHateMoney {
    /// A bill as both forms say it.
    private struct Bill {
        let row: Int
        let what: String
        let type: String
        let amount: String
        let currency: String
        let date: String
        let payer: String
        let weight: String
        let owers: [String]
    }

    /// The bills of a table.
    static func file(_ table: CSVTable, group: Currency) throws(ImportError) -> ImportedFile {
        guard let header = table.rows.first(where: { !$0.isBlank }) else {
            throw ImportError("The file is empty.")
        }
        var columns: [String: Int] = [:]
        for (column, name) in header.cells.enumerated() {
            columns[name.trimmingWhitespace.lowercased()] = column
        }
        for name in ["what", "amount", "date", "payer_name", "owers"] where columns[name] == nil {
            throw ImportError("There is no column “\(name)”.", row: header.number)
        }
        let rows = table.rows.filter { $0.number > header.number && !$0.isBlank }
        let payers = columns["payer_name"].map { column in
            rows.map { CSVTable.unguarded($0[column]) }
        }
        let list = NameList(known: Set(payers ?? []))
        let bills = rows.map { row in
            func cell(_ name: String) -> String { columns[name].map { row[$0] } ?? "" }
            return Bill(
                row: row.number, what: CSVTable.unguarded(cell("what")), type: cell("bill_type"),
                amount: cell("amount"), currency: cell("currency"), date: cell("date"),
                payer: CSVTable.unguarded(cell("payer_name")), weight: cell("payer_weight"),
                owers: list.names(CSVTable.unguarded(cell("owers"))))
        }
        return try file(bills, group)
    }

    /// The bills of a document.
    static func file(_ document: LooseJSON, group: Currency) throws(ImportError) -> ImportedFile {
        guard let list = document.elements else { throw ImportError("There is no list of bills.") }
        var bills: [Bill] = []
        for (place, bill) in list.enumerated() {
            guard let payer = bill["payer_name"]?.text, let owers = bill["owers"]?.elements else {
                throw ImportError("This is no bill of IHateMoney.", row: place + 1)
            }
            bills.append(
                Bill(
                    row: place + 1, what: bill["what"]?.text ?? "",
                    type: bill["bill_type"]?.text ?? "",
                    amount: bill["amount"]?.numberText ?? "",
                    currency: bill["currency"]?.text ?? "", date: bill["date"]?.text ?? "",
                    payer: payer.trimmingWhitespace,
                    weight: bill["payer_weight"]?.numberText ?? "",
                    owers: owers.compactMap(\.text).map(\.trimmingWhitespace)))
        }
        return try file(bills, group)
    }

    private static func file(
        _ bills: [Bill], _ group: Currency
    ) throws(ImportError) -> ImportedFile {
        var weights: [String: FileNumber] = [:]
        var remarks: [String] = []
        for bill in bills {
            guard !bill.weight.isEmpty else { continue }
            guard let weight = FileNumber(bill.weight), weight.digits > 0, !weight.isNegative else {
                throw ImportError(
                    "\(ImportError.quote(bill.weight)) is no weight above zero.", row: bill.row)
            }
            if let known = weights[bill.payer], known != weight, remarks.isEmpty {
                remarks.append(
                    "The weight of \(ImportError.quote(bill.payer)) changes within the file; the "
                        + "last one is used throughout.")
            }
            weights[bill.payer] = weight
        }
        var people: [String] = []
        var rows: [ImportedRow] = []
        for bill in bills {
            do throws(ImportError) {
                if let row = try row(bill, weights, group) { rows.append(row) }
            } catch {
                throw error.inRow(bill.row)
            }
            for name in [bill.payer] + bill.owers where !people.contains(name) {
                people.append(name)
            }
        }
        return ImportedFile(kind: .ihatemoney, people: people, rows: rows, remarks: remarks)
    }

    private static func row(
        _ bill: Bill, _ weights: [String: FileNumber], _ group: Currency
    ) throws(ImportError) -> ImportedRow? {
        guard let date = CalendarDate(iso: bill.date.prefix(10)) else {
            throw ImportError("\(ImportError.quote(bill.date)) is no day in the form 2026-07-01.")
        }
        // XXX is what IHateMoney writes where a project has no currency.
        let code = bill.currency.isEmpty || bill.currency == "XXX" ? group.code : bill.currency
        guard let currency = Currency(code: code) else {
            throw ImportError("\(ImportError.quote(code)) is no currency code.")
        }
        let amount = try FileNumber.cost(bill.amount, currency)
        guard amount != 0 else { return nil }
        guard !bill.payer.isEmpty, !bill.owers.isEmpty, !bill.owers.contains("") else {
            throw ImportError("It is not said who paid, or for whom.")
        }
        guard Set(bill.owers).count == bill.owers.count else {
            throw ImportError("Somebody stands twice among those it is for.")
        }
        let one = FileNumber("1")
        let used = bill.owers.compactMap { weights[$0] ?? one }
        guard let whole = FileNumber.weights(used), whole.count == bill.owers.count else {
            throw ImportError("Its weights cannot be written in an event.")
        }
        let isEven = whole.allSatisfy { $0 == 1 }
        let isPayment =
            bill.type.lowercased() == "reimbursement" && bill.owers.count == 1
            && bill.owers[0] != bill.payer && amount > 0
        let words = RowWords(bill.what, category: nil, note: nil, fallback: "IHateMoney")
        return ImportedRow(
            row: bill.row, kind: isPayment ? .payment : amount < 0 ? .refund : .expense,
            source: ([bill.date, bill.what, "\(amount) \(code)", bill.payer] + bill.owers.sorted())
                .joined(separator: "\u{1F}"),
            date: date, description: words.description, category: nil, note: words.note,
            amount: abs(amount), currency: currency, paid: [ImportedPart(bill.payer, abs(amount))],
            mode: isEven ? .equal : .shares,
            parts: zip(bill.owers, whole).map { ImportedPart($0, $1) })
    }
}
