/// One payment that a plan proposes: always above zero, always from a debtor to a creditor.
package struct Transfer: Hashable, Sendable {
    /// Who pays.
    package var from: PartyID

    /// Who is paid.
    package var to: PartyID

    /// How many minor units of the group's currency.
    package var amount: Int64

    /// Makes a transfer of its fields.
    package init(from: PartyID, to: PartyID, amount: Int64) {
        self.from = from
        self.to = to
        self.amount = amount
    }
}

/// Payments that settle everybody, the same list on every device.
package struct SettlementPlan: Hashable, Sendable {
    /// The payments: equal opposite balances first, by the debtor's id, then group by group.
    package var transfers: [Transfer]

    /// Whether no plan with fewer payments exists, proven.
    package var provenFewest: Bool

    /// Makes a plan of its fields.
    package init(transfers: [Transfer], provenFewest: Bool) {
        self.transfers = transfers
        self.provenFewest = provenFewest
    }
}
