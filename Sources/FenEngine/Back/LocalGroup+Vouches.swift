import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

/// A new key that members vouch for.
struct Vouch {
    /// The old key.
    let member: MemberID
    /// The new key.
    let successor: MemberID
    /// The events that say so, in order.
    let facts: [Fact]
}

extension LocalGroup {
    /// The new keys that members vouch for and nobody has taken in: of members who are active, and
    /// keys that were never admitted. By old key, the one first that was vouched for first.
    var openVouches: [Vouch] {
        vouches { context.isActive($0.member) && !context.isAdmitted($0.successor) }
    }

    private func vouches(where isMeant: (MemberVouched) -> Bool) -> [Vouch] {
        var found: [MemberVouched: [Fact]] = [:]
        for fact in projector.control.values where context.labels[fact.id] == nil {
            guard case .memberVouched(let vouch) = fact.payload, isMeant(vouch) else { continue }
            found[vouch, default: []].append(fact)
        }
        return found.map { vouch, facts in
            Vouch(
                member: vouch.member, successor: vouch.successor,
                facts: facts.sorted { $0.order < $1.order })
        }.sorted { one, other in
            (one.member, one.facts[0].order) < (other.member, other.facts[0].order)
        }
    }

    /// Who vouches that a key is somebody's new one, the first first.
    func vouchers(of member: MemberID, by successor: MemberID) -> [MemberID] {
        let facts = vouches { $0 == MemberVouched(member: member, successor: successor) }
            .flatMap(\.facts)
        var authors: [MemberID] = []
        for fact in facts where !authors.contains(fact.author) { authors.append(fact.author) }
        return authors
    }

    /// What has taken the place of a key; nil while nothing has.
    func rekeying(of member: MemberID) -> RekeyView? {
        guard context.status(of: member) == .rekeyed else { return nil }
        let facts = projector.control.values.filter { fact in
            guard context.labels[fact.id] == nil, case .memberRekeyed(let rekeying) = fact.payload
            else { return false }
            return rekeying.member == member
        }
        return facts.max { $0.order < $1.order }.flatMap(rekeying)
    }

    /// What an event says that gives somebody a new key; nil for any other.
    func rekeying(_ fact: Fact) -> RekeyView? {
        guard case .memberRekeyed(let rekeying) = fact.payload else { return nil }
        return RekeyView(
            member: PartyID(member: rekeying.member),
            successor: PartyID(member: rekeying.successor), by: PartyID(member: fact.author),
            vouchers: vouchers(of: rekeying.member, by: rekeying.successor)
                .map(PartyID.init(member:)))
    }
}

extension Engine {
    /// A vouch for people.
    func view(of vouch: Vouch, in group: LocalGroup) -> VouchView {
        VouchView(
            member: PartyID(member: vouch.member), successor: PartyID(member: vouch.successor),
            vouchers: group.vouchers(of: vouch.member, by: vouch.successor)
                .map(PartyID.init(member:)),
            at: Int64(clamping: vouch.facts.map(\.createdAt).max() ?? 0))
    }

    /// Tells of new keys: of those that a member vouches for, and of those that have taken the place
    /// of an old one. Whoever comes into a group hears of no old ones.
    func announceNewKeys(_ facts: [Fact], wasIn: Bool, in group: LocalGroup) throws {
        guard wasIn, let me = try person()?.publicKey else { return }
        for fact in facts where fact.author != me && group.context.labels[fact.id] == nil {
            switch fact.payload {
            case .memberVouched(let vouch):
                let open = group.openVouches.first {
                    $0.member == vouch.member && $0.successor == vouch.successor
                }
                if let open { announcer.yield(.vouched(group.id, view(of: open, in: group))) }
            case .memberRekeyed:
                if let view = group.rekeying(fact) { announcer.yield(.rekeyed(group.id, view)) }
            default: continue
            }
        }
    }

    /// The key this person had in a group before a member's device handed it over to this one.
    func oldKey(in group: LocalGroup) throws -> MemberID? {
        try database.settings.value(SettingName.oldKey, in: group.number)
            .flatMap { MemberID(hex: $0) }
    }
}
