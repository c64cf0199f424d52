package import FenProtocol

/// What takes events of one key out of the projection: a removal, a rekeying or a leaving.
package struct Exclusion: Hashable, Sendable {
    /// What it came from.
    package enum Cause: Hashable, Sendable {
        /// The organiser removed the key.
        case removal
        /// The organiser replaced the key by another.
        case rekeying
        /// The member left.
        case leaving
    }

    /// What it came from.
    package let cause: Cause
    /// The event it came from.
    package let order: EventOrder
    /// The largest number of the heads, 0 if there are none; or the leaving's own number.
    package let number: UInt64
    /// It touches only smaller numbers than this, the `from` of a later admission; nil: all.
    package fileprivate(set) var until: UInt64?

    /// What is exempt: what the heads cover, or what does not descend from the leaving.
    package fileprivate(set) var spared: Coverage

    /// Whether it takes an event out.
    package func excludes(_ seq: UInt64, _ id: EventID) -> Bool {
        if let until, seq >= until { return false }
        return !spared.contains(seq, id)
    }

    /// The numbers it takes out of a linear log.
    package var numbers: ClosedRange<UInt64>? {
        let low = spared.upTo + 1
        let high = until.map { $0 - 1 } ?? .max
        return low <= high ? low...high : nil
    }

    /// The numbers that nobody's log has any more: taken out, and lifted behind.
    package var bridge: ClosedRange<UInt64>? {
        guard let until, number + 1 <= until - 1 else { return nil }
        return (number + 1)...(until - 1)
    }
}

/// What has happened to one key that was ever admitted.
package struct Standing: Hashable, Sendable {
    /// The removals, rekeyings and leavings that touch it.
    package var exclusions: [Exclusion] = []

    /// Whether an event of the key is `AFTER_REMOVAL`.
    package func excludes(_ seq: UInt64, _ id: EventID) -> Bool {
        exclusions.contains { $0.excludes(seq, id) }
    }

    /// Whether what the key writes next counts.
    package var isActive: Bool {
        exclusions.allSatisfy { $0.until != nil }
    }

    /// The last exclusion in order that nothing has lifted.
    package var inForce: Exclusion? {
        exclusions.filter { $0.until == nil }.max { $0.order < $1.order }
    }

    /// Whether the key has gone, and a number lies behind everything that nothing has lifted.
    package func isBeyond(_ seq: UInt64) -> Bool {
        let unlifted = exclusions.filter { $0.until == nil }
        return !unlifted.isEmpty && unlifted.allSatisfy { $0.number < seq }
    }

    /// The largest number that can still matter: that of the smallest unlifted exclusion.
    package var limit: UInt64? {
        exclusions.filter { $0.until == nil }.map(\.number).min()
    }
}

/// Who was ever admitted, and which of their events are excluded (layer 3).
struct Membership {
    /// Every key ever admitted.
    var standings: [MemberID: Standing]
    /// The successor that the last counted rekeying of a key names.
    var successors: [MemberID: MemberID] = [:]
    /// The old key that the last counted rekeying to a key replaces.
    var predecessors: [MemberID: MemberID] = [:]
    /// The first admitted of each invite.
    var winners: [InviteID: MemberID] = [:]
    /// The invite of the last counted admission of a key that names one.
    var invites: [MemberID: InviteID] = [:]
    /// Membership events that do not count.
    var refused: Set<EventID> = []

    private var admissions: [MemberID: [(order: EventOrder, from: UInt64)]] = [:]
    private var removals: [MemberID: [Removal]] = [:]
    private var leavings: [MemberID: [Fact]] = [:]

    private struct Removal {
        let cause: Exclusion.Cause
        let order: EventOrder
        let heads: [Head]
    }

