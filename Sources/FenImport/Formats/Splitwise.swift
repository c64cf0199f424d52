import FenEncoding
import FenMoney

/// Splitwise's table: `Date, Description, Category, Cost, Currency` in the language of the account,
/// then a column for each person with what they paid minus what they owe of the row. A friend's
/// table begins with a sentence. Below the rows stands one of balances for each currency.
struct Splitwise {
    /// The columns before the people.
    private static let fixed = 5
    private let table: CSVTable
    private var people: [String] = []
    private var sums: [Currency: [Int64]] = [:]
    private var remarks: [String] = []
    private var guessed: [Int] = []
    private var idle = 0

    init(_ table: CSVTable) {
        self.table = table
    }

    /// The row of column names: the last one before a row that begins with a day and says a
    /// currency in its fifth cell.
    static func header(of table: CSVTable) -> CSVTable.Row? {
        var before: CSVTable.Row?
        for row in table.rows where !row.isBlank {
            if CalendarDate(iso: row[0]) != nil, Currency(code: row[4]) != nil { return before }
            if row.cells.count > fixed, !row[0].isEmpty { before = row }
        }
        return nil
    }

    /// All that the table says.
    mutating func file() throws(ImportError) -> ImportedFile {
        guard let header = Self.header(of: table) else {
            throw ImportError(
                "There is no row that begins with a day, such as 2026-07-01, and names a currency "
                    + "in its fifth cell.")
        }
        people = header.cells.dropFirst(Self.fixed).map(\.trimmingWhitespace)
        // A spreadsheet fills rows up with empty cells.
        while people.last?.isEmpty == true { people.removeLast() }
        try checkPeople(header.number)
        let rows = try table.read(below: header) { row throws(ImportError) in try self.row(row) }
        if !guessed.isEmpty {
            let list = guessed.prefix(5).map(String.init).joined(separator: ", ")
            remarks.append(
                "Several people paid in row \(list)\(guessed.count > 5 ? " and others" : ""): the "
                    + "balances are exact, how much each paid is a guess.")
        }
        if idle > 0 { remarks.append("\(idle) of the rows move no balance and are left out.") }
        return ImportedFile(kind: .splitwise, people: people, rows: rows, remarks: remarks)
    }

    private func checkPeople(_ row: Int) throws(ImportError) {
        guard !people.isEmpty, !people.contains("") else {
            throw ImportError("A person's column has no name.", row: row)
        }
        for (place, name) in people.enumerated() where people[..<place].contains(name) {
            throw ImportError(
                "Two columns are called \(ImportError.quote(name)).", row: row,
                hint: "Give one of them another name in the file.")
        }
    }

    private mutating func row(_ row: CSVTable.Row) throws(ImportError) -> ImportedRow? {
        guard let date = CalendarDate(iso: row[0]) else {
            throw ImportError(
                "\(ImportError.quote(row[0])) is no day in the form 2026-07-01.",
                hint: "A spreadsheet may have changed it; export the file again.")
        }
        guard let currency = Currency(code: row[4]) else {
            throw ImportError("\(ImportError.quote(row[4])) is no currency code.")
        }
        guard row.cells.dropFirst(Self.fixed + people.count).allSatisfy({ $0.isEmpty }) else {
            throw ImportError("There are more cells than columns.")
        }
        var cells: [Int64] = []
        for place in people.indices {
            cells.append(try FileNumber.minor(row[Self.fixed + place], currency))
        }
        // The file's own balances have neither a category nor a cost.
        if row[2].isEmpty, row[3].isEmpty {
            try check(cells, currency)
            return nil
        }
        let sum = cells.reduce(Int128(0)) { $0 + Int128($1) }
        guard sum == 0 else {
            throw ImportError(
                "The people's cells come to \(AmountFormat.withCode(sum, currency)), not to zero.",
                hint: "The row is damaged; export the file again.")
        }
        let before = sums[currency] ?? Array(repeating: 0, count: people.count)
        // Sums of more rows than a file can hold of 10^15 each stay within 64 bits.
        sums[currency] = zip(before, cells).map { $0 &+ $1 }
        let cost = try FileNumber.cost(row[3], currency)
        guard cells.contains(where: { $0 != 0 }) else {
            idle += 1
            return nil
        }
        return try made(row, date, cost, currency, cells)
    }

    /// The expense or payment with exactly these cells.
    private mutating func made(
        _ row: CSVTable.Row, _ date: CalendarDate, _ cost: Int64, _ currency: Currency,
        _ cells: [Int64]
    ) throws(ImportError) -> ImportedRow {
        let isRefund = cost < 0
        let nets = isRefund ? cells.map { -$0 } : cells
        let total = cost.magnitude > UInt64(Int64.max) ? 0 : Int64(cost.magnitude)
        let gains = people.indices.filter { nets[$0] > 0 }
        let gained = gains.reduce(Int64(0)) { $0 &+ nets[$1] }
        guard gained <= total else {
            throw ImportError(
                "The people's cells move \(AmountFormat.withCode(gained, currency)), more than the "
                    + "cost of \(AmountFormat.withCode(total, currency)).")
        }
        // What is not owed to the payers is their own share: of one payer surely, of several
        // spread evenly, which is a guess that changes no balance.
        let rest = total - gained
        var paid = gains.map { ImportedPart(people[$0], nets[$0]) }
        var owed = people.indices.filter { nets[$0] < 0 }.map {
            ImportedPart(people[$0], -nets[$0])
        }
        for place in paid.indices {
            let own = rest / Int64(paid.count) + (Int64(place) < rest % Int64(paid.count) ? 1 : 0)
            paid[place].value += own
            if own > 0 { owed.append(ImportedPart(paid[place].name, own)) }
        }
        if paid.count > 1 { guessed.append(row.number) }
        let isPayment =
            !isRefund && rest == 0 && paid.count == 1 && owed.count == 1
            && Self.payments.contains(row[2].lowercased())
        let words = RowWords(row[1], category: row[2], note: nil, fallback: "Splitwise")
        let facts = people.indices.filter { cells[$0] != 0 }.map { "\(people[$0])=\(cells[$0])" }
        let kind: ImportedRow.Kind = isPayment ? .payment : isRefund ? .refund : .expense
        return ImportedRow(
            row: row.number, kind: kind,
            source: ([date.iso, row[1], "\(cost) \(currency.code)"] + facts.sorted())
                .joined(separator: "\u{1F}"),
            date: date, description: words.description, category: words.category,
            note: words.note, amount: total, currency: currency, paid: paid, mode: .amount,
            parts: owed, exact: ImportedExact(currency: currency, paid: paid, owed: owed))
    }

    private func check(_ balances: [Int64], _ currency: Currency) throws(ImportError) {
        let sums = self.sums[currency] ?? Array(repeating: 0, count: people.count)
        for (place, name) in people.enumerated() where sums[place] != balances[place] {
            let own = AmountFormat.withCode(balances[place], currency)
            throw ImportError(
                "The file says that the balance of \(ImportError.quote(name)) is \(own), but its "
                    + "rows come to \(AmountFormat.withCode(sums[place], currency)).",
                hint: "Rows may be missing; export the file again.")
        }
    }

    /// The category of payments in the languages of accounts. In others a payment is read as an
    /// expense of the one for the other, which moves the same.
    private static let payments: Set<String> = [
        "payment", "zahlung", "paiement", "pago", "pagamento", "betaling", "betalning",
        "płatność", "płatności", "maksu", "оплата", "платёж", "платеж", "支払い", "付款", "pagament",
    ]
}
