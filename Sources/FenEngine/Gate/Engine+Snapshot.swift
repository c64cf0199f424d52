import FenCrypto
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// How long something must have been missing before a snapshot may be made without it, in
    /// hours, where `/set` says nothing else.
    package static let snapshotHours = 72

    /// Opens the gate for everybody without what has been missing for long: records the balances
    /// of exactly what is here, for anybody to check (organiser).
    ///
    /// It is made of what is here when it is written, and only if the person was shown all of what
    /// is missing then.
    package func snapshot(
        _ shown: [GapView], in id: GroupID
    ) async throws(FenError) -> SnapshotReport {
        let hours = try answering {
            try database.settings.value(SettingName.snapshotHours).flatMap { UInt64($0) }
                ?? UInt64(Self.snapshotHours)
        }
        var overridden: [Override] = []
        let written = try await write(in: id) { group in
            try requireWriting()
            try requireOrganiser(group, to: "settle what is provable")
            try change(id) { group in try group.noteGaps(at: now()) }
            try requireLongMissing(hours: hours, in: group)
            try requireProvable(shown.map(\.reason), in: group)
            let payload = try snapshotPayload(of: group)
            overridden = payload.overridden
            return .settlementSnapshot(payload)
        }
        return try answering {
            let group = try group(id)
            return SnapshotReport(
                written: written,
                overridden: try overridden.map {
                    (try view(of: $0.member, in: group), $0.through)
                },
                opensGate: try Gate.reasons(
                    against: .settle, frontiers: group.frontiers(), unheld: group.unheldKeys(),
                    context: group.context
                ).isEmpty)
        }
    }

    /// What snapshots state otherwise than their entries come to here; only of those that can be
    /// computed again here.
    func snapshotDifferences(in group: LocalGroup) throws -> [SnapshotDifferenceView] {
        var differences: [SnapshotDifferenceView] = []
        let store = group.projection()
        for snapshot in group.context.snapshots where try canCheck(snapshot, in: group) {
            differences += try group.projector.differences(
                from: snapshot, index: group.book, store: store
            ).map {
                SnapshotDifferenceView(party: $0.party, stated: $0.stated, found: $0.found)
            }
        }
        return differences
    }

    /// Whether all that a snapshot was computed from is here and can be read, and nothing that its
    /// maker lacked: what comes later lies below its cut like all the rest, and is none of it.
    private func canCheck(_ snapshot: SnapshotRecord, in group: LocalGroup) throws -> Bool {
        let frontiers = try group.frontiers()
        let unheld = try group.unheldKeys()
        // The last number that nobody waits for was missing when the snapshot was made.
        for override in snapshot.content.overridden {
            let missing = frontiers.first { $0.author == override.member }?.missing ?? NumberSet()
            guard missing.contains(override.through) else { return false }
        }
        let overridden = Dictionary(
            snapshot.content.overridden.map { ($0.member, NumberSet([1...max(1, $0.through)])) }
        ) { $0.union($1) }
        for log in snapshot.content.cut {
            for head in log.heads where try group.book.place(of: head.id) == nil { return false }
            let through = log.heads.map(\.seq).max() ?? 0
            let isSealed = unheld.contains { key in
                key.author == log.member
                    && key.numbers.ranges.contains { $0.lowerBound <= through }
            }
            if isSealed { return false }
            let missing = frontiers.first { $0.author == log.member }?.missing ?? NumberSet()
            let lacking = missing.subtracting(overridden[log.member] ?? NumberSet())
            if lacking.ranges.contains(where: { $0.lowerBound <= through }) { return false }
        }
        return true
    }

    private func requireLongMissing(hours: UInt64, in group: LocalGroup) throws {
        let gaps = try database.gaps.all(in: group.number)
        guard !gaps.isEmpty else {
            throw FenError(
                "NOTHING_MISSING", "Nothing is missing here, so no snapshot is needed.",
                hint: "/settle works, unless a fork stands in the way: /gaps")
        }
        // In a practice group the lab may have put the clock forward, so that nobody waits for days.
        let claimed = claimedTime(in: group.id)
        for gap in gaps {
            let elapsed = claimed - min(claimed, gap.since)
            guard elapsed < hours * 3_600_000 else { continue }
            let name = group.displayName(of: PartyID(member: MemberID(raw: gap.author)))
            throw FenError(
                "TOO_EARLY",
                "Some of \(name)'s entries have been missing here for \(elapsed / 3_600_000) h; the group "
                    + "goes on without them after \(hours) h at the earliest.",
                hint: "Until then: /sync when those who may hold them have been online. /set "
                    + "snapshot-after changes the time.",
                status: .incomplete)
        }
    }

    /// A snapshot opens the gate for what is missing only, so nothing else may stand in the way;
    /// and the person must have been shown all that is missing.
    private func requireProvable(_ shown: [GateReason], in group: LocalGroup) throws {
        for reason in try group.rawReasons() {
            let name = group.displayName(of: PartyID(member: reason.author))
            if !reason.keys.isEmpty || !reason.forks.isEmpty {
                throw FenError(
                    "NOT_PROVABLE",
                    reason.forks.isEmpty
                        ? "Some of \(name)'s entries are sealed with a key this device does not "
                            + "have, so their balances cannot be recorded."
                        : "\(name)'s log goes on in two ways that nobody has acknowledged for the "
                            + "group, so a snapshot would open nothing.",
                    hint: reason.forks.isEmpty
                        ? "/gaps shows them; /sync fetches the key once somebody sends it."
                        : "/gaps shows them; /acknowledge goes on with both, then /snapshot again.",
                    status: .incomplete)
            }
            guard reason.shown(in: shown) == reason else {
                throw FenError(
                    "MORE_MISSING",
                    "More of \(name)'s entries are missing than was shown; nothing was recorded.",
                    hint: "/gaps shows what is missing now, and /snapshot asks again.",
                    status: .incomplete)
            }
        }
    }

    private func snapshotPayload(of group: LocalGroup) throws -> SettlementSnapshot {
        let frontiers = try group.frontiers()
        let context = group.context
        var sums: [PartyID: Int128] = [:]
        for (party, amount) in try database.balances.all(in: group.number) {
            sums[PartyID(raw: party)] = amount
        }
        return SettlementSnapshot(
            cut: frontiers.filter { !$0.tips.isEmpty }.map {
                LogCut(
                    member: $0.author,
                    heads: Array($0.tips.suffix(ProtocolLimits.heads.upperBound)))
            },
            overridden: frontiers.compactMap { frontier in
                frontier.missing.last.map { Override(member: frontier.author, through: $0) }
            },
            balances: Balances(sums).current(in: context).map {
                SnapshotBalance(member: $0.party, amount: $0.amount)
            })
    }
}
