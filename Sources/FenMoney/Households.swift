/// People who settle as one, such as a couple: their balances are one sum when payments are
/// planned, and stay their own everywhere else.
package struct Households: Hashable, Sendable {
    /// Each of at least two people, ascending; ascending by the first; nobody is in two.
    package let all: [[PartyID]]

    /// Households of these people; those that share somebody become one, and one person alone is
    /// none.
    package init(_ groups: [[PartyID]] = []) {
        var joined: [Set<PartyID>] = []
        for group in groups {
            var one = Set(group)
            joined.removeAll { other in
                guard !other.isDisjoint(with: one) else { return false }
                one.formUnion(other)
                return true
            }
            joined.append(one)
        }
        all = joined.filter { $0.count > 1 }.map { $0.sorted() }
            .sorted { $0[0] < $1[0] }
    }

    /// Whether nobody settles with anybody.
    package var isEmpty: Bool { all.isEmpty }

    /// Everybody who settles as one with a party, that party included; ascending.
    package func people(with party: PartyID) -> [PartyID] {
        all.first { $0.contains(party) } ?? [party]
    }

    /// Whether two parties are one, or settle as one.
    package func areOne(_ party: PartyID, _ other: PartyID) -> Bool {
        party == other || people(with: party).contains(other)
    }

    /// Balances with each household's in one sum, ascending by party.
    ///
    /// The sum stands under the one of the household who owes most where the household owes, or is
    /// owed most where it is owed, of equal ones the smallest id: payments name that person.
    package func merged(
        _ balances: [(PartyID, Int128)]
    ) throws(MoneyError) -> [(PartyID, Int128)] {
        guard !isEmpty else { return balances }
        let known = Dictionary(balances) { first, _ in first }
        var merged: [(PartyID, Int128)] = []
        for (party, amount) in balances {
            let people = people(with: party).filter { known[$0] != nil }
            guard people.count > 1 else {
                merged.append((party, amount))
                continue
            }
            guard people[0] == party else { continue }
            var sum: Int128 = 0
            for person in people {
                let (next, overflows) = sum.addingReportingOverflow(known[person] ?? 0)
                guard !overflows else {
                    throw MoneyError(.overflow, "the balances of a pair are too large to add up")
                }
                sum = next
            }
            let direction = sum.signum()
            let named = people.max { one, other in
                let (left, right) = (known[one] ?? 0, known[other] ?? 0)
                return left == right
                    ? one > other : direction < 0 ? left > right : left < right
            }
            merged.append((named ?? party, sum))
        }
        return merged.sorted { $0.0 < $1.0 }
    }
}
