import FenEncoding
package import FenMoney

/// Reads a file of another program. Pure: the same bytes give the same rows, and no bytes make it
/// fail otherwise than by an error with a sentence.
package enum ImportReader {
    /// What a file says; the kind is found out where none is named. `currency` is the group's, for
    /// files that do not say theirs.
    package static func read(
        _ bytes: [UInt8], as kind: ImportKind? = nil, currency: Currency
    ) throws(ImportError) -> ImportedFile {
        let text = try FileText.decode(bytes)
        let file = try rows(of: text, as: kind, currency: currency)
        guard !file.rows.isEmpty else {
            throw ImportError("There is no expense and no payment in this file.")
        }
        for row in file.rows where row.paid.count > 128 || row.parts.count > 128 {
            throw ImportError(
                "More than 128 people take part, which one expense cannot carry.", row: row.row)
        }
        return file
    }

    private static func rows(
        of text: String, as kind: ImportKind?, currency: Currency
    ) throws(ImportError) -> ImportedFile {
        let first = text.first { !$0.isWhitespace }
        if first == "{" || first == "[" {
            return try json(text, as: kind, isList: first == "[", currency)
        }
        let table = try CSVTable(text)
        guard let found = kind ?? CSVKind.find(table) else { throw unknown }
        switch found {
        case .splitwise:
            var reader = Splitwise(table)
            return try reader.file()
        case .spliit:
            var reader = SpliitTable(table, group: currency)
            return try reader.file()
        case .ihatemoney: return try IHateMoney.file(table, group: currency)
        case .cospend:
            var reader = Cospend(table, group: currency)
            return try reader.file()
        case .jsonl: throw ImportError("The file is no JSONL: it does not begin with {.")
        }
    }

    private static func json(
        _ text: String, as kind: ImportKind?, isList: Bool, _ currency: Currency
    ) throws(ImportError) -> ImportedFile {
        if isList {
            guard kind == nil || kind == .ihatemoney else { throw unknown }
            return try IHateMoney.file(try LooseJSON(text), group: currency)
        }
        let first = String(text.utf8.prefix { $0 != 0x0A }) ?? ""
        let isLines = first.trimmingWhitespace.hasSuffix("\"type\":\"group\"}")
        if kind == .jsonl || (kind == nil && isLines) {
            var reader = try FenLines(text)
            return try reader.file()
        }
        guard kind == nil || kind == .spliit else { throw unknown }
        let document = try LooseJSON(text)
        if document["format"]?.text == "fen-export-1" {
            throw ImportError(
                "This is fen's JSON, which is for other programs.",
                hint: "Export the group as jsonl; /import takes that in.")
        }
        var reader = SpliitDocument(document, group: currency)
        return try reader.file()
    }

    private static let unknown = ImportError(
        "This file is in no format that is known here.",
        hint: "/import reads Splitwise CSV, Spliit JSON and CSV, IHateMoney JSON and CSV, Cospend "
            + "CSV and fen's JSONL; “as splitwise” says which it is.")
}

/// Tells the tables of the programs apart by their headers.
enum CSVKind {
    /// Whose table it is; nil for nobody's.
    static func find(_ table: CSVTable) -> ImportKind? {
        for row in table.rows.prefix(20) where !row.isBlank {
            let cells = row.cells.map(\.trimmingWhitespace)
            let names = Set(cells)
            if names.isSuperset(of: ["what", "amount", "payer_name", "owers"]) {
                return names.contains("timestamp") ? .cospend : .ihatemoney
            }
            if names.isSuperset(of: ["name", "weight", "active"]) { return .cospend }
            if names.isSuperset(of: ["Split mode", "Is Reimbursement", "Cost"]) { return .spliit }
            // Splitwise translates its headers: five columns, then people, then amounts below.
            if cells.count > 5, cells.prefix(5).allSatisfy({ !$0.isEmpty }),
                Splitwise.header(of: table)?.number == row.number
            {
                return .splitwise
            }
        }
        return nil
    }
}
