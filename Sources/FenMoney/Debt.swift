/// What one party owes another because of one entry.
package struct Debt: Hashable, Sendable {
    /// Who owes.
    package let debtor: PartyID
    /// Who is owed.
    package let creditor: PartyID
    /// How much, in minor units of the group's currency; below zero the other way round.
    package let amount: Int64

    /// A debt between two parties.
    package init(debtor: PartyID, creditor: PartyID, amount: Int64) {
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
    }

    /// What of this is owed to `party` by `other`: positive where it is owed, negative where it
    /// owes, zero where the debt is not between these two, or where they are one.
    package func owed(to party: PartyID, by other: PartyID) -> Int64 {
        if creditor == party, debtor == other { return party == other ? 0 : amount }
        return debtor == party && creditor == other ? -amount : 0
    }
}

extension MoneyUnit {
    /// Who owes whom because of this expense, participant by participant.
    ///
    /// Each participant's share is owed to the payers in proportion to what they paid. The shares
    /// are divided one after the other over what is still open of each payer's part, by largest
    /// remainder, so that the debts of a participant sum to their share and the debts to a payer
    /// to their part, to the unit: over all others they sum to what ``contributions()`` says. Who
    /// pays for themselves owes that part to themselves. A refund is turned round.
    package func debts() throws(MoneyError) -> [Debt] {
        let direction: Int64 = refund ? -1 : 1
        var open = try Allocation.payerParts(of: settlementAmount, payers: paidBy)
        var debts: [Debt] = []
        for (debtor, share) in try shares(inGroupCurrency: true) where share > 0 {
            let places = open.indices.filter { open[$0].1 > 0 }
            let parts = try Allocation.largestRemainder(share, weights: places.map { open[$0] })
            for (place, part) in zip(places, parts) where part.1 > 0 {
                // No part is above its weight: the share is at most the sum of what is open, so
                // that part = share · weight / sum ≤ weight, rounded up or not.
                open[place].1 -= part.1
                debts.append(
                    Debt(debtor: debtor, creditor: part.0, amount: direction * part.1))
            }
        }
        return debts
    }
}
