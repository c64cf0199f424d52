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
    package func acknowledge(in id: GroupID) async throws(FenError) -> AcknowledgeReport {
        let forks = try answering {
            try requireWriting()
            return try forksToAcknowledge(in: try group(id))
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
                let fresh = try group.rawReasons().filter { reason in
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
        in group: LocalGroup
    ) throws -> [(author: MemberID, heads: [Head])] {
        let me = try requirePerson().publicKey
        let isOrganiser = group.context.organiser == me
        return try group.frontiers().compactMap { frontier in
            guard isOrganiser || frontier.author == me,
                frontier.forks.contains(where: { !$0.isAcknowledged })
            else { return nil }
            return (
                frontier.author, Array(frontier.tips.suffix(ProtocolLimits.forkHeads.upperBound))
            )
        }
    }

    func views(of reasons: [GateReason], in group: LocalGroup) throws -> [GapView] {
        let acknowledged = try group.acknowledgedReasons()
        let since = try database.gaps.all(in: group.number)
        return try reasons.map { reason in
            let rest = acknowledged.reduce(reason) { $0.subtracting($1) }
            let awaited = reason.missing.subtracting(group.context.overridden(reason.author))
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
                since: since[reason.author.raw].map { Int64(clamping: $0) },
                isAcknowledged: rest.isEmpty,
                isOverridden: !reason.missing.isEmpty && awaited.isEmpty)
        }
    }

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
