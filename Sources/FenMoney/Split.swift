/// How an expense is divided among its participants.
package enum SplitMode: String, Hashable, Sendable, CaseIterable {
    /// Everyone the same; every part's value is 1.
    case equal
    /// Exact minor units of the expense's currency.
    case amount
    /// Hundredths of a percent, 10,000 together.
    case percent
    /// Weights.
    case shares
}

/// One participant's part of a split.
package struct SplitPart: Hashable, Sendable {
    /// Who takes part.
    package var party: PartyID

    /// What the split's mode says it is: 1, minor units, hundredths of a percent or a weight.
    package var value: Int64

    /// Makes a part of its two halves.
    package init(party: PartyID, value: Int64) {
        self.party = party
        self.value = value
    }
}

/// The division of an expense, as it stands in the event: parts strictly ascending by party.
package struct Split: Hashable, Sendable {
    /// What the values of the parts mean.
    package var mode: SplitMode

    /// Who takes part, ascending.
    package var parts: [SplitPart]

    /// Makes a split of parts that are ascending already.
    package init(mode: SplitMode, parts: [SplitPart]) {
        self.mode = mode
        self.parts = parts
    }

    /// Everyone the same; duplicates count once, the order does not matter.
    package static func equally(_ parties: some Sequence<PartyID>) -> Split {
        Split(mode: .equal, parts: Set(parties).sorted().map { SplitPart(party: $0, value: 1) })
    }
}

/// What one party put down for an expense, in minor units of its currency.
package struct Payment: Hashable, Sendable {
    /// Who paid.
    package var party: PartyID

    /// How many minor units.
    package var amount: Int64

    /// Makes a payment of its two halves.
    package init(party: PartyID, amount: Int64) {
        self.party = party
        self.amount = amount
    }
}
