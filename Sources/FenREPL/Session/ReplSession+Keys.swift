internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Keys that are not what this person verified.
extension ReplSession {
    /// What is said once of a member who has come with another key than the one that was verified
    /// for somebody of their name.
    func changedKeys(in group: GroupView) -> [TextBlock] {
        let roster = Roster(group)
        return group.changedKeys.filter { toldKeys.insert($0).inserted }.map {
            .line(Self.warning($0, roster))
        }
    }

    /// Such a member in a sentence that names the way out.
    static func warning(_ party: PartyID, _ roster: Roster) -> Phrase {
        let name = roster.shown(party)
        return """
            \(name) uses another key than the one you verified under this name: a new device, or \
            somebody else. Ask them in person; /verify \(name) shows what to compare.
            """
    }
}

extension GroupView {
    /// Who is here with another key than the one that was verified under their name.
    var changedKeys: [PartyID] {
        members.filter { $0.trust == .changed && ($0.status == .active || $0.status == .pending) }
            .map(\.party)
    }
}
