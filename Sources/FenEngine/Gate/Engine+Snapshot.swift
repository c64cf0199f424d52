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
    package func snapshot(in id: GroupID) async throws(FenError) -> SnapshotReport {
        let hours = try answering {
            try database.settings.value(SettingName.snapshotHours).flatMap { UInt64($0) }
                ?? UInt64(Self.snapshotHours)
        }
        let payload = try answering {
            try requireWriting()
            try change(id) { group in try group.noteGaps(at: now()) }
            let group = try group(id)
            try requireOrganiser(group, to: "settle what is provable")
            try requireLongMissing(hours: hours, in: group)
            return try snapshotPayload(of: group)
        }
        let written = try await write(.settlementSnapshot(payload), in: id)
        return try answering {
            let group = try group(id)
            return SnapshotReport(
                written: written,
                overridden: try payload.overridden.map {
                    (try view(of: $0.member, in: group), $0.through)
                })
        }
    }

    /// What snapshots state otherwise than their entries come to here; only of those whose cut is
    /// here whole.
    func snapshotDifferences(in group: LocalGroup) throws -> [SnapshotDifferenceView] {
        var differences: [SnapshotDifferenceView] = []
        let store = group.projection()
        for snapshot in group.context.snapshots where try holdsCut(of: snapshot, in: group) {
            differences += try group.projector.differences(
                from: snapshot, index: group.book, store: store
            ).map {
                SnapshotDifferenceView(party: $0.party, stated: $0.stated, found: $0.found)
            }
        }
        return differences
    }

    private func holdsCut(of snapshot: SnapshotRecord, in group: LocalGroup) throws -> Bool {
        let frontiers = try group.frontiers()
        let overridden = Dictionary(
            snapshot.content.overridden.map { ($0.member, NumberSet([1...max(1, $0.through)])) }
        ) { $0.union($1) }
        for log in snapshot.content.cut {
            for head in log.heads where try group.book.place(of: head.id) == nil { return false }
            let through = log.heads.map(\.seq).max() ?? 0
            let missing = frontiers.first { $0.author == log.member }?.missing ?? NumberSet()
            let lacking = missing.subtracting(overridden[log.member] ?? NumberSet())
            if lacking.ranges.contains(where: { $0.lowerBound <= through }) { return false }
        }
        return true
    }

    private func requireLongMissing(hours: UInt64, in group: LocalGroup) throws {
        let awaited = try group.frontiers().filter {
            !$0.missing.subtracting(group.context.overridden($0.author)).isEmpty
        }
        guard !awaited.isEmpty else {
            throw FenError(
                "NOTHING_MISSING", "Nothing is missing here, so no snapshot is needed.",
                hint: "/settle works, unless a fork stands in the way: /gaps")
        }
        let since = try database.gaps.all(in: group.number)
        for frontier in awaited {
            let elapsed = now() - min(now(), since[frontier.author.raw] ?? now())
            guard elapsed < hours * 3_600_000 else { continue }
            let name = group.displayName(of: PartyID(member: frontier.author))
            throw FenError(
                "TOO_EARLY",
                "\(name)'s entries have been missing here for \(elapsed / 3_600_000) h; the group "
                    + "goes on without them after \(hours) h at the earliest.",
                hint: "Until then: /sync when those who may hold them have been online. /set "
                    + "snapshot-after changes the time.",
                status: .incomplete)
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
