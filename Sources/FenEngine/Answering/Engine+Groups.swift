import FenCrypto
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// The groups on this device, in the order in which they came.
    package func groups() throws(FenError) -> [GroupSummary] {
        try answering {
            try database.groups.all().map { record in
                let group = try group(GroupID(raw: record.id))
                let context = group.context
                let me = try person()?.publicKey
                let gate = try gateReasons(against: .settle, in: group)
                return GroupSummary(
                    id: group.id, name: context.name ?? record.name,
                    currency: try currency(of: group, record),
                    organiserName: group.displayName(of: PartyID(member: context.organiser)),
                    memberCount: context.members.count { $0.status == .active },
                    unsynced: try unsyncedCount(in: group),
                    isWaiting: me.map {
                        !context.isAdmitted($0) || context.returners[$0] != nil
                    } ?? false,
                    isGateShut: !gate.isEmpty,
                    isForked: gate.contains { !$0.forks.isEmpty },
                    hasGap: gate.contains { !$0.missing.isEmpty || !$0.keys.isEmpty })
            }
        }
    }

    /// The ids of the groups on this device.
    func groupIDs() throws(FenError) -> [GroupID] {
        try answering { try database.groups.all().map { GroupID(raw: $0.id) } }
    }

    /// A group as it stands on this device.
    package func view(_ id: GroupID) throws(FenError) -> GroupView {
        try answering {
            let group = try group(id)
            let context = group.context
            let me = try requirePerson().publicKey
            guard let record = try database.groups.find(id.raw) else {
                throw FenError("NO_GROUP", "This group is not on this device.")
            }
            return GroupView(
                id: id, name: context.name ?? record.name,
                currency: try currency(of: group, record), edit: context.edit,
                isLab: context.isLab, organiser: PartyID(member: context.organiser),
                deputy: context.tenures.deputy.map(PartyID.init(member:)),
                me: PartyID(member: me), myStatus: status(of: me, in: context),
                waitsFor: group.wait(of: me, at: now()),
                isReturning: context.returners[me] != nil,
                members: group.people(), claimedGuests: group.claimedGuests(),
                isClosed: context.isClosed,
                partial: PartialMark(try group.partialTotals()),
                unsynced: try unsyncedCount(in: group),
                gate: try gateReasons(against: .settle, in: group).flatMap(GateView.all),
                lastSync: try lastSync(of: group), backend: try backendView(of: group),
                authorities: try authorities(of: group),
                move: try moveView(of: group),
                connected: peers?.sessions[id]?.count ?? 0,
                rates: context.rates.values.map(RateView.init)
                    .sorted { $0.currency.code < $1.currency.code },
                lateChanges: context.organiser == me
                    ? try lateCounts(in: group).byParty : [:],
                vouches: group.openVouches.map { view(of: $0, in: group) },
                replaced: group.rekeying(of: me), keys: try keyStanding(of: group),
                trouble: try trouble(of: group))
        }
    }

    /// How many own events the store does not have; none where there is no store.
    func unsyncedCount(in group: LocalGroup) throws -> Int {
        guard let me = try person()?.publicKey, let log = group.book.logs[me] else { return 0 }
        return try database.events.unpublishedCount(of: log.number)
    }

    func lastSync(of group: LocalGroup) throws -> SyncMark? {
        try database.passes.lastDone(in: group.number).map {
            SyncMark(at: Int64(clamping: $0.at), source: $0.source)
        }
    }

    private func currency(of group: LocalGroup, _ record: GroupRecord) throws -> Currency {
        if let known = group.context.currency { return known }
        guard let recorded = Currency(code: record.currency) else {
            throw FenError(
                "NO_CURRENCY", "The group's currency is not known here yet.", status: .network)
        }
        return recorded
    }

    private func status(of me: MemberID, in context: GroupContext) -> PartyStatus {
        switch context.status(of: me) {
        case nil: .pending
        case .active: .active
        case .left: .left
        case .removed, .rekeyed: .removed
        }
    }
}

extension [MemberID: Int] {
    /// The same by party.
    fileprivate var byParty: [PartyID: Int] {
        reduce(into: [PartyID: Int]()) { $0[PartyID(member: $1.key)] = $1.value }
    }
}

extension PartialMark {
    init(_ totals: PartialTotals) {
        self.init(
            missing: Int(clamping: totals.missing), unopened: totals.unopened,
            waiting: totals.waiting, newer: totals.newer)
    }
}

extension RateView {
    init(_ record: RateRecord) {
        self.init(
            currency: record.currency, rate: record.rate, source: record.source,
            date: record.date.iso, setBy: PartyID(member: record.author))
    }
}

extension GateView {
    /// The reasons of one author, one by one.
    static func all(_ reason: GateReason) -> [GateView] {
        let author = PartyID(member: reason.author)
        return reason.missing.ranges.map {
            .missing(author: author, from: $0.lowerBound, through: $0.upperBound)
        } + reason.keys.map { .unknownKey(author: author, count: Int(clamping: $0.numbers.count)) }
            + reason.forks.map { .fork(author: author, seq: $0.seq) }
    }
}
