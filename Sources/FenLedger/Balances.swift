package import FenMoney

/// What everyone is owed or owes, summed under the ids as events name them (ledger, Balance).
///
/// Claims and rekeyings replace people when balances are read, so that they cost nothing to apply.
package struct Balances: Equatable, Sendable {
    /// The sums in minor units of the group's currency; positive is owed to the party. Zeros may
    /// be among them.
    package private(set) var sums: [PartyID: Int128]

    /// Takes sums as they are.
    package init(_ sums: [PartyID: Int128] = [:]) {
        self.sums = sums
    }

    /// Whether everyone is at zero.
    package var isEmpty: Bool { sums.values.allSatisfy { $0 == 0 } }

    /// What all sums come to: zero, or a defect (ledger, Balance).
    package var total: Int128 { sums.values.reduce(0, +) }

    /// Adds what an entry moves.
    package mutating func add(_ entry: Entry) {
        for (party, amount) in entry.contribution { sums[party, default: 0] += Int128(amount) }
    }

    /// Takes back what an entry moved.
    package mutating func subtract(_ entry: Entry) {
        for (party, amount) in entry.contribution { sums[party, default: 0] -= Int128(amount) }
    }

    /// Adds a sum of one party.
    package mutating func add(_ amount: Int128, to party: PartyID) {
        sums[party, default: 0] += amount
    }

    /// Adds other balances.
    package mutating func add(_ other: Balances) {
        for (party, amount) in other.sums { sums[party, default: 0] += amount }
    }

    /// Every party that is not at zero, as they are now: guests claimed and keys replaced;
    /// ascending by party.
    package func current(in context: GroupContext) -> [(party: PartyID, amount: Int128)] {
        var current: [PartyID: Int128] = [:]
        for (party, amount) in sums where amount != 0 {
            current[context.current(party), default: 0] += amount
        }
        return current.filter { $0.value != 0 }.sorted { $0.key < $1.key }
            .map { (party: $0.key, amount: $0.value) }
    }
}
