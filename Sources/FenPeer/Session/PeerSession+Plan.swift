import FenCrypto
import FenProtocol

extension PeerSession {
    /// The most numbers of one author asked for at once: small enough for several sources to share
    /// a long log.
    static let chunk: UInt64 = 4_096

    /// How long nothing must have come before an unknown tip is searched for again.
    static let settleTime: Int64 = 500

    /// Asks for what is lacking of some authors, and says `done` when nothing is.
    mutating func plan(_ authors: [MemberID], now: Int64) async throws -> [PeerOutput] {
        var outputs: [PeerOutput] = []
        var wants: [MemberID: NumberSet] = [:]
        let allowed = authors.filter { others[$0] != nil && mayTake($0) }
        if !allowed.isEmpty {
            let appetite = try await store.appetite(for: Set(allowed))
            let own = try await store.everythingHeld(of: Set(allowed))
            for author in allowed.sorted() {
                guard let theirs = others[author], let room = appetite[author], room > 0 else {
                    continue
                }
                let mine = own[author] ?? PeerHoldings()
                outputs += try await search(author, mine, theirs, now: now)
                let lacking = theirs.numbers.subtracting(mine.numbers)
                if let ranges = want(author, lacking, room: room, now: now) {
                    wants[author] = ranges
                }
            }
        }
        outputs += PeerFrame.wants(wants).map { .send($0) }
        return outputs + (try await sayDone())
    }

    /// Claims a part of what is lacking and remembers it as asked for.
    mutating func want(
        _ author: MemberID,
        _ lacking: NumberSet,
        room: UInt64,
        now: Int64
    ) -> NumberSet? {
        var pursuit = pursuits[author] ?? Pursuit()
        // The next part is asked for when the one before has come.
        guard pursuit.wanted.isEmpty else { return nil }
        let next = lacking.subtracting(pursuit.refused).subtracting(pursuit.thrownAway)
            .prefix(ranges: PeerLimits.ranges, numbers: min(room, Self.chunk))
        let free = claims.claim(author, next, session: number)
            .prefix(ranges: PeerLimits.ranges)
        guard !free.isEmpty else { return nil }
        if !pursuits.values.contains(where: { !$0.wanted.isEmpty }) { progress = now }
        pursuit.wanted = free
        pursuits[author] = pursuit
        saidDone = false
        return free
    }

    /// Whether events of this author may come from this peer at all.
    func mayTake(_ author: MemberID) -> Bool {
        guard let most = lane.mostOwn else { return true }
        return taken < most && author.x25519 == peer
    }

    /// Says `done` once, when nothing is asked, searched, or lacking for another reason.
    private mutating func sayDone() async throws -> [PeerOutput] {
        isStuck = false
        guard otherStore != nil, !saidDone else { return [] }
        guard pursuits.values.allSatisfy({ $0.wanted.isEmpty && $0.search == nil }) else {
            return []
        }
        let authors = Set(others.keys.filter(mayTake))
        let appetite = try await store.appetite(for: authors)
        let own = try await store.everythingHeld(of: authors)
        for author in authors where appetite[author, default: 0] > 0 {
            guard let theirs = others[author] else { continue }
            let mine = own[author] ?? PeerHoldings()
            let thrown = pursuits[author]?.thrownAway ?? NumberSet()
            let lacking = theirs.numbers.subtracting(mine.numbers).subtracting(thrown)
            let unknown = try await unknownTips(author, mine, theirs)
                .filter { !thrown.contains($0.seq) }
            if !lacking.isEmpty || !unknown.isEmpty {
                // Another source is being asked, or this one has failed: looked at again later.
                isStuck = true
                return []
            }
        }
        saidDone = true
        return [.send(.done), .tell(.caughtUp)]
    }

    /// Gives up what was promised and did not come in time, so that the next source is tried.
    mutating func dropLate(now: Int64) -> [PeerOutput] {
        guard now - progress > PeerLimits.deliveryTime else { return [] }
        var outputs: [PeerOutput] = []
        for author in pursuits.keys.sorted() {
            guard var pursuit = pursuits[author] else { continue }
            if let search = pursuit.search, now - search.askedAt > PeerLimits.deliveryTime {
                pursuit.attempts[search.tip] = Self.mostAttempts
                pursuit.search = nil
                outputs.append(
                    .tell(.notDelivered(author, NumberSet([search.tip.seq...search.tip.seq]))))
            }
            if !pursuit.wanted.isEmpty {
                claims.release(author, pursuit.wanted, session: number)
                outputs.append(.tell(.notDelivered(author, pursuit.wanted)))
                pursuit.refused = pursuit.refused.union(pursuit.wanted)
                    .prefix(ranges: PeerLimits.ranges * 4)
                pursuit.wanted = NumberSet()
                isStuck = true
            }
            pursuits[author] = pursuit
        }
        return outputs
    }
}
