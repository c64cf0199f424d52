/// The money of an expense as one piece: what was paid, by whom, for whom, and what it is in the
/// group's currency. An update replaces it whole.
package struct MoneyUnit: Hashable, Sendable {
    /// What was paid, in minor units of `currency`.
    package var amount: Int64

    /// The currency it was paid in.
    package var currency: Currency

    /// Who paid how much of it, ascending by party, summing to `amount`.
    package var paidBy: [Payment]

    /// Among whom it is divided.
    package var split: Split

    /// What it is in minor units of the group's currency, fixed when the event was written.
    package var settlementAmount: Int64

    /// The rate it was converted at; present exactly when `currency` is not the group's.
    package var rate: Rate?

    /// Whether money came back instead of going out.
    package var refund: Bool

    /// The words the split was typed in, where they say more than the split does.
    package var typed: String?

    /// Makes a money unit of its fields, unchecked.
    package init(
        amount: Int64,
        currency: Currency,
        paidBy: [Payment],
        split: Split,
        settlementAmount: Int64,
        rate: Rate? = nil,
        refund: Bool = false,
        typed: String? = nil
    ) {
        self.amount = amount
        self.currency = currency
        self.paidBy = paidBy
        self.split = split
        self.settlementAmount = settlementAmount
        self.rate = rate
        self.refund = refund
        self.typed = typed
    }

    /// What each party's balance moves by in the group's currency, or in the one it was paid in,
    /// ascending by party.
    ///
    /// Payers gain their part of the amount, participants lose their share; a refund is allocated
    /// like the expense and then turned round. The moves sum to zero; parties whose part and share
    /// cancel out are listed with 0.
    package func contributions(
        inGroupCurrency: Bool = true
    ) throws(MoneyError) -> [(PartyID, Int64)] {
        let total = inGroupCurrency ? settlementAmount : amount
        guard MoneyLimits.amounts.contains(total) else {
            throw Self.outOfRange(inGroupCurrency ? "settlement_amount" : "amount", total)
        }
        let gains = try Allocation.payerParts(of: total, payers: paidBy)
        let losses = try shares(inGroupCurrency: inGroupCurrency)
        let direction: Int64 = refund ? -1 : 1
        var moves: [(PartyID, Int64)] = []
        moves.reserveCapacity(gains.count + losses.count)
        // Gains, and losses, sum to the amount of at most 10^15 and none is negative.
        for (party, gain) in gains { moves.append((party, direction * gain)) }
        for (party, loss) in losses {
            if let index = moves.firstIndex(where: { $0.0 == party }) {
                moves[index].1 -= direction * loss
            } else {
                moves.append((party, -direction * loss))
            }
        }
        moves.sort { $0.0 < $1.0 }
        return moves
    }

    /// What each participant owes, in the group's currency or in the one it was paid in.
    package func shares(inGroupCurrency: Bool) throws(MoneyError) -> [(PartyID, Int64)] {
        try Allocation.shares(
            of: inGroupCurrency ? settlementAmount : amount, split: split, payers: paidBy)
    }
}
