import FenEncoding
import FenMoney

/// Our own plain export: a JSON object a line, the group first, then its people, then every entry
/// in order. It names people by ids and says every share, so that what is made of it comes to the
/// same balances whoever the people are here.
struct FenLines {
    private let lines: [(number: Int, value: LooseJSON)]
    private var names: [String: String] = [:]
    private var claims: [String: String] = [:]
    private var people: [String] = []
    private var currency: Currency?

    init(_ text: String) throws(ImportError) {
        var lines: [(Int, LooseJSON)] = []
        // By bytes: a line break with a carriage return is one character.
        for (place, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let line = String(bytes), !line.allSatisfy(\.isWhitespace) else { continue }
            do throws(ImportError) {
                lines.append((place + 1, try LooseJSON(line)))
            } catch {
                throw ImportError(
                    "The line is no JSON.", row: place + 1,
                    hint: "The file may be cut off; export it again.")
            }
        }
        self.lines = lines
    }

    /// All that the lines say.
    mutating func file() throws(ImportError) -> ImportedFile {
        var rows: [ImportedRow] = []
        var left: [String: Int] = [:]
        for (number, line) in lines {
            do throws(ImportError) {
                switch line["type"]?.text {
                case "group": try readGroup(line)
                case "person": try readPerson(line)
                case "expense", "settlement":
                    if line["deleted"]?.isTrue == true || line["voided"]?.isTrue == true {
                        left["deleted or voided", default: 0] += 1
                    } else if line["waiting"]?.isTrue == true {
                        left["waiting for what was missing", default: 0] += 1
                    } else {
                        rows.append(try row(line, number))
                    }
                case "message": left["messages", default: 0] += 1
                default: throw ImportError("The line is no record of fen.")
                }
            } catch {
                throw error.inRow(number)
            }
        }
        let words = left.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return ImportedFile(
            kind: .jsonl, people: people, rows: rows,
            remarks: words.isEmpty ? [] : ["Left out: \(words.joined(separator: ", "))."])
    }

    private mutating func readGroup(_ line: LooseJSON) throws(ImportError) {
        guard let found = line["currency"]?.text.flatMap({ Currency(code: $0) }) else {
            throw ImportError("The group has no currency.")
        }
        currency = try checked(found, line)
    }

    /// A currency whose amounts have as many decimals here as where the file was written.
    private func checked(
        _ currency: Currency, _ line: LooseJSON
    ) throws(ImportError) -> Currency {
        guard line["digits"]?.integer ?? Int64(currency.digits) == Int64(currency.digits) else {
            throw ImportError(
                "The file counts \(currency.code) with another number of decimals than this fen.")
        }
        return currency
    }

    private mutating func readPerson(_ line: LooseJSON) throws(ImportError) {
        guard let id = line["id"]?.text, let name = line["name"]?.text, names[id] == nil else {
            throw ImportError("A person has no id or no name, or stands twice.")
        }
        if let member = line["claimed_by"]?.text {
            claims[id] = member
            return
        }
        let isTaken = people.contains(name) || name.isEmpty
        names[id] = isTaken ? "\(name)(\(id.prefix(4)))" : name
        if let name = names[id] { people.append(name) }
    }

    /// The file's name for an id; a claimed guest is the member.
    private mutating func name(_ id: String) -> String {
        let id = claims[id] ?? id
        if let known = names[id] { return known }
        let name = "(\(id.prefix(8)))"
        names[id] = name
        people.append(name)
        return name
    }

    private func party(_ value: LooseJSON, _ key: String) throws(ImportError) -> (PartyID, String) {
        guard let hex = value[key]?.text, let party = PartyID(hex: hex) else {
            throw ImportError("A person's id is damaged.")
        }
        return (party, hex)
    }

