import FenCrypto
import FenProtocol

/// The search for the first number at which the other side has a connected event that is not
/// connected here: at `low` it has none, at `high` it has one.
struct ForkSearch: Sendable {
    /// The other side's tip that is not known here.
    let tip: Head
    var low: UInt64
    var high: UInt64
    var asked: UInt64
    var askedAt: Int64
    var steps = 0
}

extension PeerSession {
    /// How often one unknown tip is searched for: once, once more without trusting what is held
    /// beyond a gap, and then no more.
    static let mostAttempts = 3

    /// The other side's tips that are not connected here.
    func unknownTips(
        _ author: MemberID,
        _ mine: PeerHoldings,
        _ theirs: PeerHoldings
    ) async throws -> [Head] {
        var unknown: [Head] = []
        for tip in theirs.tips where !mine.tips.contains(tip) {
            guard tip.seq <= mine.contiguous else {
                unknown.append(tip)
                continue
            }
            let ids = try await store.ids(of: author, at: tip.seq)
            if !ids.contains(tip.id) { unknown.append(tip) }
        }
        return unknown
    }

    /// Begins a search where tips are unknown and nothing explains them yet.
    ///
    /// A longer log is the same log in nearly all cases, so the first question is about the end of
    /// ours; only then the middle is asked for.
    mutating func search(
        _ author: MemberID,
        _ mine: PeerHoldings,
        _ theirs: PeerHoldings,
        now: Int64
    ) async throws -> [PeerOutput] {
        var pursuit = pursuits[author] ?? Pursuit()
        guard pursuit.search == nil else { return [] }
        let unknown = try await unknownTips(author, mine, theirs)
            .filter { !pursuit.thrownAway.contains($0.seq) }
        pursuit.attempts = pursuit.attempts.filter { unknown.contains($0.key) }
        pursuits[author] = pursuit
        for tip in unknown {
            let attempts = pursuit.attempts[tip, default: 0]
            guard attempts < Self.mostAttempts else { continue }
            if attempts > 0 {
                // What was asked for may be on its way yet, from here or from another source.
                guard pursuit.wanted.isEmpty, now - progress >= Self.settleTime,
                    !claims.isAsked(author, besides: number)
                else {
                    isStuck = true
                    continue
                }
            }
            let high = min(tip.seq, mine.contiguous + 1)
            pursuit.attempts[tip] = attempts + 1
            pursuit.search = ForkSearch(
                tip: tip, low: 0, high: high, asked: high - 1, askedAt: now)
            pursuits[author] = pursuit
            saidDone = false
            guard high > 1 else { return try await found(author, at: 1, now: now) }
            return [.send(.askIDs(author: author, seq: high - 1))]
        }
        return []
    }

    /// Takes the ids at a number that was asked about, and halves.
    mutating func takeIDs(
        _ author: MemberID,
        _ seq: UInt64,
        _ ids: [EventID],
        now: Int64
    ) async throws -> [PeerOutput] {
        guard var pursuit = pursuits[author], var search = pursuit.search, search.asked == seq
        else { return [] }
        progress = max(progress, now)
        search.steps += 1
        guard !ids.isEmpty, search.steps < PeerLimits.searchSteps else {
            // Below a connected tip there is an event at every number.
            pursuit.attempts[search.tip] = Self.mostAttempts
            pursuit.search = nil
            pursuits[author] = pursuit
            return try await plan([author], now: now)
        }
        let mine = Set(try await store.ids(of: author, at: seq))
        if mine.isSuperset(of: ids) { search.low = seq } else { search.high = seq }
        guard search.high - search.low > 1 else {
            pursuit.search = search
            pursuits[author] = pursuit
            return try await found(author, at: search.high, now: now)
        }
        search.asked = search.low + (search.high - search.low) / 2
        search.askedAt = now
        pursuit.search = search
        pursuits[author] = pursuit
        return [.send(.askIDs(author: author, seq: search.asked))]
    }

    /// Asks for all branches from the first difference on.
    private mutating func found(
        _ author: MemberID,
        at seq: UInt64,
        now: Int64
    ) async throws -> [PeerOutput] {
        guard var pursuit = pursuits[author], let search = pursuit.search else { return [] }
        pursuit.search = nil
        pursuits[author] = pursuit
        let own = try await store.everythingHeld(of: [author])[author]?.contiguous ?? 0
        let isFork = seq <= own
        var outputs: [PeerOutput] = isFork ? [.tell(.forked(author, at: seq))] : []
        // Where ours simply ends, what is lacking is asked for as ever; the second time also what
        // is held beyond a gap, since that may be of another branch.
        let isSecond = pursuit.attempts[search.tip, default: 0] > 1
        if isFork || isSecond, search.tip.seq >= seq {
            // What is asked for already comes with all its branches.
            let range = NumberSet([seq...search.tip.seq]).subtracting(pursuit.wanted)
            let all = claims.claim(author, range, session: number)
            if !all.isEmpty {
                if pursuit.wanted.isEmpty { progress = now }
                pursuit.wanted = pursuit.wanted.union(all)
                pursuits[author] = pursuit
                saidDone = false
                outputs += PeerFrame.wants([author: all]).map { .send($0) }
            }
        }
        return outputs + (try await plan([author], now: now))
    }
}
