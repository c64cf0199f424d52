package import FenCrypto
package import FenProtocol

/// One thing a session tells, with whom it is about.
package struct PeerEvent: Sendable {
    /// The session's number.
    package let session: Int
    /// The other side's static key.
    package let key: X25519PublicKey
    /// Where the other side is.
    package let address: PeerAddress
    /// What is told; nil when the session begins.
    package let notice: PeerNotice?
    /// The lane at this moment.
    package let lane: PeerLane
}

/// All sessions of one group: what one stores is pushed to the others, two between the same pair
/// of stores become one, and changes of members reach them all.
package actor PeerHub {
    private struct Member {
        let channel: PeerChannel
        let stranger: PeerStranger
        let admission: any PeerAdmission
        var lane: PeerLane
        var store: StoreID?
    }

    /// What sessions tell; the newest 4,096 are kept for a slow reader. The store itself knows best
    /// what was stored.
    package nonisolated let events: AsyncStream<PeerEvent>

    private nonisolated let group: GroupID
    private nonisolated let store: any PeerStore
    private nonisolated let continuation: AsyncStream<PeerEvent>.Continuation
    private nonisolated let claims = PeerClaims()
    private var members: [Int: Member] = [:]
    private var count = 0
    private var isReviewDue = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Serves one group from one store.
    package init(group: GroupID, store: any PeerStore) {
        self.group = group
        self.store = store
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4_096))
    }

    /// The numbers of the sessions that are up.
    package var sessions: [Int] { members.keys.sorted() }

    /// Says that events were stored by another way than a session: typed here, or come from the
    /// group's store. They are pushed to everyone who has not sent them.
    package func stored(_ events: [MemberID: [Head]]) {
        for member in members.values { member.channel.put(stored: events) }
    }

    /// Says that members or invites changed: every session's lane is decided anew.
    package func review() async { await review(endsSessions: true) }

    private func review(endsSessions: Bool) async {
        for (number, member) in members {
            let verdict = await member.admission.verdict(on: member.stranger)
            guard members[number] != nil else { continue }
            switch verdict {
            case .lane(let lane):
                members[number]?.lane = lane
                member.channel.put(.lane(lane))
            case .refused(let reason): if endsSessions { member.channel.put(.end(reason)) }
            }
        }
    }

    /// Says that what a session is storing just now changes members or invites: lanes are decided
    /// anew, and whoever is to be sent away is so once their session has it to push, so that they
    /// hear of it first.
    package func reviewOnceTold() {
        isReviewDue = true
        Task { await review(endsSessions: false) }
    }

    /// Asks one session's other side for an attachment's sealed bytes from an offset on.
    package func wantBlob(_ hash: Hash32, offset: UInt64, session: Int) {
        members[session]?.channel.put(.blob(hash, offset: offset))
    }

    /// Asks one session's other side anew for what is lacking here, and tells it what is held here.
    /// It ends with ``PeerNotice/caughtUp`` as the beginning of a session does.
    package func renew(_ session: Int) {
        members[session]?.channel.put(.renew)
    }

    /// Ends one session, or all.
    package func end(_ session: Int? = nil, _ reason: PeerFarewell = .leaving) {
        for (number, member) in members where session == nil || session == number {
            member.channel.put(.end(reason))
        }
    }

    /// Ends all sessions, and waits until they are over.
    package func endAll() async {
        end()
        guard !members.isEmpty else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Begins a session after its handshake and returns its number.
    func join(
        channel: PeerChannel,
        stranger: PeerStranger,
        lane: PeerLane,
        admission: any PeerAdmission
    ) -> Int {
        count += 1
        let number = count
        members[number] = Member(
            channel: channel, stranger: stranger, admission: admission, lane: lane)
        tell(number, nil)
        let session = PeerSession(
            group: group, store: store, peer: stranger.key, lane: lane, claims: claims,
            now: MonotonicTime.now)
        let link = PeerLink(session: session, channel: channel) { [weak self] notice in
            await self?.take(notice, of: number)
        }
        Task { await link.run() }
        return number
    }

    private func take(_ notice: PeerNotice, of number: Int) {
        if case .lane(let lane) = notice { members[number]?.lane = lane }
        tell(number, notice)
        switch notice {
        case .met(let id): meet(id, number)
        case .stored(let heads):
            for (other, member) in members where other != number {
                member.channel.put(stored: heads)
            }
            if isReviewDue {
                isReviewDue = false
                Task { await review() }
            }
        case .ended:
            members[number] = nil
            if members.isEmpty {
                for continuation in waiting { continuation.resume() }
                waiting.removeAll()
            }
        default: break
        }
    }

    /// Of two sessions between one pair of stores, the one opened by the smaller store lives; if
    /// one side opened both, the newer one, since the older may hang on a dead line.
    private func meet(_ id: StoreID, _ number: Int) {
        members[number]?.store = id
        let alike = members.filter { $0.value.store == id }.sorted { $0.key < $1.key }
        guard alike.count > 1 else { return }
        let smaller = alike.filter { opener(of: $0.value) == min(id, store.id) }
        let living = (smaller.isEmpty ? alike : smaller).last?.key
        for (other, member) in alike where other != living {
            member.channel.put(.end(.duplicate))
        }
    }

    private func opener(of member: Member) -> StoreID? {
        member.stranger.isDialled ? store.id : member.store
    }

    private func tell(_ number: Int, _ notice: PeerNotice?) {
        guard let member = members[number] else { return }
        continuation.yield(
            PeerEvent(
                session: number, key: member.stranger.key, address: member.stranger.address,
                notice: notice, lane: member.lane))
    }
}
