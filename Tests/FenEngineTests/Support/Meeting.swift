import FenCrypto
import FenEncoding
import FenProtocol
import FenStore
import Testing

@testable import FenEngine
@testable import FenPeer

/// Two devices that reach each other, without sockets and without chance: the sessions of both, each
/// over its own store, and who lets whom in as at any door.
struct Meeting {
    /// One of the two.
    private struct Side {
        let engine: Engine
        let stranger: PeerStranger
        var session: PeerSession
        var inbox: [PeerFrame] = []
    }

    private let group: GroupID
    private var sides: [Side] = []
    private var now: Int64 = 0
    /// Frames that were sent.
    private var count = 0
    /// The last of them, for whoever reads of a failure.
    private var last: [String] = []

    /// Lets one device dial another, and both bring what they hold and do what follows. Says whether
    /// both let the other in.
    static func hold(_ dialler: Engine, _ listener: Engine, in group: GroupID) async throws -> Bool
    {
        guard var meeting = try await Meeting(dialler, listener, group) else { return false }
        try await meeting.run()
        return true
    }

    private init?(_ dialler: Engine, _ listener: Engine, _ group: GroupID) async throws {
        self.group = group
        // As `PeerNode.connect` tries its keys, until the other side knows one.
        let here = try await dialler.doors(in: group)
        let there = try await listener.doors(in: group)
        guard
            let (mine, theirs) = here.lazy.compactMap({ door in
                there.first { $0.key == door.key }.map { (door, $0) }
            }).first
        else { return nil }
        let one = PeerStranger(
            key: try await dialler.requireSigner().x25519().publicKey, group: group,
            hasNewestKey: theirs.isNewest, isDialled: false, address: .loopback())
        let other = PeerStranger(
            key: try await listener.requireSigner().x25519().publicKey, group: group,
            hasNewestKey: mine.isNewest, isDialled: true, address: .loopback())
        for (engine, stranger) in [(listener, one), (dialler, other)] {
            guard case .lane(let lane) = await engine.verdict(on: stranger) else { return nil }
            sides.append(
                Side(
                    engine: engine, stranger: stranger,
                    session: PeerSession(
                        group: group, store: await engine.peerStore(in: group),
                        peer: stranger.key, lane: lane, claims: PeerClaims(), now: 0)))
        }
    }

    private mutating func run() async throws {
        for side in [0, 1] { await take(await sides[side].session.start(now: now), from: side) }
        try await exchange()
        // What follows from what has come, and what that brings; a second time for what follows
        // from that.
        for _ in 0..<2 {
            for side in [0, 1] {
                try await sides[side].engine.doDuties(in: group)
                await take(await sides[side].session.renew(now: now), from: side)
            }
            try await exchange()
        }
        for side in [0, 1] { _ = sides[side].session.end(.leaving) }
    }

    /// Goes on until neither side has anything to say, also after having waited.
    private mutating func exchange() async throws {
        for _ in 0..<4 {
            while let side = sides.indices.first(where: { !sides[$0].inbox.isEmpty }) {
                count += 1
                guard count < 1_500 else {
                    let lanes = sides.map { "\($0.session.lane)" }
                    Issue.record("two devices come to no end: \(lanes) \(last)")
                    throw CancellationError()
                }
                let frame = sides[side].inbox.removeFirst()
                last = (last + ["to \(side): \(frame)"]).suffix(8)
                let outputs = await sides[side].session.receive(frame, now: now)
                await take(outputs, from: side)
                let isNew = outputs.contains { if case .tell(.stored) = $0 { true } else { false } }
                if isNew { try await review(side) }
            }
            now += 600
            for side in [0, 1] {
                await take(await sides[side].session.tick(now: now), from: side)
            }
        }
    }

    /// Decides anew who the other side is, as its hub does when members have changed.
    private mutating func review(_ side: Int) async throws {
        guard !sides[side].session.isOver else { return }
        switch await sides[side].engine.verdict(on: sides[side].stranger) {
        case .lane(let lane):
            await take(await sides[side].session.change(to: lane, now: now), from: side)
        case .refused(let reason): await take(sides[side].session.end(reason), from: side)
        }
    }

    private mutating func take(_ outputs: [PeerOutput], from side: Int) async {
        for output in outputs {
            switch output {
            case .send(let frame): sides[1 - side].inbox.append(frame)
            case .tell(.caughtUp):
                if case .member = sides[side].session.lane {
                    await sides[side].engine.noteTold(in: group)
                }
            case .tell, .close: break
            }
        }
        while sides[side].session.hasMoreToSend, !sides[side].session.isOver {
            let batch = await sides[side].session.nextBatch(now: now)
            if batch.isEmpty { continue }
            for case .send(let frame) in batch { sides[1 - side].inbox.append(frame) }
        }
    }
}

extension Engine {
    /// A key by which this device is found.
    fileprivate struct Door {
        let key: [UInt8]
        let epoch: UInt32
        let isNewest: Bool
    }

    /// The keys of a group in the order in which they are tried.
    fileprivate func doors(in id: GroupID) throws -> [Door] {
        try peerKeys(of: id).map { key in
            Door(
                key: key.psk.withUnsafeBytes { [UInt8]($0) }, epoch: key.epoch,
                isNewest: key.isNewest)
        }.sorted { ($0.isNewest ? 1 : 0, $0.epoch) > ($1.isNewest ? 1 : 0, $1.epoch) }
    }

    fileprivate func peerStore(in id: GroupID) -> EnginePeerStore {
        EnginePeerStore(engine: self, group: id, id: StoreID(raw: database.storeID))
    }

    /// What a member's device has brought all it holds for.
    fileprivate func noteTold(in id: GroupID) {
        toldOwnTail.insert(id)
    }

    /// What is done once a device has brought all it holds.
    fileprivate func doDuties(in id: GroupID) async throws {
        guard (try? await ensureOwnTail(in: id)) != nil else { return }
        try? await exclusively(id) { engine throws(FenError) in
            var report = SyncReport()
            try await engine.doDuties(in: id, into: &report)
        }
        await publish(in: id)
    }
}
