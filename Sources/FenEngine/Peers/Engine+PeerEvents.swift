import FenCrypto
import FenMoney
import FenPeer
import FenProtocol
import FenStore

/// What sessions with other devices tell.
extension Engine {
    func take(_ event: PeerEvent, in id: GroupID) {
        guard peers != nil else { return }
        var session =
            peers?.sessions[id]?[event.session]
            ?? PeerRoom.Session(
                number: event.session, key: event.key, address: event.address, lane: event.lane)
        session.lane = event.lane
        let address = "\(event.address)"
        var settles = false
        switch event.notice {
        case nil: wire.call(address, shown(session, in: id), in: id)
        case .met(let store):
            session.store = store
            session.isSecond = peers?.isSecond(session, in: id) == true
            // Two devices that are connected already are not told again.
            if !session.isSecond { announcer.yield(.connected(id, shown(session, in: id))) }
        case .holds(let holdings):
            session.holdings.merge(holdings) { $1 }
            // That it cannot be noted only says less than is so; the next receipt says it again.
            try? noteDelivered(holdings, in: id)
        case .stored(let heads):
            session.received += heads.values.reduce(0) { $0 + $1.count }
        case .sent(let events, _): session.sent += events
        case .caughtUp:
            session.isLevelHere = true
            settles = true
            if case .member(let member) = session.lane, (try? person()?.publicKey) != member {
                toldOwnTail.insert(id)
            }
        case .otherCaughtUp: session.isLevelThere = true
        case .notDelivered(let author, let ranges):
            announcer.yield(
                .notDelivered(
                    id, shown(session, in: id), PartyID(member: author), ranges.ranges))
            settles = true
        // What it has not brought it may never bring.
        case .cannot: settles = true
        case .ended(let end):
            peers?.end(session, in: id, end)
            // Of two connections to one address the older one ends when the newer has begun.
            let others = peers?.sessions[id] ?? [:]
            if !others.values.contains(where: { $0.address == event.address }) {
                wire.call(address, nil, in: id)
            }
            // Of two connections with one device the other goes on, and with oneself there is none:
            // whoever dialled is answered so.
            if end.reason != .duplicate, end.reason != .ownStore,
                peers?.twin(of: session, in: id) == nil
            {
                announcer.yield(.disconnected(id, shown(session, in: id), end.message))
            }
            settleArrivals(in: id)
            wakeWaiters(id)
            return
        case .lane: wire.call(address, shown(session, in: id), in: id)
        case .blob(let hash, _, _, let bytes):
            // That it cannot be noted only finds a store out later.
            if hash == PeerStoreReport.name { try? takeStoreReport(bytes, from: session, in: id) }
        case .expects, .forked: break
        }
        if settles { session.isSettled = true }
        peers?.sessions[id, default: [:]][event.session] = session
        if case .caughtUp? = event.notice { askStoreReports(in: id, of: event.session) }
        if settles { settleArrivals(in: id) }
        wakeWaiters(id)
    }

    func take(_ notice: PeerNode.Notice) {
        switch notice {
        case .refused(let address, let reason): tellRefused(address, reason.ownMessage)
        case .noHandshake(let address):
            tellRefused(address, "no answer that fen understands came from there")
        }
    }

    private func tellRefused(_ address: PeerAddress, _ why: String) {
        switch peers?.refusals.take("\(address.host) \(why)", at: now()) {
        case .told: announcer.yield(.peerRefused("\(address)", why))
        case .leftOut: announcer.yield(.refusalsLeftOut(mostTold: PeerLimits.refusalsTold))
        case .silent, nil: break
        }
    }

    /// Where a group has no store, what another device says it holds of this person's log is what
    /// somebody else has: it is unsynced no more.
    private func noteDelivered(_ holdings: [MemberID: PeerHoldings], in id: GroupID) throws {
        guard let me = try person()?.publicKey, let held = holdings[me]?.contiguous, held > 0
        else { return }
        let group = try group(id)
        guard try backend(of: group) == nil, let log = group.book.logs[me] else { return }
        var isUnsynced = false
        try database.events.walk(.unpublished(log.number)) { row in
            isUnsynced = row.seq <= held
            return false
        }
        guard isUnsynced else { return }
        try change(id) { _ in try database.events.setPublished(log.number, through: held) }
    }

    /// Waits until a session has brought everything the other side holds, for so long at most.
    func level(with number: Int, in id: GroupID, for time: Duration) async {
        let limit = Task { [weak self] in
            try? await Task.sleep(for: time)
            await self?.wakeWaiters(id)
        }
        let end = ContinuousClock.now + time
        // The session may not have told of itself yet.
        var hasBegun = false
        while ContinuousClock.now < end {
            let session = peers?.sessions[id]?[number]
            if session != nil { hasBegun = true }
            if session?.isLevelHere == true || (hasBegun && session == nil) { break }
            await withCheckedContinuation { continuation in
                peers?.waiting[id, default: []].append(continuation)
                if peers == nil { continuation.resume() }
            }
        }
        limit.cancel()
    }

    private func wakeWaiters(_ id: GroupID) {
        let waiting = peers?.waiting.removeValue(forKey: id) ?? []
        for continuation in waiting { continuation.resume() }
    }

    func view(of session: PeerRoom.Session, in group: LocalGroup) -> PeerView {
        var person: MemberView?
        if case .member(let member) = session.lane, member.x25519 == session.key {
            person = try? view(of: member, in: group)
        }
        return PeerView(
            session: session.number, person: person, address: "\(session.address)",
            received: session.received, sent: session.sent,
            isLevel: session.isLevelHere && session.isLevelThere)
    }

    private func shown(_ session: PeerRoom.Session, in id: GroupID) -> String {
        guard let group = try? group(id), let person = view(of: session, in: group).person else {
            return "\(session.address)"
        }
        return group.displayName(of: person.party)
    }
}
