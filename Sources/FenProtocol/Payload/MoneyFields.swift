import FenEncoding
package import FenMoney

/// Collects the fields of a money unit, which stand among an expense's other fields, and checks
/// the unit as a whole (§5, §5.1).
///
/// What depends on the group is not looked at here: whether `rate` is there for another currency,
/// and whether `settlement_amount` equals `amount` for the group's own, are counting rules
/// (§5.2).
struct MoneyFields {
    private var amount: Int64?
    private var currency: Currency?
    private var paidBy: [Payment]?
    private var rate: Rate?
    private var refund = false
    private var settlementAmount: Int64?
    private var split: Split?
    private var typed: String?

    /// Reads `amount`.
    mutating func readAmount(from fields: inout FieldReader) throws(PayloadError) {
        amount = try fields.optionalAmount("amount")
    }

    /// Reads `currency`.
    mutating func readCurrency(from fields: inout FieldReader) throws(PayloadError) {
        currency = try fields.optional("currency")
    }

    /// Reads from `paid_by` to `typed`, which stand together.
    mutating func readRest(from fields: inout FieldReader) throws(PayloadError) {
        if try fields.advance(to: "paid_by") {
            let payments: [Payment] = try fields.members("paid_by")
            paidBy = payments
        }
        rate = try fields.optional("rate")
        refund = try fields.flag("refund")
        settlementAmount = try fields.optionalAmount("settlement_amount")
        split = try fields.optional("split")
        typed = try fields.optionalText("typed", ProtocolLimits.typed)
    }

    /// The unit; nil when none of its fields is there, an error when only some are.
    func whole() throws(PayloadError) -> MoneyUnit? {
        guard let amount, let currency, let paidBy, let settlementAmount, let split else {
            let some =
                amount != nil || currency != nil || paidBy != nil || rate != nil || refund
                || settlementAmount != nil || split != nil || typed != nil
            if some {
                throw PayloadError("amount", .notWhole)
            }
            return nil
        }
        // At most 128 payments and parts of at most 2^53 − 1 each: no sum leaves 64 bits.
        guard paidBy.reduce(0, { $0 + $1.amount }) == amount else {
            throw PayloadError("paid_by", .wrongSum)
        }
        if split.mode == .amount, split.parts.reduce(0, { $0 + $1.value }) != amount {
            throw PayloadError("split", .wrongSum)
        }
        return MoneyUnit(
            amount: amount,
            currency: currency,
            paidBy: paidBy,
            split: split,
            settlementAmount: settlementAmount,
            rate: rate,
            refund: refund,
            typed: typed
        )
    }

    /// Writes from `paid_by` to `typed`.
    static func writeRest(of money: MoneyUnit, to fields: inout FieldWriter) {
        fields.list("paid_by", money.paidBy)
        fields.write("rate", money.rate)
        fields.flag("refund", money.refund)
        fields.write("settlement_amount", money.settlementAmount)
        fields.write("split", money.split)
        fields.write("typed", money.typed)
    }
}

extension Payment: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let amount = try fields.amount("amount")
        self.init(party: try fields.required("member"), amount: amount)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("amount", amount)
        fields.write("member", party)
    }

    package func precedes(_ other: Payment) -> Bool {
        party < other.party
    }
}

extension SplitPart: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let party: PartyID = try fields.required("member")
        guard try fields.advance(to: "value") else {
            throw PayloadError("value", .missing)
        }
        let value = try fields.integer("value")
        guard value >= 1 else {
            throw PayloadError("value", .outOfRange)
        }
        try fields.passed("value")
        self.init(party: party, value: value)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("member", party)
        fields.write("value", value)
    }

    package func precedes(_ other: SplitPart) -> Bool {
        party < other.party
    }
}

extension Split: FieldValue {
    /// `{"mode":…,"parts":[…]}` with the rules of its mode (§5.1).
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Split {
        try fields.enter(name)
        guard try fields.advance(to: "mode") else {
            throw PayloadError("mode", .missing)
        }
        let text = String(decoding: try fields.plainText("mode"), as: UTF8.self)
        guard let mode = SplitMode(rawValue: text) else {
            throw PayloadError("mode", .malformed)
        }
        try fields.passed("mode")
        let parts: [SplitPart] = try fields.members("parts")
        try fields.leave(name)
        switch mode {
        case .equal where !parts.allSatisfy({ $0.value == 1 }):
            throw PayloadError("value", .outOfRange)
        case .shares where !parts.allSatisfy({ ProtocolLimits.shareWeight.contains($0.value) }):
            throw PayloadError("value", .outOfRange)
        case .percent where parts.reduce(0, { $0 + $1.value }) != ProtocolLimits.percentTotal:
            throw PayloadError(name, .wrongSum)
        default:
            return Split(mode: mode, parts: parts)
        }
    }

    /// `{"mode":…,"parts":[…]}`.
    package func write(to fields: inout FieldWriter) {
        fields.object { split in
            split.write("mode", mode.rawValue)
            split.list("parts", parts)
        }
    }
}
