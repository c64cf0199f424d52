import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// The lines behind a balance, or behind what is between two people: with a counterpart, what
    /// of each line they owe the party (+) or the party owes them (-).
    ///
    /// They are counted back from what the sums say, so that the newest few cost a few.
    ///
    /// - Parameter most: how many lines are wanted; nil for all.
    package func why(
        _ party: PartyID, _ counterpart: PartyID? = nil, most: Int? = nil, in id: GroupID
    ) throws(FenError) -> WhyView {
        try answering {
            let group = try group(id)
            let context = group.context
            let unsynced = try unsyncedEntries(in: group)
            let wanted = context.current(party)
            let other = counterpart.map(context.current)
            let people = ([wanted] + [other].compactMap(\.self)).map(context.ids)
            var lines: [WhyLine] = []
            var running = try sum(of: wanted, towards: other, in: group)
            var hasEarlier = false
            try database.entries.walkBack(
                in: group.number, EntryFilter(flagsClear: EntryFlag.gone),
                where: { saved in people.allSatisfy(saved.mentions) },
                { record in
                    let entry = try Entry(record)
                    let delta = Self.change(of: wanted, by: entry, towards: other, context)
                    guard delta != 0 else { return true }
                    if let most, lines.count == most {
                        hasEarlier = true
                        return false
                    }
                    lines.append(
                        WhyLine(
                            entry: try view(of: entry, in: group, unsynced: unsynced),
                            delta: delta, running: running))
                    running -= Int128(delta)
                    return true
                })
            return WhyView(lines: lines.reversed(), before: running, hasEarlier: hasEarlier)
        }
    }

    /// A balance, or what is between two people, from the sums that are kept.
    private func sum(
        of party: PartyID, towards other: PartyID?, in group: LocalGroup
    ) throws -> Int128 {
        guard let other else {
            return try currentBalances(of: group).first { $0.party == party }?.minor ?? 0
        }
        let context = group.context
        return try group.projection().tallies().debts.reduce(0) { sum, debt in
            let (first, second) = (
                context.current(debt.key.first), context.current(debt.key.second)
            )
            if first == second { return sum }
            if first == party, second == other { return sum + debt.value }
            return first == other && second == party ? sum - debt.value : sum
        }
    }

    /// What an entry changes about a balance, or about what is between two parties.
    private static func change(
        of party: PartyID, by entry: Entry, towards other: PartyID?, _ context: GroupContext
    ) -> Int64 {
        guard let other else {
            return entry.contribution.reduce(0) { sum, move in
                context.current(move.0) == party ? sum + move.1 : sum
            }
        }
        return entry.debts.reduce(0) { sum, debt in
            let now = Debt(
                debtor: context.current(debt.debtor), creditor: context.current(debt.creditor),
                amount: debt.amount)
            return sum + now.owed(to: party, by: other)
        }
    }
}
