internal import FenEncoding
internal import FenEngine
internal import FenMoney

/// A group as one JSON document: the balances, and the same records as in the JSONL form, so that
/// whoever reads one reads the other.
struct JSONExport {
    private let group: GroupView
    private let balances: BalancesView

    /// A document with these balances.
    init(_ group: GroupView, balances: BalancesView) {
        self.group = group
        self.balances = balances
    }

    /// Everything before the first record.
    var opening: [UInt8] {
        let roster = Roster(group)
        let rows = roster.ordered(balances.rows, by: \.party).map { row in
            OutputJSON.fields([
                "id": .string(row.party.hex),
                "name": .string(roster.name(row.party)),
                "balance": .integer(row.minor),
            ])
        }
        let head = OutputJSON.fields([
            "format": .string("fen-export-1"),
            "group": .string(group.name),
            "currency": .string(group.currency.code),
            "digits": .number(group.currency.digits),
            "partial": balances.partial.json,
            "balances": .array(rows),
        ])
        return Array((head.line.dropLast() + ",\"records\":[\n").utf8)
    }

    /// A record behind others or as the first; `line` is one of the JSONL form.
    func record(_ line: [UInt8], isFirst: Bool) -> [UInt8] {
        (isFirst ? [] : [UInt8(ascii: ",")]) + line
    }

    /// Everything behind the last record.
    var closing: [UInt8] { Array("]}\n".utf8) }
}
