package import FenMoney

/// What everyone is owed or owes, summed under the ids as events name them (ledger, Balance).
///
/// Claims and rekeyings replace people when balances are read, so that they cost nothing to apply.
package struct Balances: Equatable, Sendable {
    /// Everyone who was ever part of anything, ascending.
    private var parties: [PartyID]
    /// Their sums.
    private var amounts: [Int128]

    /// Takes sums as they are.
    package init(_ sums: [PartyID: Int128] = [:]) {
        parties = sums.keys.sorted()
        amounts = parties.map { sums[$0] ?? 0 }
    }

    /// The sums in minor units of the group's currency; positive is owed to the party. Zeros may
    /// be among them.
    package var sums: [PartyID: Int128] {
        Dictionary(uniqueKeysWithValues: zip(parties, amounts))
    }

    /// What all sums come to: zero, or a defect (ledger, Balance).
    package var total: Int128 { amounts.reduce(0, +) }

    /// Adds what an entry moves.
    package mutating func add(_ entry: Entry) {
        for (party, amount) in entry.contribution { add(Int128(amount), to: party) }
    }

    /// Takes back what an entry moved.
    package mutating func subtract(_ entry: Entry) {
        for (party, amount) in entry.contribution { add(-Int128(amount), to: party) }
    }

    /// Adds a sum of one party.
    package mutating func add(_ amount: Int128, to party: PartyID) {
        let place = SortedKeys.place(of: party, in: parties)
        if place == parties.count || parties[place] != party {
            parties.insert(party, at: place)
            amounts.insert(0, at: place)
        }
        amounts[place] += amount
    }

    /// Adds other balances.
    package mutating func add(_ other: Balances) {
        for (party, amount) in zip(other.parties, other.amounts) { add(amount, to: party) }
    }

    /// Every party that is not at zero, as they are now: guests claimed and keys replaced;
    /// ascending by party.
    package func current(in context: GroupContext) -> [(party: PartyID, amount: Int128)] {
        var current = Balances()
        for (party, amount) in zip(parties, amounts) where amount != 0 {
            current.add(amount, to: context.current(party))
        }
        return zip(current.parties, current.amounts).filter { $0.1 != 0 }
            .map { (party: $0.0, amount: $0.1) }
    }
}
