import FenEncoding
import FenMoney

/// What Spliit's document and its table have in common.
enum Spliit {
    /// Spliit gives a few currencies no decimals that ISO 4217 gives two.
    private static let withoutDecimals: Set<String> = ["HUF", "IDR", "COP", "ISK", "JPY", "KRW"]

    /// How many decimals an amount has in Spliit; two where a group has only a sign of its own.
    static func digits(_ currency: Currency?) -> Int {
        guard let currency else { return 2 }
        return withoutDecimals.contains(currency.code) ? 0 : 2
    }

    /// Minor units of a currency from Spliit's units of it.
    static func minor(
        _ units: Int64, digits: Int, _ currency: Currency
    ) throws(ImportError) -> Int64 {
        let text = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
        let number =
            (units < 0 ? "-" : "") + padded.dropLast(digits)
            + (digits > 0 ? "." + padded.suffix(digits) : "")
        return try FileNumber.minor(number, currency)
    }
}

/// Spliit's JSON document of a group.
struct SpliitDocument {
    private let root: LooseJSON
    private let currency: Currency
    private let digits: Int
    private var names: [String: String] = [:]
    private var people: [String] = []
    private var remarks: [String] = []

    init(_ root: LooseJSON, group: Currency) {
        self.root = root
        let code = root["currencyCode"]?.text.flatMap { Currency(code: $0) }
        currency = code ?? group
        digits = Spliit.digits(code)
        if code == nil, let sign = root["currency"]?.text {
            remarks.append(
                "The file has the sign \(ImportError.quote(sign)) and no currency; its amounts are "
                    + "taken as \(group.code).")
        }
    }

    /// All that the document says.
    mutating func file() throws(ImportError) -> ImportedFile {
        guard let participants = root["participants"]?.elements,
            let expenses = root["expenses"]?.elements
        else { throw ImportError("There is no group of Spliit in this file.") }
        for person in participants {
            guard let id = person["id"]?.text, let name = person["name"]?.text?.trimmingWhitespace,
                !name.isEmpty, names[id] == nil
            else { throw ImportError("A participant has no name, or an id stands twice.") }
            guard !people.contains(name) else {
                throw ImportError(
                    "Two participants are called \(ImportError.quote(name)).",
                    hint: "Give one of them another name and export again.")
            }
            names[id] = name
            people.append(name)
        }
        var rows: [ImportedRow] = []
        for (place, expense) in expenses.enumerated() {
            do throws(ImportError) {
                if let row = try row(expense, place + 1) { rows.append(row) }
            } catch {
                throw error.inRow(place + 1)
            }
        }
        if expenses.contains(where: { ($0["recurrenceRule"]?.text ?? "NONE") != "NONE" }) {
            remarks.append("Expenses that repeat are taken over as they stand, without repeating.")
        }
        return ImportedFile(kind: .spliit, people: people, rows: rows, remarks: remarks)
    }

    private func row(_ expense: LooseJSON, _ number: Int) throws(ImportError) -> ImportedRow? {
        guard let units = expense["amount"]?.integer, units != 0 else {
            if expense["amount"]?.integer == 0 { return nil }
            throw ImportError("The expense has no whole amount.")
        }
        guard let day = expense["expenseDate"]?.text, let date = CalendarDate(iso: day.prefix(10))
        else { throw ImportError("The expense has no day.") }
        guard let payer = expense["paidById"]?.text.flatMap({ names[$0] }) else {
            throw ImportError("Who paid is not among the participants.")
        }
        let amount = try magnitude(units)
        let title = expense["title"]?.text ?? ""
        let words = RowWords(
            title, category: expense["category"]?["name"]?.text, note: expense["notes"]?.text,
            fallback: "Spliit")
        let (mode, parts) = try split(expense, amount)
        let isPayment =
            expense["isReimbursement"]?.isTrue == true && parts.count == 1
            && parts[0].name != payer
        let id = expense["id"]?.text
        var row = ImportedRow(
            row: number, kind: isPayment ? .payment : units < 0 ? .refund : .expense,
            source: id ?? "\(day)\u{1F}\(title)\u{1F}\(units)\u{1F}\(payer)\u{1F}\(parts)",
            hasID: id != nil, date: date, description: words.description,
            category: words.category, note: words.note, amount: amount, currency: currency,
            paid: [ImportedPart(payer, amount)], mode: mode, parts: parts)
        if isPayment, units < 0 {
            swap(&row.paid, &row.parts)
            row.paid[0].value = amount
        }
        try useOriginal(expense, &row)
        return row
    }

    private func split(
        _ expense: LooseJSON, _ amount: Int64
    ) throws(ImportError) -> (SplitMode, [ImportedPart]) {
        var parts: [ImportedPart] = []
        for part in expense["paidFor"]?.elements ?? [] {
            guard let name = part["participantId"]?.text.flatMap({ names[$0] }),
                let shares = part["shares"]?.integer
            else { throw ImportError("Somebody it is for is not among the participants.") }
            if shares != 0 { parts.append(ImportedPart(name, shares)) }
        }
        guard !parts.isEmpty else { throw ImportError("The expense is for nobody.") }
        switch expense["splitMode"]?.text ?? "EVENLY" {
        case "EVENLY":
            return (.equal, parts.map { ImportedPart($0.name, 1) })
        case "BY_SHARES":
            guard let weights = FileNumber.reduced(parts.map(\.value)) else {
                throw ImportError("Its shares cannot be written in an event.")
            }
            return (.shares, zip(parts, weights).map { ImportedPart($0.name, $1) })
        case "BY_PERCENTAGE":
            return (.percent, parts)
        case "BY_AMOUNT":
            var exact: [ImportedPart] = []
            for part in parts { exact.append(ImportedPart(part.name, try magnitude(part.value))) }
            return (.amount, exact)
        case let mode: throw ImportError("\(ImportError.quote(mode)) is no split that is known.")
        }
    }

    /// Takes what was really paid where it fits what Spliit made of it; an older Spliit wrote
    /// originals cut, and those stay in the note.
    private func useOriginal(
        _ expense: LooseJSON, _ row: inout ImportedRow
    ) throws(ImportError) {
        guard let code = expense["originalCurrency"]?.text, let original = Currency(code: code),
            original != currency, let units = expense["originalAmount"]?.integer,
            let typed = expense["conversionRate"]?.numberText
        else { return }
        let minor = try Spliit.minor(
            units.magnitude > UInt64(Int64.max) ? 0 : Int64(units.magnitude),
            digits: Spliit.digits(original), original)
        let rate = try? Rate.parse(typed: typed)
        let converted = rate.flatMap {
            try? Conversion.convert(minor: minor, from: original, to: currency, rate: $0)
        }
        guard let rate, let converted, row.mode != .amount,
            (converted - row.amount).magnitude <= 1
        else {
            let words = "\(AmountFormat.withCode(minor, original)) at \(typed)"
            row.note = [words, row.note].compactMap(\.self).joined(separator: "\n")
            return
        }
        row.conversion = ImportedConversion(currency: currency, amount: row.amount, rate: rate)
        row.amount = minor
        row.currency = original
        row.paid = row.paid.map { ImportedPart($0.name, minor) }
    }

    private func magnitude(_ units: Int64) throws(ImportError) -> Int64 {
        guard units != .min else { throw ImportError("The amount is out of reach.") }
        return try Spliit.minor(abs(units), digits: digits, currency)
    }
}
