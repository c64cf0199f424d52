import FenCrypto
package import FenProtocol

/// Which evaluations a new context makes stale.
package struct ContextChange: Equatable, Sendable {
    /// All of them.
    package var isEverything = false
    /// Those of entities with events of these authors, from the given number on.
    package var authors: [MemberID: UInt64] = [:]
    /// Those of entities with an event that carries one of these labels.
    package var labels: Set<RefusalReason> = []
    /// Those of entities with dependents: a right to change entries has changed.
    package var dependents = false
    /// Those of entities with an event whose lamport is above this.
    package var lamportAbove: UInt64?

    /// Whether nothing is stale.
    package var isNothing: Bool { self == ContextChange() }

    /// Notes that an author's events from a number on may be judged otherwise.
    mutating func note(_ author: MemberID, from seq: UInt64) {
        authors[author] = min(authors[author] ?? seq, seq)
    }
}

extension GroupContext {
    /// Which evaluations under the other context may come out otherwise under this one.
    package func changes(since old: GroupContext) -> ContextChange {
        var change = ContextChange()
        if old.currency != currency || !old.parties.isSubset(of: parties)
            || !keys(of: old).isSubset(of: keys(of: self))
        {
            change.isEverything = true
            return change
        }
        if old.parties.all.count < parties.all.count { change.labels.insert(.unknownMember) }
        if old.announced.count < announced.count { change.labels.insert(.unannouncedKey) }
        if old.clockBound < clockBound { change.labels.insert(.clockAhead) }
        if old.clockBound > clockBound { change.lamportAbove = clockBound }
        change.dependents =
            old.edits != edits || old.firstEdit != firstEdit || old.tenures != tenures
            || old.successors != successors
            || old.claims != claims || old.standings != standings
        for (key, standing) in standings {
            guard let before = old.standings[key] else {
                change.note(key, from: 1)
                continue
            }
            if let seq = standing.firstDifference(from: before) { change.note(key, from: seq) }
        }
        noteClosing(since: old, in: &change)
        return change
    }

    private func keys(of context: GroupContext) -> Set<AnnouncedName> {
        Set(context.announced.map { AnnouncedName(epoch: $0.epoch, keyID: $0.keyID) })
    }

    private var claims: [EventID: MemberID] {
        guests.compactMapValues(\.claimed)
    }

    private func noteClosing(since old: GroupContext, in change: inout ContextChange) {
        if old.closing?.cut == closing?.cut { return }
        for key in standings.keys {
            let before = old.closing.map { $0.cut[key] ?? Coverage() }
            let after = closing.map { $0.cut[key] ?? Coverage() }
            if before == after { continue }
            let least = [before?.upTo, after?.upTo].compactMap(\.self).min() ?? 0
            change.note(key, from: least + 1)
        }
    }
}

/// An announced key without what announced it.
private struct AnnouncedName: Hashable {
    let epoch: UInt32
    let keyID: KeyID
}

extension Standing {
    /// The smallest number of an event that may be excluded here and not there, or the reverse.
    fileprivate func firstDifference(from other: Standing) -> UInt64? {
        if self == other { return nil }
        let both = exclusions + other.exclusions
        guard both.allSatisfy(\.spared.ids.isEmpty) else {
            return (both.map(\.spared.upTo).min() ?? 0) + 1
        }
        let mine = NumberSet(exclusions.compactMap(\.numbers))
        let theirs = NumberSet(other.exclusions.compactMap(\.numbers))
        let differing = mine.subtracting(theirs).union(theirs.subtracting(mine))
        return differing.ranges.first?.lowerBound
    }
}
