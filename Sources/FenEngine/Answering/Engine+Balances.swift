import FenCrypto
import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Everybody's balance, from the projection alone.
    package func balances(in id: GroupID) throws(FenError) -> BalancesView {
        try answering {
            let group = try group(id)
            let me = try requirePerson().publicKey
            let current = try currentBalances(of: group)
            var rows = current
            let shown = Set(rows.map(\.party))
            for member in group.context.members where member.status == .active {
                let party = PartyID(member: member.id)
                if !shown.contains(party) { rows.append((party, 0)) }
            }
            for guest in group.context.guests.values where guest.claimed == nil {
                let party = PartyID(guest: guest.id)
                if !shown.contains(party) { rows.append((party, 0)) }
            }
            return BalancesView(
                rows: rows.sorted { $0.party < $1.party },
                partial: PartialMark(try group.partialTotals()),
                unsynced: try unsyncedMoney(in: group), lastSync: try lastSync(of: group),
                isWaiting: !group.context.isAdmitted(me), pairs: try households(of: group))
        }
    }

    /// The fewest payments that settle everybody, as far as it can be proven; by people who settle
    /// as one, of whom payments name one, unless each is to settle alone.
    package func plan(
        in id: GroupID, eachAlone: Bool = false
    ) throws(FenError) -> SettlementPlan {
        try answering {
            let group = try group(id)
            let pairs = eachAlone ? Households() : try households(of: group)
            return try SettlementPlanner.plan(
                balances: try pairs.merged(try currentBalances(of: group)))
        }
    }

    /// Everybody who is not at zero, as they are now.
    func currentBalances(of group: LocalGroup) throws -> [(party: PartyID, minor: Int128)] {
        var sums: [PartyID: Int128] = [:]
        for (party, amount) in try database.balances.all(in: group.number) {
            sums[PartyID(raw: party)] = amount
        }
        let balances = Balances(sums)
        guard balances.total == 0 else {
            throw Self.unbalanced("The balances of this group")
        }
        return balances.current(in: group.context).map { ($0.party, $0.amount) }
    }

    /// The refusal of balances that a defect has left with a sum: it is reported, never patched.
    static func unbalanced(_ what: String) -> FenError {
        FenError(
            "UNBALANCED", "\(what) do not add up to zero.",
            hint: "/rebuild computes them anew; if it stays, it is a defect of fen: please report "
                + "it.",
            status: .defect)
    }

    /// How many own money events in the totals nobody else has yet.
    func unsyncedMoney(in group: LocalGroup) throws -> Int {
        guard let me = try person()?.publicKey, let log = group.book.logs[me] else { return 0 }
        var count = 0
        try database.events.forEach(.unpublished(log.number)) { row in
            switch EventKind(rawValue: row.kind) {
            case .expenseLogged, .expenseUpdated, .expenseDeleted, .expenseRestored,
                .settlementRecorded, .settlementVoided:
                count += 1
            default: break
            }
        }
        return count
    }
}
