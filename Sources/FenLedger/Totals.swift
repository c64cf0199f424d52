/// Every sum that is kept of a projection: what a batch of events adds to them, or all of it.
package struct Totals: Equatable, Sendable {
    /// What everybody is owed or owes.
    package var balances = Balances()
    /// What the expenses add up to.
    package var tallies = Tallies()

    /// Sums of nothing.
    package init() {}

    /// Adds what an entry comes to.
    package mutating func add(_ entry: Entry) {
        balances.add(entry)
        tallies.add(entry)
    }

    /// Takes back what an entry came to.
    package mutating func subtract(_ entry: Entry) {
        balances.subtract(entry)
        tallies.subtract(entry)
    }

    /// Adds other sums.
    package mutating func add(_ other: Totals) {
        balances.add(other.balances)
        tallies.add(other.tallies)
    }
}
