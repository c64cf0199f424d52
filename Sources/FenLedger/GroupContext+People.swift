package import FenMoney
package import FenProtocol

extension GroupContext {
    /// Whether a key was ever admitted.
    package func isAdmitted(_ key: MemberID) -> Bool {
        admitted.contains(key)
    }

    /// Whether every event of a key is stored: it was admitted, or may move the organiser's role.
    package func takesWhole(_ key: MemberID) -> Bool {
        admitted.contains(key) || tenures.governing.contains(key)
    }

    /// The keys every event is stored of: those that were admitted, or may move the role.
    package var takenWhole: Set<MemberID> {
        tenures.governing.union(standings.keys)
    }

    /// The numbers of a key that has come back which nobody's log has any more: what it wrote between
    /// its going and its coming back.
    package func gone(of key: MemberID) -> NumberSet {
        NumberSet(standings[key]?.exclusions.compactMap(\.bridge) ?? [])
    }

    /// Whether what a key writes next counts.
    package func isActive(_ key: MemberID) -> Bool {
        standings[key]?.isActive ?? false
    }

    /// How a key stands; nil while it is not admitted.
    package func status(of key: MemberID) -> MemberStatus? {
        guard let standing = standings[key] else { return nil }
        return switch standing.inForce?.cause {
        case nil: .active
        case .leaving: .left
        case .removal: .removed
        case .rekeying: .rekeyed
        }
    }

    /// A key ever admitted, described.
    package func member(_ key: MemberID) -> Member? {
        guard let status = status(of: key) else { return nil }
        return Member(
            id: key, name: names[key] ?? "", status: status, successor: successors[key])
    }

    /// Every key ever admitted, ascending.
    package var members: [Member] {
        standings.keys.sorted().compactMap(member)
    }

    /// The key and its successors, the newest last.
    package func chain(of key: MemberID) -> [MemberID] {
        successors[key] == nil ? [key] : Chain.of(key, successors)
    }

    /// Who a party is now: a guest the member of its last claim, a key the newest of its chain.
    package func current(_ party: PartyID) -> PartyID {
        var key = party.member
        if let guest = guests[party.guest] {
            guard let claimed = guest.claimed else { return party }
            key = claimed
        }
        while let next = successors[key] { key = next }
        return PartyID(member: key)
    }

    /// Every id under which money may name the person that a party is now: the guests they were,
    /// the keys they had.
    package func ids(of party: PartyID) -> [PartyID] {
        let now = current(party)
        let guests = guests.values.map { PartyID(guest: $0.id) }
        let keys = successors.keys.map { PartyID(member: $0) }
        return [now] + (guests + keys).filter { $0 != now && current($0) == now }
    }

    /// Whether a key speaks for a party: the key itself or a successor, or of a claimed guest the
    /// claiming member or a successor.
    package func speaks(_ key: MemberID, for party: PartyID) -> Bool {
        if let guest = guests[party.guest] {
            guard let claimed = guest.claimed else { return false }
            return chain(of: claimed).contains(key)
        }
        return chain(of: party.member).contains(key)
    }

    /// The name of a party as it stands, before claims and rekeyings; nil when it is unknown.
    package func name(of party: PartyID) -> String? {
        guests[party.guest]?.name ?? names[party.member]
    }
}
