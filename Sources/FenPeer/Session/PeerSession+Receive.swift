import FenCrypto
package import FenProtocol

extension PeerSession {
    /// Takes a frame's bytes; `now` is when they came. Bytes that are no frame end the session.
    /// `heard` is told which frame it is, before anything follows from it; nil when it is none.
    package mutating func receive(
        _ bytes: [UInt8],
        now: Int64,
        heard: (PeerFrame?) -> Void = { _ in }
    ) async -> [PeerOutput] {
        guard !isOver else { return [] }
        let frame: PeerFrame
        do throws(PeerFrameError) {
            frame = try PeerFrame(bytes)
        } catch {
            heard(nil)
            return end(.misbehaved)
        }
        heard(frame)
        return await receive(frame, now: now)
    }

    /// Takes a frame; `now` is when it came.
    package mutating func receive(_ frame: PeerFrame, now: Int64) async -> [PeerOutput] {
        heard = max(heard, now)
        switch frame {
        case .events, .blob: break
        default: guard control.spend(1, now: now) else { return end(.budget) }
        }
        return await guarded { session throws in
            let outputs = try await session.answer(frame, now: now)
            if outputs.contains(where: \.isSending) { session.spoken = now }
            return outputs
        }
    }

    private mutating func answer(_ frame: PeerFrame, now: Int64) async throws -> [PeerOutput] {
        switch frame {
        case .have(let store, let authors):
            return try await takeHave(store, authors, now: now)
        case .want(let ranges): return try await serve(ranges)
        case .total(let events, let bytes):
            return [.tell(.expects(PeerMeasure(events: events, bytes: bytes)))]
        case .events(let lines): return try await takeEvents(lines, now: now)
        case .cannot(let ranges): return try await takeCannot(ranges, now: now)
        case .askIDs(let author, let seq):
            let ids = try await store.ids(of: author, at: seq)
            return [
                .send(.ids(author: author, seq: seq, [EventID](ids.prefix(PeerLimits.ids))))
            ]
        case .ids(let author, let seq, let ids):
            return try await takeIDs(author, seq, ids, now: now)
        case .blobWant(let hash, let offset):
            // What the group's store has shown here is for members only.
            let isTold = lane != .joiner || hash != PeerStoreReport.name
            let blob =
                isTold
                ? try await store.blob(hash, offset: offset, bytes: PeerLimits.blobBytes) : nil
            let answer = blob ?? PeerBlob(size: 0, bytes: [])
            let start = answer.size == 0 ? 0 : min(offset, answer.size)
            return [
                .send(.blob(hash: hash, offset: start, size: answer.size, answer.bytes))
            ]
        case .blob(let hash, let offset, let size, let bytes):
            return [.tell(.blob(hash, offset: offset, size: size, bytes))]
        case .done: return [.tell(.otherCaughtUp)]
        case .ping: return []
        case .bye(let code, let text):
            leave()
            return [.tell(.ended(.there(code: code, text: text))), .close]
        }
    }

    private mutating func takeHave(
        _ id: StoreID,
        _ authors: [MemberID: PeerHoldings],
        now: Int64
    ) async throws -> [PeerOutput] {
        guard id != store.id else { return end(.ownStore) }
        guard otherStore == nil || otherStore == id else { return end(.misbehaved) }
        var outputs: [PeerOutput] = otherStore == nil ? [.tell(.met(id))] : []
        otherStore = id
        for (author, holdings) in authors {
            // What it has come to hold since may be asked for again.
            let new = holdings.numbers.subtracting(others[author]?.numbers ?? NumberSet())
            if let refused = pursuits[author]?.refused, !refused.isEmpty {
                pursuits[author]?.refused = refused.subtracting(new)
            }
            others[author] = holdings
        }
        guard others.count <= PeerLimits.authors else { return end(.budget) }
        if !authors.isEmpty { outputs.append(.tell(.holds(authors))) }
        return outputs + (try await plan([MemberID](authors.keys), now: now))
    }

    private mutating func takeEvents(
        _ lines: [[UInt8]],
        now: Int64
    ) async throws -> [PeerOutput] {
        let allowed = lane.mostOwn.map { own(lines, most: $0) } ?? lines
        let bytes = { (lines: [[UInt8]]) in lines.reduce(0) { $0 + $1.count } }
        var spent = bytes(lines) - bytes(allowed)
        let outcome = allowed.isEmpty ? PeerTaken() : try await store.take(allowed, from: peer)
        spent += outcome.uselessBytes
        var touched = Set(outcome.stored.keys)
        for (author, numbers) in outcome.seen {
            guard var pursuit = pursuits[author] else { continue }
            let come = pursuit.wanted.intersection(numbers)
            guard !come.isEmpty else { continue }
            progress = max(progress, now)
            pursuit.wanted = pursuit.wanted.subtracting(come)
            let kept = NumberSet((outcome.stored[author] ?? []).map { $0.seq...$0.seq })
            let others = come.subtracting(kept)
            if !others.isEmpty {
                let held = try await store.everythingHeld(of: [author])[author]?.numbers
                pursuit.thrownAway = pursuit.thrownAway
                    .union(others.subtracting(held ?? NumberSet()))
                    .prefix(ranges: PeerLimits.ranges * 4)
            }
            pursuits[author] = pursuit
            claims.release(author, come, session: number)
            if pursuit.wanted.isEmpty { touched.insert(author) }
        }
        var outputs: [PeerOutput] = []
        if !outcome.stored.isEmpty {
            progress = max(progress, now)
            taken += outcome.stored.values.reduce(0) { $0 + $1.count }
            outputs.append(.tell(.stored(outcome.stored)))
            // The receipt.
            let own = try await store.holdings(of: Set(outcome.stored.keys))
            outputs += PeerFrame.haves(store: store.id, own).map { .send($0) }
        }
        guard spent == 0 || useless.spend(spent, now: now) else { return outputs + end(.budget) }
        return outputs + (try await plan([MemberID](touched), now: now))
    }

    /// The lines that somebody may bring who is no member: their own, as long as there is room.
    private func own(_ lines: [[UInt8]], most: Int) -> [[UInt8]] {
        let own = lines.filter { line in
            (try? EventLine.decode(line, group: group))?.header.author.x25519 == peer
        }
        return [[UInt8]](own.prefix(max(0, most - taken)))
    }

    private mutating func takeCannot(
        _ ranges: [MemberID: NumberSet],
        now: Int64
    ) async throws -> [PeerOutput] {
        for (author, missing) in ranges {
            guard var pursuit = pursuits[author] else { continue }
            let asked = pursuit.wanted.intersection(missing)
            pursuit.wanted = pursuit.wanted.subtracting(asked)
            pursuit.refused = pursuit.refused.union(asked)
            guard pursuit.refused.ranges.count <= PeerLimits.ranges * 4 else {
                return end(.budget)
            }
            pursuits[author] = pursuit
            claims.release(author, asked, session: number)
        }
        return [.tell(.cannot(ranges))]
            + (try await plan([MemberID](ranges.keys), now: now))
    }
}

extension PeerOutput {
    /// Whether a frame goes out.
    var isSending: Bool {
        if case .send = self { true } else { false }
    }
}
