package import FenCrypto
package import FenProtocol

/// One session of `fen-peer/1` (§8) as a machine: frames, ticks of a clock and local changes go in,
/// frames to send and notices come out. It knows no sockets and reads no clock.
///
/// Both directions run at once. This side asks for what it lacks of what the other says it holds
/// (`PeerSession+Plan`), finds where forked logs part (`+Search`), stores what comes (`+Receive`),
/// and serves what it is asked for batch by batch, as the connection has room (`+Serve`).
/// Methods must be called one after the other; a store that fails ends the session.
package struct PeerSession: Sendable {
    /// What is being asked and found out of one author.
    struct Pursuit {
        /// Numbers asked for and not come yet.
        var wanted = NumberSet()
        /// Numbers this peer could not or did not deliver.
        var refused = NumberSet()
        /// Numbers that came and were not kept here, such as those of somebody who is not known to
        /// ask for anything: not asked for again until members, invites or keys have changed.
        var thrownAway = NumberSet()
        /// The search under way.
        var search: ForkSearch?
        /// How often each unknown tip was searched for.
        var attempts: [Head: Int] = [:]
    }

    /// The group, whose lines are moved.
    let group: GroupID
    /// Where lines are kept.
    let store: any PeerStore
    /// Who is asked for what.
    let claims: PeerClaims
    /// The other side's static key.
    let peer: X25519PublicKey
    /// This session's number among the claims.
    let number: Int

    /// Who the other side is.
    package internal(set) var lane: PeerLane
    /// The other side's store, once it said so.
    package internal(set) var otherStore: StoreID?
    /// What the other side said it holds.
    package internal(set) var others: [MemberID: PeerHoldings] = [:]
    /// Whether the session is over.
    package internal(set) var isOver = false

    var pursuits: [MemberID: Pursuit] = [:]
    var taken = 0
    var saidDone = false
    var isStuck = false
    var progress: Int64
    var heard: Int64
    var spoken: Int64
    var claimsVersion = 0
    var control: PeerBudget
    var useless: PeerBudget

    var serving: [MemberID: NumberSet] = [:]
    var current: ServingPlace?
    var toCome = PeerMeasure()
    var pushed: [MemberID: UInt64] = [:]

    /// Starts a session after its handshake; times are milliseconds of one clock that never goes
    /// back.
    package init(
        group: GroupID,
        store: any PeerStore,
        peer: X25519PublicKey,
        lane: PeerLane,
        claims: PeerClaims,
        now: Int64
    ) {
        self.group = group
        self.store = store
        self.peer = peer
        self.lane = lane
        self.claims = claims
        number = claims.enter()
        progress = now
        heard = now
        spoken = now
        control = PeerBudget(
            PeerLimits.controlFrames, perSecond: PeerLimits.controlFramesPerSecond, now: now)
        useless = PeerBudget(
            PeerLimits.uselessBytes, perSecond: PeerLimits.uselessBytesPerSecond, now: now)
    }

    /// Says what is held here: the first thing both sides do.
    package mutating func start(now: Int64) async -> [PeerOutput] {
        await guarded { session throws in
            session.spoken = now
            let own = try await session.store.holdings(of: nil)
            return PeerFrame.haves(store: session.store.id, own).map { .send($0) }
        }
    }

    /// Looks at the clock: silence, promises that were not kept, sources that are free again.
    package mutating func tick(now: Int64) async -> [PeerOutput] {
        guard now - heard < PeerLimits.idleTime else { return end(.idle) }
        return await guarded { session throws in
            var outputs = session.dropLate(now: now)
            let version = session.claims.version
            if session.isStuck || (version != session.claimsVersion && !session.saidDone) {
                session.claimsVersion = version
                outputs += try await session.plan([MemberID](session.others.keys), now: now)
            }
            if now - session.spoken >= PeerLimits.pingTime {
                session.spoken = now
                outputs.append(.send(.ping))
            }
            return outputs
        }
    }

    /// Says anew what is held here and asks anew for everything that is lacking, also for what this
    /// side had given up on: events may have been lost here since, and found there.
    package mutating func renew(now: Int64) async -> [PeerOutput] {
        await guarded { session throws in
            session.spoken = now
            session.saidDone = false
            for author in session.pursuits.keys {
                session.pursuits[author]?.refused = NumberSet()
                session.pursuits[author]?.thrownAway = NumberSet()
                session.pursuits[author]?.attempts = [:]
            }
            let own = try await session.store.holdings(of: nil)
            return PeerFrame.haves(store: session.store.id, own).map { .send($0) }
                + (try await session.plan([MemberID](session.others.keys), now: now))
        }
    }

    /// Ends the session from this side, with a reason the other side is told.
    package mutating func end(_ reason: PeerFarewell) -> [PeerOutput] {
        guard !isOver else { return [] }
        leave()
        return [
            .send(.bye(code: reason.rawValue, text: reason.message)),
            .tell(.ended(.here(reason))), .close,
        ]
    }

    /// Takes note that the connection is gone.
    package mutating func cut() -> [PeerOutput] {
        guard !isOver else { return [] }
        leave()
        return [.tell(.ended(.cut))]
    }

    /// Decides anew what is taken, since members, invites or keys have changed: an admission makes
    /// a joiner a member, and what was thrown away may be wanted now.
    package mutating func change(to lane: PeerLane, now: Int64) async -> [PeerOutput] {
        let isNew = lane != self.lane
        let thrown = pursuits.filter { !$0.value.thrownAway.isEmpty }.keys
        guard isNew || !thrown.isEmpty else { return [] }
        self.lane = lane
        for author in thrown { pursuits[author]?.thrownAway = NumberSet() }
        return await guarded { session throws in
            (isNew ? [.tell(.lane(lane))] : [])
                + (try await session.plan([MemberID](session.others.keys), now: now))
        }
    }

    /// Asks for a part of an attachment's sealed bytes; it comes as a notice.
    package mutating func wantBlob(_ hash: Hash32, offset: UInt64, now: Int64) -> [PeerOutput] {
        spoken = now
        return [.send(.blobWant(hash: hash, offset: offset))]
    }

    mutating func leave() {
        isOver = true
        claims.leave(session: number)
        serving = [:]
        current = nil
        pursuits = [:]
    }

    /// Runs a step; a store that fails ends the session.
    mutating func guarded(
        _ body: (inout PeerSession) async throws -> [PeerOutput]
    ) async -> [PeerOutput] {
        guard !isOver else { return [] }
        do {
            return try await body(&self)
        } catch {
            return end(.storeFailed)
        }
    }
}
