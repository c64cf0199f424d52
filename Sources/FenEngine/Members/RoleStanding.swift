import FenLedger
import FenMoney
import FenProtocol

/// How this person and the organiser's role stand in a group: what may change while lines arrive
/// and is worth a notice.
struct RoleStanding {
    private let me: MemberID?
    private let status: MemberStatus?
    private let organiser: MemberID
    /// On the organiser's device: the changes that came after their authors had gone.
    private let late: [MemberID: Int]

    /// This person was in the group before.
    var wasIn: Bool { status != nil }

    /// What to tell of a step to a later standing.
    func notices(to later: RoleStanding, in id: GroupID) -> [Notice] {
        var notices: [Notice] = []
        if let me = later.me {
            if status == nil, later.status != nil {
                notices.append(.admitted(id, PartyID(member: me), invitedAs: nil))
            }
            if status == .active, later.status != .active { notices.append(.outOfGroup(id)) }
        }
        if organiser != later.organiser {
            notices.append(.organiserChanged(id, PartyID(member: later.organiser)))
        }
        for (member, count) in later.late.sorted(by: { $0.key < $1.key })
        where count > late[member] ?? 0 {
            notices.append(.lateChanges(id, PartyID(member: member), count))
        }
        return notices
    }

    fileprivate init(_ group: LocalGroup, me: MemberID?, late: [MemberID: Int]) {
        self.me = me
        self.late = late
        status = me.flatMap { group.context.status(of: $0) }
        organiser = group.context.organiser
    }
}

extension Engine {
    /// How roles stand in a group now.
    func roles(in group: LocalGroup) throws -> RoleStanding {
        let me = try person()?.publicKey
        return RoleStanding(
            group, me: me,
            late: group.context.organiser == me ? try lateCounts(in: group) : [:])
    }
}
