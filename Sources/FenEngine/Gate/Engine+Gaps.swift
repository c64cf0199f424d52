import FenCrypto
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Whose events are missing, unreadable or doubled here, and what has been decided about it.
    package func gaps(in id: GroupID) throws(FenError) -> [GapView] {
        try answering {
            let group = try group(id)
            return try views(of: try group.rawReasons(), in: group)
        }
    }

    /// Goes on without what is missing, in this person's name only; the mark on the totals stays.
    /// Forks of this person's own log, and for the organiser everybody's, are acknowledged for the
    /// whole group, by an event.
    ///
    /// Only what the person was shown is acknowledged: more may have been found out while they
    /// thought about it.
    package func acknowledge(
        _ shown: [GapView], in id: GroupID
    ) async throws(FenError) -> AcknowledgeReport {
        let before = shown.map(\.reason)
        let forks = try answering {
            try requireWriting()
            return try forksToAcknowledge(before, in: try group(id))
        }
        var report = AcknowledgeReport()
        for (author, heads) in forks {
            _ = try await write(
                .forkAcknowledged(ForkAcknowledged(author: author, heads: heads)), in: id)
            try answering {
                let person = try view(of: author, in: group(id))
                report.forEverybody.append(person)
            }
        }
        try answering {
            try change(id) { group in
                let known = try group.acknowledgedReasons()
                let fresh = try group.rawReasons().map { $0.shown(in: before) }.filter { reason in
                    !known.reduce(reason) { $0.subtracting($1) }.isEmpty
                }
                report.forMyself = try views(of: fresh, in: group)
                try group.acknowledge(fresh, at: now())
            }
        }
        return report
    }

    /// The forks that this person may acknowledge for everybody, with the heads that cover every
    /// branch.
    private func forksToAcknowledge(
        _ shown: [GateReason], in group: LocalGroup
    ) throws -> [(author: MemberID, heads: [Head])] {
        let me = try requirePerson().publicKey
        let isOrganiser = group.context.organiser == me
        return try group.frontiers().compactMap { frontier in
            let open = frontier.forks.filter { !$0.isAcknowledged }
            let reason = GateReason(author: frontier.author, forks: open)
            // The heads cover every branch there is, so all of them must have been shown.
            guard isOrganiser || frontier.author == me, !open.isEmpty,
                reason.shown(in: shown) == reason
            else { return nil }
            return (
                frontier.author, Array(frontier.tips.suffix(ProtocolLimits.forkHeads.upperBound))
            )
        }
    }

    /// What keeps logs from being whole, as people are shown it.
    func views(of reasons: [GateReason], in group: LocalGroup) throws -> [GapView] {
        let acknowledged = try group.acknowledgedReasons()
        let gaps = try database.gaps.all(in: group.number)
        return try reasons.map { reason in
            let awaited = reason.missing.subtracting(group.context.overridden(reason.author))
            let open = GateReason(
                author: reason.author, missing: awaited, keys: reason.keys, forks: reason.forks)
            let rest = acknowledged.reduce(open) { $0.subtracting($1) }
            let since = gaps.filter { gap in
                let numbers = NumberSet([gap.range])
                return gap.author == reason.author.raw && numbers.subtracting(awaited) != numbers
            }.map(\.since).min()
            return GapView(
                author: try view(of: reason.author, in: group), missing: reason.missing.ranges,
                unopened: reason.keys.reduce(0) { $0 + Int(clamping: $1.numbers.count) },
                forks: try reason.forks.map { fork in
                    ForkView(
                        seq: fork.seq,
                        branches: try fork.branches.map {
                            try reference(of: $0, author: reason.author, seq: fork.seq, in: group)
                        })
                },
                since: since.map { Int64(clamping: $0) }, shuts: !rest.isEmpty,
                isAcknowledged: !open.isEmpty && rest.isEmpty,
                isOverridden: !reason.missing.isEmpty && awaited.isEmpty, reason: reason)
        }
    }

    /// Whoever wrote something, as people are shown them; a stranger by their key's tag.
    func view(of member: MemberID, in group: LocalGroup) throws -> MemberView {
        let party = PartyID(member: member)
        guard let known = group.people().first(where: { $0.party == party }) else {
            return MemberView(
                party: party, name: member.tag, tag: member.tag, status: .pending, needsTag: false,
                isOrganiser: false)
        }
        return known
    }
}