    /// Works through the control events, given in order.
    init<Index: LogIndex>(
        founder: MemberID,
        control: [Fact],
        tenures: Tenures,
        reader: inout AncestryReader<Index>
    ) throws(Index.Failure) {
        standings = [founder: Standing()]
        for fact in control {
            let counts =
                switch fact.payload {
                case .memberAdmitted(let admission): admit(admission, fact, tenures)
                case .memberRemoved(let removal): remove(removal, fact, tenures)
                case .memberRekeyed(let rekey): replace(rekey, fact, tenures)
                default: true
                }
            if !counts { refused.insert(fact.id) }
        }
        for key in Array(standings.keys) {
            let exclusions = try exclusions(of: key, &reader)
            standings[key]?.exclusions = exclusions
        }
    }

    private mutating func admit(
        _ admission: MemberAdmitted,
        _ fact: Fact,
        _ tenures: Tenures
    ) -> Bool {
        guard tenures.hasRight(fact) else { return false }
        if let invite = admission.inviteID {
            let winner = winners[invite] ?? admission.member
            guard winner == admission.member else { return false }
            winners[invite] = winner
            invites[admission.member] = invite
        }
        standings[admission.member] = standings[admission.member] ?? Standing()
        if let from = admission.from {
            admissions[admission.member, default: []].append((fact.order, from))
        }
        return true
    }

    private mutating func remove(
        _ removal: MemberRemoved,
        _ fact: Fact,
        _ tenures: Tenures
    ) -> Bool {
        guard removal.member != tenures.holder(at: fact.order) else { return false }
        guard let heads = removal.heads else {
            guard removal.member == fact.author else { return false }
            leavings[fact.author, default: []].append(fact)
            return true
        }
        guard removal.member != fact.author, tenures.hasRight(fact) else { return false }
        removals[removal.member, default: []].append(
            Removal(cause: .removal, order: fact.order, heads: heads))
        return true
    }

    private mutating func replace(
        _ rekey: MemberRekeyed,
        _ fact: Fact,
        _ tenures: Tenures
    ) -> Bool {
        guard tenures.hasRight(fact), rekey.member != tenures.holder(at: fact.order),
            !Chain.of(rekey.successor, successors).contains(rekey.member)
        else { return false }
        removals[rekey.member, default: []].append(
            Removal(cause: .rekeying, order: fact.order, heads: rekey.heads))
        successors[rekey.member] = rekey.successor
        predecessors[rekey.successor] = rekey.member
        standings[rekey.successor] = standings[rekey.successor] ?? Standing()
        return true
    }

    private func exclusions<Index: LogIndex>(
        of key: MemberID,
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) -> [Exclusion] {
        var exclusions: [Exclusion] = []
        for removal in removals[key] ?? [] {
            var exclusion = Exclusion(
                cause: removal.cause, order: removal.order,
                number: removal.heads.map(\.seq).max() ?? 0,
                spared: try reader.coverage(of: key, by: removal.heads)
            )
            exclusion.until = lift(of: exclusion, key)
            exclusions.append(exclusion)
        }
        let left = (leavings[key] ?? []).sorted { $0.head < $1.head }
        for leaving in left
        where !exclusions.contains(where: { $0.excludes(leaving.seq, leaving.id) }) {
            let besides = try reader.branchedLog(of: key)?.besides(leaving.head) ?? []
            var exclusion = Exclusion(
                cause: .leaving, order: leaving.order, number: leaving.seq,
                spared: Coverage(upTo: leaving.seq, ids: besides)
            )
            exclusion.until = lift(of: exclusion, key)
            exclusions.append(exclusion)
        }
        return exclusions
    }

    /// The smallest `from` above the exclusion's number of the admissions after it in order.
    private func lift(of exclusion: Exclusion, _ key: MemberID) -> UInt64? {
        (admissions[key] ?? [])
            .filter { exclusion.order < $0.order && exclusion.number < $0.from }
            .map(\.from).min()
    }
}

/// Follows keys to their successors.
enum Chain {
    /// The key and its successors, the newest last. Rekeyings that would close a circle do not
    /// count, so the walk ends.
    static func of(_ key: MemberID, _ successors: [MemberID: MemberID]) -> [MemberID] {
        var chain = [key]
        while let next = successors[chain[chain.count - 1]] { chain.append(next) }
        return chain
    }
}
