import FenCrypto
import FenLedger
import FenPeer
import FenProtocol
import FenStore

/// What other devices send: through the same intake as everything that arrives.
extension Engine {
    /// Takes lines that came by a session, which tells the other sessions what is new. What follows
    /// from them is decided when all that the other side holds is here: of two joiners the second may
    /// come with the next lines, and behind a fork its acknowledgement.
    func takePeerLines(
        _ lines: [[UInt8]], in id: GroupID, from key: X25519PublicKey
    ) async throws(FenError) -> PeerTaken {
        let isComing = isCatchingUp(with: key, in: id)
        let stored = try answering {
            try storePeerLines(lines, in: id, withholdsGate: isComing)
        }
        if stored.facts.contains(where: \.isControl) {
            setPeerKeys()
            await peers?.hubs[id]?.reviewOnceTold()
        }
        if !isComing { await doPeerDuties(id) }
        return stored.taken
    }

    /// Takes all lines of a file. Says how many of them are changed or forged.
    func takeFileLines(_ lines: [[UInt8]], in id: GroupID) async throws(FenError) -> Int {
        let stored = try answering { try storePeerLines(lines, in: id, withholdsGate: false) }
        tellPeers(stored.facts, in: id)
        await doPeerDuties(id)
        return stored.bad
    }

    /// Whether a device has yet to bring what it holds. Of a session that has not told of itself
    /// yet nothing is known.
    private func isCatchingUp(with key: X25519PublicKey, in id: GroupID) -> Bool {
        let sessions = (peers?.sessions[id] ?? [:]).values.filter { $0.key == key }
        return sessions.isEmpty || sessions.contains { !$0.isSettled }
    }

    /// Does what waited for devices to bring all they hold, once none of them is waited for.
    func settleArrivals(in id: GroupID) {
        // Whoever has not even told of their store brings nothing that could be waited for.
        let sessions = (peers?.sessions[id] ?? [:]).values
        guard sessions.allSatisfy({ $0.isSettled || $0.store == nil }) else { return }
        if let before = peers?.standings.removeValue(forKey: id),
            let after = try? GateStanding(group(id))
        {
            announce(before.notices(to: after, in: id))
        }
        Task { await doPeerDuties(id) }
    }

    private func storePeerLines(
        _ lines: [[UInt8]], in id: GroupID, withholdsGate: Bool
    ) throws -> (taken: PeerTaken, facts: [Fact], bad: Int) {
        let before = try roles(in: group(id))
        let wasWithheld = withholdsOwnLog(of: try group(id))
        let (result, parsed) = try takeLines(
            lines, in: id, withholdsGate: withholdsGate
        ) { result, group in
            try announce(result, since: before, in: group)
        }
        if wasWithheld { try showOwnLog(in: id) }
        var numbers: [MemberID: [ClosedRange<UInt64>]] = [:]
        for opened in parsed.events {
            let header = opened.event.header
            numbers[header.author, default: []].append(header.seq...header.seq)
        }
        let useful = Set(result.facts.map(\.id))
        let uselessBytes =
            parsed.events.filter { !useful.contains($0.event.id) }
            .reduce(0) { $0 + $1.event.ciphertext.count }
            + parsed.refused.reduce(0) { $0 + $1.line.count }
        let taken = PeerTaken(
            stored: result.facts.heads, seen: numbers.mapValues { NumberSet($0) },
            uselessBytes: uselessBytes)
        // What a newer version of fen wrote is kept for it, and is no fault of the file.
        let bad = result.refused.filter { $0.key != .unknownFormat }.values.reduce(0, +)
        return (taken, result.facts, result.held + bad)
    }

