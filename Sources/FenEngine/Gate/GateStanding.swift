import FenLedger
import FenMoney
import FenProtocol

/// What may change while lines arrive and is worth a notice.
struct GateStanding {
    private let isGateShut: Bool
    /// Whose forks nobody has acknowledged for the group.
    private let forks: Set<MemberID>

    /// How a group stands now.
    init(_ group: LocalGroup) throws {
        let frontiers = try group.frontiers()
        isGateShut = try !Gate.reasons(
            against: .settle, frontiers: frontiers, unheld: group.unheldKeys(),
            context: group.context, acknowledged: group.acknowledgedReasons()
        ).isEmpty
        forks = Set(
            frontiers.filter { $0.forks.contains { !$0.isAcknowledged } }.map(\.author))
    }

    /// What to tell of a step to a later standing.
    func notices(to later: GateStanding, in id: GroupID) -> [Notice] {
        var notices: [Notice] = []
        if !isGateShut, later.isGateShut { notices.append(.gateShut(id)) }
        if isGateShut, !later.isGateShut { notices.append(.gateOpened(id)) }
        for author in later.forks.subtracting(forks).sorted() {
            notices.append(.forked(id, PartyID(member: author)))
        }
        return notices
    }
}

extension Engine {
    /// Tells what has changed of the gate.
    func announce(_ notices: [Notice]) {
        for notice in notices { announcer.yield(notice) }
    }
}
