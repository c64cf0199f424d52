import FenCrypto
import FenEncoding
import FenProtocol
import Synchronization
import Testing

@testable import FenPeer

/// A store of sealed events that takes whatever a session lets through.
private final class LineStore: PeerStore {
    let id = StoreID([UInt8](repeating: 1, count: 16)) ?? .zero
    let group: GroupID
    private let taken = Mutex<[MemberID: Set<Head>]>([:])

    init(_ group: GroupID) { self.group = group }

    var heads: [MemberID: Set<Head>] { taken.withLock { $0 } }

    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings] {
        heads.mapValues { PeerHoldings(tips: [Head]($0.sorted().suffix(1)), claimed: 1_000) }
    }

    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64] {
        Dictionary(uniqueKeysWithValues: authors.map { ($0, 64) })
    }

    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID] {
        heads[author, default: []].filter { $0.seq == seq }.map(\.id)
    }

    func measure(_ author: MemberID, _ ranges: NumberSet) async throws -> PeerMeasure {
        PeerMeasure()
    }

    func read(
        _ author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes: Int
    ) async throws -> PeerBatch {
        PeerBatch(heads: [], lines: [], reachesEnd: true)
    }

    func take(_ lines: [[UInt8]], from peer: X25519PublicKey) async throws -> PeerTaken {
        var outcome = PeerTaken()
        for line in lines {
            let event = try EventLine.decode(line, group: group)
            let head = Head(id: event.id, seq: event.header.seq)
            outcome.stored[event.header.author, default: []].append(head)
            taken.withLock { _ = $0[event.header.author, default: []].insert(head) }
        }
        return outcome
    }
}

/// What comes from a key nobody knows yet: its own events, and not many.
@Suite("Session: joiner lane") struct JoinerLaneTests {
    private let group = GroupID(raw: .zero)
    private let key = GroupKey.generate(group: GroupID(raw: .zero), epoch: 0, from: .system)
    private let joiner = SigningKey.generate()
    private let other = SigningKey.generate()

    private func lines(_ signer: SigningKey, _ numbers: ClosedRange<UInt64>) throws -> [[UInt8]] {
        var prev = EventID.zero
        return try numbers.map { seq in
            let event = try EventSeal.seal(
                payload: .messagePosted(MessagePosted(text: "hello")),
                draft: EventDraft(seq: seq, lamport: seq, createdAt: 1, prev: prev), key: key,
                signer: signer, entropy: .system)
            prev = event.id
            return [UInt8](EventLine.encode(event).dropLast())
        }
    }

    private func session(
        _ store: LineStore, lane: PeerLane = .joiner
    ) async throws -> PeerSession {
        let image = try #require(joiner.publicKey.x25519)
        var session = PeerSession(
            group: group, store: store, peer: image, lane: lane, claims: PeerClaims(), now: 0)
        _ = await session.start(now: 0)
        let id = StoreID([UInt8](repeating: 2, count: 16)) ?? .zero
        let holdings = PeerHoldings(
            tips: [Head(id: EventID([UInt8](repeating: 1, count: 32)) ?? .zero, seq: 100)],
            claimed: 100)
        let outputs = await session.receive(
            .have(store: id, [joiner.publicKey: holdings, other.publicKey: holdings]), now: 0)
        // Only their own log is asked for, and no more of it than is taken.
        #expect(outputs.contains(.send(.want([joiner.publicKey: NumberSet([1...64])]))))
        return session
    }

    @Test("only the joiner's own events are taken, 64 at most")
    func own() async throws {
        let store = LineStore(group)
        var session = try await session(store)
        let mixed = try lines(other, 1...3) + lines(joiner, 1...40)
        _ = await session.receive(.events(mixed), now: 1)
        #expect(store.heads[joiner.publicKey]?.count == 40)
        #expect(store.heads[other.publicKey] == nil)
        _ = await session.receive(.events([[1, 2, 3]]), now: 1)
        let many = try lines(joiner, 1...40)
        _ = await session.receive(.events(many), now: 2)
        #expect(store.heads[joiner.publicKey]?.count == 64)
        _ = await session.receive(.events(many), now: 3)
        #expect(store.heads[joiner.publicKey]?.count == 64)
        #expect(!session.isOver)
    }

    @Test("of somebody who comes back more is taken, all of it their own")
    func returner() async throws {
        let store = LineStore(group)
        var session = try await session(store, lane: .returner)
        let mixed = try lines(other, 1...3) + lines(joiner, 1...90)
        _ = await session.receive(.events(mixed), now: 1)
        #expect(store.heads[joiner.publicKey]?.count == 90)
        #expect(store.heads[other.publicKey] == nil)
        let many = try lines(joiner, 1...1_000)
        _ = await session.receive(.events(many), now: 2)
        #expect(store.heads[joiner.publicKey]?.count == 1_000)
        #expect(!session.isOver)
    }

    @Test("an admission lifts both bounds")
    func admission() async throws {
        let store = LineStore(group)
        var session = try await session(store)
        let outputs = await session.change(to: .member(joiner.publicKey), now: 1)
        #expect(outputs.contains(.tell(.lane(.member(joiner.publicKey)))))
        #expect(outputs.contains(.send(.want([other.publicKey: NumberSet([1...64])]))))
        _ = await session.receive(.events(try lines(other, 1...3)), now: 2)
        #expect(store.heads[other.publicKey]?.count == 3)
    }
}
