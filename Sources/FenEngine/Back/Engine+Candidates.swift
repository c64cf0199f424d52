import FenCrypto
import FenLedger
import FenMoney
import FenPeer
import FenProtocol
import FenStore

/// Whom somebody who asks for help may be.
extension Engine {
    /// Every active member of the groups this person is in, with whoever is called as the one who
    /// asks says, or looks so, first.
    func candidates(for name: String) throws -> [VouchCandidate] {
        let me = try requirePerson().publicKey
        var shared: [MemberID: [SharedGroup]] = [:]
        var names: [MemberID: String] = [:]
        var connected: Set<MemberID> = []
        var wrote: [MemberID: Int64] = [:]
        for record in try database.groups.all() {
            let group = try group(GroupID(raw: record.id))
            guard group.context.created != nil, group.context.isActive(me) else { continue }
            for member in group.context.members
            where member.status == .active && member.id != me {
                shared[member.id, default: []].append(
                    self.shared(group, with: member.id, me: me))
                names[member.id] = group.context.names[member.id] ?? ""
                if let last = try lastWrote(member.id, in: group) {
                    wrote[member.id] = max(wrote[member.id] ?? last, last)
                }
            }
            for session in (peers?.sessions[group.id] ?? [:]).values {
                if case .member(let member) = session.lane { connected.insert(member) }
            }
        }
        let look = NameLook.of(name)
        return shared.map { member, groups in
            let name = names[member] ?? ""
            return VouchCandidate(
                party: PartyID(member: member), name: name, tag: member.tag,
                isNamed: NameLook.of(name) == look, groups: groups, lastWrote: wrote[member],
                isConnected: connected.contains(member))
        }.sorted {
            ($0.isNamed ? 0 : 1, $0.name, $0.party) < ($1.isNamed ? 0 : 1, $1.name, $1.party)
        }
    }

    private func shared(
        _ group: LocalGroup, with member: MemberID, me: MemberID
    ) -> SharedGroup {
        let context = group.context
        return SharedGroup(
            id: group.id, name: context.name ?? "", isOrganiser: context.organiser == me,
            wasOrganiser: context.organiser == member,
            deputy: context.tenures.deputy.map(PartyID.init(member:)),
            isDeputy: context.tenures.deputy == me,
            organiserName: group.displayName(of: PartyID(member: context.organiser)))
    }

    /// When somebody's device wrote last, as it claims.
    private func lastWrote(_ member: MemberID, in group: LocalGroup) throws -> Int64? {
        guard let last = group.book.log(of: member).held.last else { return nil }
        return try log(author: PartyID(member: member), range: last...last, in: group.id)
            .map(\.createdAt).max()
    }
}
