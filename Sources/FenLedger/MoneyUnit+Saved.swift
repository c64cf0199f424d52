import FenEncoding
import FenMoney

extension MoneyUnit {
    /// Writes the unit as part of a saved entry. Amounts are above zero, as the schema demands.
    func write(to writer: inout StateWriter) {
        writer.number(UInt64(max(0, amount)))
        writer.text(currency.code)
        writer.number(UInt64(max(0, settlementAmount)))
        writer.byte(refund ? 1 : 0)
        writer.optional(rate) { $0.text($1.text) }
        writer.optional(typed) { $0.text($1) }
        writer.number(UInt64(paidBy.count))
        for payment in paidBy {
            writer.fixed(payment.party)
            writer.number(UInt64(max(0, payment.amount)))
        }
        writer.byte(Self.code(of: split.mode))
        writer.number(UInt64(split.parts.count))
        for part in split.parts {
            writer.fixed(part.party)
            writer.number(UInt64(max(0, part.value)))
        }
    }

    /// Reads a unit of a saved entry.
    init(from reader: inout StateReader) throws(DamagedEntry) {
        let amount = try reader.amount()
        let currency = try Currency(from: &reader)
        let settlementAmount = try reader.amount()
        let refund = try reader.byte() != 0
        let rate = try reader.optional { (reader) throws(DamagedEntry) in
            try Rate(from: &reader)
        }
        let typed = try reader.optional { (reader) throws(DamagedEntry) in try reader.text() }
        let paidBy = try reader.list { (reader) throws(DamagedEntry) in
            Payment(party: try reader.fixed(), amount: try reader.amount())
        }
        let mode = try Self.mode(of: try reader.byte())
        let parts = try reader.list { (reader) throws(DamagedEntry) in
            SplitPart(party: try reader.fixed(), value: try reader.amount())
        }
        self.init(
            amount: amount, currency: currency, paidBy: paidBy,
            split: Split(mode: mode, parts: parts), settlementAmount: settlementAmount,
            rate: rate, refund: refund, typed: typed
        )
    }

    private static func code(of mode: SplitMode) -> UInt8 {
        switch mode {
        case .equal: 1
        case .amount: 2
        case .percent: 3
        case .shares: 4
        }
    }

    private static func mode(of code: UInt8) throws(DamagedEntry) -> SplitMode {
        switch code {
        case 1: return .equal
        case 2: return .amount
        case 3: return .percent
        case 4: return .shares
        default: throw DamagedEntry()
        }
    }
}

extension Currency {
    /// Reads a currency of a saved entry.
    init(from reader: inout StateReader) throws(DamagedEntry) {
        guard let currency = Currency(code: try reader.text()) else { throw DamagedEntry() }
        self = currency
    }
}

extension Rate {
    /// Reads a rate of a saved entry.
    init(from reader: inout StateReader) throws(DamagedEntry) {
        guard let rate = try? Rate(protocolText: try reader.text()) else { throw DamagedEntry() }
        self = rate
    }
}
