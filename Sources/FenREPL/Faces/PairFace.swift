internal import FenEngine
internal import FenMoney

/// People who settle as one, as they are named: `Alice & Bob`.
struct PairFace {
    let roster: Roster
    let pairs: Households

    init(_ group: GroupView, _ pairs: Households) {
        roster = Roster(group)
        self.pairs = pairs
    }

    /// The people who settle as one with somebody, or that person alone, in the roster's order.
    func people(with party: PartyID) -> [PartyID] {
        roster.ordered(pairs.people(with: party), by: { $0 })
    }

    /// What whoever settles as one with somebody is called together; alone it is their name.
    func shown(_ party: PartyID) -> Phrase {
        people(with: party).map { roster.shown($0) }.joined(" & ")
    }

    /// What the people of a pair owe or are owed together.
    func together(_ sum: Int128, _ party: PartyID, _ currency: Currency) -> Phrase {
        let amount = AmountFormat.withCode(sum < 0 ? -sum : sum, currency)
        guard sum != 0 else { return "\(shown(party)) together are settled up." }
        let verb: Phrase = sum < 0 ? "owe" : "are owed"
        return "\(shown(party)) together \(verb) \(own: amount)."
    }

    /// The pairs in the JSON face.
    var json: OutputJSON {
        .list(pairs.all) { .list(roster.ordered($0, by: { $0 })) { roster.json($0) } }
    }
}