    private mutating func row(_ line: LooseJSON, _ number: Int) throws(ImportError) -> ImportedRow {
        guard let group = currency, let id = line["id"]?.text,
            let code = line["currency"]?.text.flatMap({ Currency(code: $0) }),
            let amount = line["amount"]?.integer,
            let settlement = line["settlement_amount"]?.integer
        else { throw ImportError("An amount, a currency or the id is missing.") }
        let own = try checked(code, line)
        var rate: Rate?
        if let text = line["rate"]?.text {
            rate = try? Rate(protocolText: text)
            guard rate != nil else { throw ImportError("The rate is damaged.") }
        }
        let conversion = rate.map {
            ImportedConversion(currency: group, amount: settlement, rate: $0)
        }
        if line["type"]?.text == "settlement" {
            let from = name(try party(line, "from").1)
            let to = name(try party(line, "to").1)
            let milliseconds = line["created_at"]?.integer ?? 0
            guard
                let date = CalendarDate(dayNumber: Int(milliseconds / 86_400_000))
                    ?? CalendarDate(dayNumber: 0)
            else { throw ImportError("The day is damaged.") }
            let words = RowWords(
                "", category: nil, note: line["note"]?.text, fallback: "fen")
            return ImportedRow(
                row: number, kind: .payment, source: id, hasID: true, date: date,
                description: "", category: nil, note: words.note, amount: amount,
                currency: own, paid: [ImportedPart(from, amount)], mode: .equal,
                parts: [ImportedPart(to, 1)], conversion: conversion)
        }
        guard let date = line["date"]?.text.flatMap({ CalendarDate(iso: $0) }) else {
            throw ImportError("The day is damaged.")
        }
        let (unit, ids) = try unit(line, amount, own, settlement, rate)
        let words = RowWords(
            line["description"]?.text ?? "", category: line["category"]?.text,
            note: line["note"]?.text, fallback: "fen")
        var row = ImportedRow(
            row: number, kind: unit.refund ? .refund : .expense, source: id, hasID: true,
            date: date, description: words.description, category: words.category,
            note: words.note, amount: amount, currency: own, paid: [], mode: unit.split.mode,
            parts: [], typed: line["typed"]?.text, conversion: conversion)
        func named(_ rows: [(PartyID, Int64)]) -> [ImportedPart] {
            rows.map { ImportedPart(name(ids[$0.0] ?? ""), $0.1) }
        }
        row.paid = named(unit.paidBy.map { ($0.party, $0.amount) })
        row.parts = named(unit.split.parts.map { ($0.party, $0.value) })
        do {
            let paid = try Allocation.payerParts(of: settlement, payers: unit.paidBy)
            let owed = try unit.shares(inGroupCurrency: true)
            row.exact = ImportedExact(currency: group, paid: named(paid), owed: named(owed))
        } catch {
            throw ImportError("The split is damaged: \(error.message).")
        }
        return row
    }

    /// The money unit as it was written, under the ids of the group it comes from.
    private func unit(
        _ line: LooseJSON, _ amount: Int64, _ own: Currency, _ settlement: Int64, _ rate: Rate?
    ) throws(ImportError) -> (MoneyUnit, [PartyID: String]) {
        var ids: [PartyID: String] = [:]
        var payments: [Payment] = []
        for payment in line["paid_by"]?.elements ?? [] {
            let (party, hex) = try party(payment, "id")
            ids[party] = hex
            payments.append(Payment(party: party, amount: payment["amount"]?.integer ?? 0))
        }
        var parts: [SplitPart] = []
        for part in line["split_parts"]?.elements ?? [] {
            let (party, hex) = try party(part, "id")
            ids[party] = hex
            parts.append(SplitPart(party: party, value: part["value"]?.integer ?? 0))
        }
        guard let mode = line["split_mode"]?.text.flatMap({ SplitMode(rawValue: $0) }) else {
            throw ImportError("The split is damaged.")
        }
        let unit = MoneyUnit(
            amount: amount, currency: own, paidBy: payments, split: Split(mode: mode, parts: parts),
            settlementAmount: settlement, rate: rate,
            refund: line["refund"]?.isTrue == true)
        do throws(MoneyError) {
            try unit.validateShape()
        } catch {
            throw ImportError("The money is damaged: \(error.message).")
        }
        return (unit, ids)
    }
}
