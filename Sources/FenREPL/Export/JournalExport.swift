internal import FenEncoding
internal import FenEngine
internal import FenMoney

/// A group as a journal that both `ledger` and `hledger` read: a transaction for each expense and
/// settlement, an account for each person, amounts in the group's currency, so that `bal` shows the
/// balances of `/balances`. What was paid in another currency stands in a comment, and its rate as
/// a price where the group's currency has decimals.
struct JournalExport {
    private let roster: Roster
    private let currency: Currency
    private let name: String
    private let localTime: @Sendable (Int64) -> LocalTime

    /// A journal for a group's people as they are now.
    init(_ group: GroupView, localTime: @escaping @Sendable (Int64) -> LocalTime) {
        roster = Roster(group)
        currency = group.currency
        name = group.name
        self.localTime = localTime
    }

    /// What the journal is, as a comment.
    func header(isPartial: Bool) -> [UInt8] {
        var text = "; \(JournalText.words(name)), in \(currency.code), written by fen\n"
        text += "; positive: is owed; negative: owes\n"
        if isPartial {
            text += "; some of the group's history was not on the device that wrote this\n"
        }
        // A rate has more decimals than its currency, and would be the pattern for all amounts.
        if currency.digits > 0 {
            let pattern = AmountFormat.withCode(1000 * currency.minorUnitsPerUnit, currency)
            text += "\ncommodity \(currency.code)\n    format \(pattern)\n"
        }
        return Array(text.utf8)
    }

    /// The transaction of a record; nil for one that moves nobody's balance because it does not
    /// count.
    func transaction(_ record: RecordView) -> [UInt8]? {
        guard !record.moves.isEmpty, let line = ExportLine(record, localTime: localTime) else {
            return nil
        }
        var text = "\n"
        // Without decimals no pattern is understood by both, so that no rate may stand there.
        if let rate = line.rate, currency.digits > 0 {
            text += "P \(line.date) \(line.currency.code) \(rate.text) \(currency.code)\n"
        }
        text += "\(line.date) * (\(record.entry.id.hex.prefix(12))) "
        text += JournalText.words(line.description(roster)) + "\n"
        if line.kind != .expense { text += "    ; \(line.kind.rawValue)\n" }
        if line.currency != currency {
            let amount = AmountFormat.withCode(line.amount, line.currency)
            text += "    ; paid as \(amount)\(line.rate.map { " at \($0.text)" } ?? "")\n"
        }
        if !line.category.isEmpty {
            text += "    ; in \(JournalText.words(line.category))\n"
        }
        if !line.note.isEmpty { text += "    ; \(JournalText.words(line.note))\n" }
        let moves = record.moves.filter { $0.minor != 0 }
        for move in roster.ordered(moves.isEmpty ? [record.moves[0]] : moves, by: \.party) {
            let account = JournalText.account(roster.name(move.party))
            text += "    \(account)  \(AmountFormat.withCode(move.minor, currency))\n"
        }
        return Array(text.utf8)
    }
}

/// Somebody's words where `ledger` and `hledger` read words only: whatever either would take for
/// its own is written as the `%XX` of its bytes, and so is `%` itself, so that two names never
/// become one.
enum JournalText {
    /// Words of a description or a comment.
    ///
    /// A semicolon would begin a comment and a bar split the payee off; colons make tags, which
    /// `ledger` may compute and `hledger` reads dates from; brackets hold dates.
    static func words(_ text: String) -> String {
        escaped(text, unsafe: ";|:[]".unicodeScalars)
    }

    /// An account under `People`. Colons would make sub-accounts, brackets a virtual posting, a
    /// semicolon a comment, two spaces the account's end.
    static func account(_ name: String) -> String {
        "People:" + escaped(name, unsafe: ";|:[](){}<>\"=@*!".unicodeScalars)
    }

    private static func escaped(_ text: String, unsafe: String.UnicodeScalarView) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            let isEdge = index == 0 || index == scalars.count - 1
            let mustGo =
                switch scalar {
                case " ": isEdge || scalars[index - 1] == " "
                case "%": true
                default: unsafe.contains(scalar) || isOdd(scalar)
                }
            guard mustGo else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }

    /// Line breaks, controls, and spaces other than the plain one, which some readers count as it.
    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .spaceSeparator: true
        default: false
        }
    }
}
