package import FenMoney

/// `SettlementRecorded`: `from` has paid `to` (§5).
package struct SettlementRecorded: PayloadFields {
    package static let kind = EventKind.settlementRecorded

    /// Who paid.
    package var from: PartyID
    /// Who was paid.
    package var to: PartyID
    /// What was paid, in minor units.
    package var amount: Int64
    /// The currency it was paid in.
    package var currency: Currency
    /// What it is in the group's currency.
    package var settlementAmount: Int64
    /// The rate between the two, where they differ.
    package var rate: Rate?
    /// More about it.
    package var note: String?
    /// The excluded event the organiser applies with this one (§5.2).
    package var onBehalfOf: EventID?

    /// Makes the payload.
    package init(
        from: PartyID,
        to: PartyID,
        amount: Int64,
        currency: Currency,
        settlementAmount: Int64,
        rate: Rate? = nil,
        note: String? = nil,
        onBehalfOf: EventID? = nil
    ) {
        self.from = from
        self.to = to
        self.amount = amount
        self.currency = currency
        self.settlementAmount = settlementAmount
        self.rate = rate
        self.note = note
        self.onBehalfOf = onBehalfOf
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        amount = try fields.amount("amount")
        currency = try fields.required("currency")
        from = try fields.required("from")
        note = try fields.optionalText("note", ProtocolLimits.note)
        onBehalfOf = try fields.optional("on_behalf_of")
        rate = try fields.optional("rate")
        settlementAmount = try fields.amount("settlement_amount")
        to = try fields.required("to")
        guard from != to else {
            throw PayloadError("to", .notDifferent)
        }
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("amount", amount)
        fields.write("currency", currency)
        fields.write("from", from)
        fields.kind(Self.kind)
        fields.write("note", note)
        fields.write("on_behalf_of", onBehalfOf)
        fields.write("rate", rate)
        fields.write("settlement_amount", settlementAmount)
        fields.write("to", to)
    }
}

/// `SettlementVoided`: a settlement is taken back (§5).
package struct SettlementVoided: PayloadFields {
    package static let kind = EventKind.settlementVoided

    /// The settlement.
    package var settlement: EventID

    /// Makes the payload.
    package init(settlement: EventID) {
        self.settlement = settlement
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        settlement = try fields.required("settlement")
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("settlement", settlement)
    }
}

/// `RateSet`: the rate the organiser proposes for a currency; it changes no past money (§5).
package struct RateSet: PayloadFields {
    package static let kind = EventKind.rateSet

    /// The currency.
    package var currency: Currency
    /// Units of the group's currency for one of it.
    package var rate: Rate
    /// Where the rate comes from.
    package var source: String
    /// The day it holds for.
    package var date: CalendarDate

    /// Makes the payload.
    package init(currency: Currency, rate: Rate, source: String, date: CalendarDate) {
        self.currency = currency
        self.rate = rate
        self.source = source
        self.date = date
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        currency = try fields.required("currency")
        date = try fields.required("date")
        rate = try fields.required("rate")
        source = try fields.text("source", ProtocolLimits.source)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("currency", currency)
        fields.write("date", date)
        fields.kind(Self.kind)
        fields.write("rate", rate)
        fields.write("source", source)
    }
}
