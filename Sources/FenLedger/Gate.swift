package import FenCrypto
package import FenProtocol

/// A key that events of an author name and this device does not hold.
package struct UnheldKey: Hashable, Sendable {
    /// The author of the events: labelled `UNKNOWN_EPOCH`, so not of a pending or excluded one.
    package let author: MemberID
    /// The key's epoch.
    package let epoch: UInt32
    /// The key's name.
    package let keyID: KeyID
    /// The numbers of the events.
    package let numbers: NumberSet

    /// Names a key and the events sealed under it.
    package init(author: MemberID, epoch: UInt32, keyID: KeyID, numbers: NumberSet) {
        self.author = author
        self.epoch = epoch
        self.keyID = keyID
        self.numbers = numbers
    }
}

/// Why the gate is shut, for one author (ledger, The gate).
package struct GateReason: Hashable, Sendable {
    /// Whose log.
    package let author: MemberID
    /// The numbers that are missing.
    package let missing: NumberSet
    /// The keys that are not held.
    package let keys: [UnheldKey]
    /// The forks that nobody has acknowledged.
    package let forks: [Fork]

    /// Gathers reasons.
    package init(
        author: MemberID,
        missing: NumberSet = NumberSet(),
        keys: [UnheldKey] = [],
        forks: [Fork] = []
    ) {
        self.author = author
        self.missing = missing
        self.keys = keys
        self.forks = forks
    }

    /// Whether there is no reason in it.
    package var isEmpty: Bool { missing.isEmpty && keys.isEmpty && forks.isEmpty }

    /// What remains when a person has acknowledged a reason for themselves: more of the same kind,
    /// found since, still shuts the gate.
    package func subtracting(_ acknowledged: GateReason) -> GateReason {
        guard acknowledged.author == author else { return self }
        return GateReason(
            author: author, missing: missing.subtracting(acknowledged.missing),
            keys: keys.filter { key in
                !acknowledged.keys.contains {
                    $0.epoch == key.epoch && $0.keyID == key.keyID
                        && key.numbers.subtracting($0.numbers).isEmpty
                }
            },
            forks: forks.filter { fork in
                !acknowledged.forks.contains {
                    $0.seq == fork.seq && Set($0.branches).isSuperset(of: fork.branches)
                }
            }
        )
    }
}

/// What a person is about to do that the gate may refuse.
package enum GatedAction: Hashable, Sendable {
    /// Record a settlement.
    case settle
    /// Close the group.
    case close
    /// Remove a member. That member's own log is not looked at: nobody can block their removal.
    case remove(MemberID)
}

/// The gate (ledger): shut on this device while a log cannot be proven whole and read.
package enum Gate {
    /// Why an action is refused, by author, ascending; empty when the gate is open for it.
    ///
    /// Looked at are the frontiers of all keys ever admitted: of current members, and of former
    /// ones up to their heads, beyond which nothing of theirs is in a frontier.
    package static func reasons(
        against action: GatedAction,
        frontiers: [AuthorFrontier],
        unheld: [UnheldKey],
        context: GroupContext,
        acknowledged: [GateReason] = []
    ) -> [GateReason] {
        let unheldByAuthor = Dictionary(grouping: unheld, by: \.author)
        return frontiers.compactMap { frontier in
            if case .remove(let member) = action, member == frontier.author { return nil }
            var reason = GateReason(
                author: frontier.author,
                missing: frontier.missing.subtracting(context.overridden(frontier.author)),
                keys: unheldByAuthor[frontier.author] ?? [],
                forks: frontier.forks.filter { !$0.isAcknowledged }
            )
            for known in acknowledged { reason = reason.subtracting(known) }
            return reason.isEmpty ? nil : reason
        }
    }
}

extension GroupContext {
    /// The numbers of an author that counted snapshots no longer wait for (What counts, Snapshot).
    package func overridden(_ author: MemberID) -> NumberSet {
        let through =
            snapshots.flatMap(\.content.overridden)
            .filter { $0.member == author }.map(\.through).max() ?? 0
        return through == 0 ? NumberSet() : NumberSet([1...through])
    }
}