    /// Takes lines that came by another way than the files of the group's store, and tells what
    /// that has changed of the gate, unless more belongs to them that has yet to come. `also` is done
    /// in the same transaction.
    func takeLines(
        _ lines: [[UInt8]], in id: GroupID, withholdsGate: Bool = false,
        also: (IntakeResult, LocalGroup) throws -> Void = { _, _ in }
    ) throws -> (result: IntakeResult, parsed: ParsedLines) {
        let before = try GateStanding(group(id))
        let (after, result, parsed) = try change(id) { group in
            let chunk = LineChunk(bytes: lines.flatMap { $0 + [0x0a] })
            let parsed = chunk.parse(group: id, keys: group.keys)
            let result = try group.take(
                parsed, origin: .device, me: try person()?.publicKey, now: now())
            try group.noteGaps(at: now())
            try also(result, group)
            return (try GateStanding(group), result, parsed)
        }
        let isWithheld = peers?.standings[id] != nil
        if withholdsGate, !isWithheld {
            peers?.standings[id] = before
        } else if !isWithheld {
            announce(before.notices(to: after, in: id))
        }
        return (result, parsed)
    }

    /// Does for the group what a pass does, once devices have brought what they hold. What cannot
    /// be done now is done by the next pass; the lines are stored all the same.
    private func doPeerDuties(_ id: GroupID) async {
        guard (try? hasDuties(in: id)) == true else { return }
        guard mergedOwnLogs.contains(id) else { return askBeforeDuties(in: id) }
        await writeDuties(in: id)
    }

    private func writeDuties(in id: GroupID) async {
        let before = try? unsyncedCount(in: group(id))
        try? await exclusively(id) { engine throws(FenError) in
            var report = SyncReport()
            try await engine.doDuties(in: id, into: &report)
        }
        if (try? unsyncedCount(in: group(id))) != before { await publish(in: id) }
    }

    /// Asks for this person's newest event before anything of theirs is written (Wire format, Own
    /// tail), aside, since a store may be slow to answer; nothing is done where nobody knows it.
    private func askBeforeDuties(in id: GroupID) {
        guard askingBeforeDuties.insert(id).inserted else { return }
        Task {
            let isKnown = (try? await ensureOwnTail(in: id)) != nil
            askingBeforeDuties.remove(id)
            if isKnown { await writeDuties(in: id) }
        }
    }

    /// Whether there is anything to do for a group: this is asked whenever lines have come.
    private func hasDuties(in id: GroupID) throws -> Bool {
        guard let me = try person()?.publicKey else { return false }
        let group = try group(id)
        if group.context.organiser == me, group.context.hasWaiting { return true }
        return try owesKey(in: id) || group.epochToAsk(for: me) != nil
            || !group.openRequests(for: me).isEmpty
    }

    /// Tells the other devices of a group what was stored here by another way, and then decides
    /// anew who they are, where that may have changed: whoever is sent away has heard why.
    func tellPeers(_ facts: [Fact], in id: GroupID) {
        guard let hub = peers?.hubs[id], !facts.isEmpty else { return }
        let stored = facts.heads
        let changesPeople = facts.contains(where: \.isControl)
        if changesPeople { setPeerKeys() }
        Task {
            await hub.stored(stored)
            if changesPeople { await hub.review() }
        }
    }

    /// Ends the sessions with whoever is no member any more, before anything is written that they are
    /// not to get; they have heard why.
    func sendAway(after facts: [MemberID: [Head]] = [:], in id: GroupID) async {
        guard let hub = peers?.hubs[id] else { return }
        if !facts.isEmpty { await hub.stored(facts) }
        await hub.review()
    }

    /// Says what was written here once it is known that the group is a practice group.
    private func showOwnLog(in id: GroupID) throws {
        let group = try group(id)
        guard !withholdsOwnLog(of: group), let me = try person()?.publicKey,
            let hub = peers?.hubs[id]
        else { return }
        let tips = try AuthorFrontier.of(me, in: group.context, index: group.book).tips
        Task { await hub.stored([me: tips]) }
    }
}

extension [Fact] {
    /// Their numbers and ids, ascending, by author.
    fileprivate var heads: [MemberID: [Head]] {
        Dictionary(grouping: self, by: \.author).mapValues { facts in
            facts.map { Head(id: $0.id, seq: $0.seq) }.sorted()
        }
    }
}
