internal import FenEngine
internal import FenMoney

/// A payment above what was owed before it: recorded as it was typed, but not without a word.
struct SettlementExcess {
    /// What is said about it.
    let words: Phrase

    /// Nil where the payment is within what one owes and what the other is owed.
    init?(_ draft: SettlementDraft, _ balances: BalancesView, _ group: GroupView) {
        // Between the two of a pair each stands alone.
        let isInside = balances.pairs.areOne(draft.from, draft.to)
        let face = PairFace(group, isInside ? Households() : balances.pairs)
        func balance(_ party: PartyID) -> Int128 {
            let people = face.people(with: party)
            return balances.rows.reduce(0) { people.contains($1.party) ? $0 + $1.minor : $0 }
        }
        let owed = max(0, -balance(draft.from))
        let due = max(0, balance(draft.to))
        let amount = Int128(draft.settlementAmount)
        guard amount > min(owed, due) else { return nil }
        let isPayer = owed <= due
        let named = isPayer ? draft.from : draft.to
        let verb: Phrase =
            isPayer ? "owed" : face.people(with: named).count > 1 ? "were owed" : "was owed"
        let sum = AmountFormat.withCode(isPayer ? owed : due, group.currency)
        let what: Phrase = (isPayer ? owed : due) == 0 ? "nothing" : "\(own: sum) in all"
        words = """
            Careful: \(face.shown(named)) \(verb) \(what), and this is \
            \(own: AmountFormat.withCode(amount, group.currency)). /void takes it back.
            """
    }
}
