import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport

@testable import FenPeer

/// Stores joined by sessions without sockets: frames go as bytes from one to the other, a batch
/// whenever nothing else moves, and the clock goes on only when nobody has anything to say.
final class SessionTable {
    struct Link {
        var ends: [PeerSession]
        let stores: [Int]
        var queues: [[[UInt8]]] = [[], []]
        var isCut = false
    }

    let stores: [MemoryPeerStore]
    let group = GroupID(raw: .zero)
    private let claims: [PeerClaims]
    private(set) var links: [Link] = []
    private(set) var now: Int64 = 0
    private(set) var notices: [(store: Int, link: Int, notice: PeerNotice)] = []
    private(set) var frames: [UInt64: Int] = [:]
    private(set) var bytes = 0
    /// Frames a store's sessions never send, to play one that does not keep its word.
    var mute: [Int: Set<UInt64>] = [:]

    init(_ stores: [MemoryPeerStore]) {
        self.stores = stores
        claims = stores.map { _ in PeerClaims() }
    }

    static func author(_ number: UInt8) -> MemberID {
        MemberID([UInt8](repeating: number, count: 32)) ?? .zero
    }

    func link(_ one: Int, _ other: Int, lanes: [PeerLane]? = nil) async {
        var link = Link(ends: [], stores: [one, other])
        for (index, store) in link.stores.enumerated() {
            link.ends.append(
                PeerSession(
                    group: group, store: stores[store],
                    peer: X25519PublicKey([UInt8](repeating: UInt8(index), count: 32)) ?? .zero,
                    lane: lanes?[index] ?? .member(Self.author(200)), claims: claims[store],
                    now: now))
        }
        links.append(link)
        for end in 0...1 {
            let outputs = await links[links.count - 1].ends[end].start(now: now)
            await handle(outputs, links.count - 1, end)
        }
    }

    func cut(_ link: Int) async {
        links[link].isCut = true
        links[link].queues = [[], []]
        for end in 0...1 { _ = links[link].ends[end].cut() }
    }

    /// Something was stored by a store's own doing.
    func author(_ events: [FakeEvent], at store: Int) async {
        await spread(stores[store].add(events), store, except: nil)
    }

    /// Gives bytes to one end as if the other had sent them.
    func inject(_ bytes: [UInt8], link: Int, to end: Int) async {
        await handle(await links[link].ends[end].receive(bytes, now: now), link, end)
    }

    /// Runs until nothing moves for so many milliseconds; false when that takes too many steps.
    func run(quiet: Int64 = 5_000, steps: Int = 200_000) async -> Bool {
        var idle: Int64 = 0
        for _ in 0..<steps {
            // Other tests wait for their turn on the same few threads.
            await Task.yield()
            if await step() {
                idle = 0
                continue
            }
            guard idle < quiet else { return true }
            idle += PeerLimits.tickTime
            now += PeerLimits.tickTime
            for link in links.indices {
                for end in 0...1 where !links[link].isCut {
                    await handle(await links[link].ends[end].tick(now: now), link, end)
                }
            }
        }
        return false
    }

    /// One frame or batch of some link; false when there is none.
    func step() async -> Bool {
        var hasMoved = false
        for link in links.indices where !links[link].isCut {
            for end in 0...1 {
                if !links[link].queues[end].isEmpty {
                    let frame = links[link].queues[end].removeFirst()
                    await handle(await links[link].ends[end].receive(frame, now: now), link, end)
                    hasMoved = true
                } else if links[link].ends[end].hasMoreToSend {
                    await handle(await links[link].ends[end].nextBatch(now: now), link, end)
                    hasMoved = true
                }
            }
        }
        return hasMoved
    }

    private func handle(_ outputs: [PeerOutput], _ link: Int, _ end: Int) async {
        let store = links[link].stores[end]
        for output in outputs {
            switch output {
            case .send(let frame):
                if mute[store]?.contains(frame.kind) == true { continue }
                let encoded = frame.encode()
                frames[frame.kind, default: 0] += 1
                bytes += encoded.count
                links[link].queues[1 - end].append(encoded)
            case .tell(let notice):
                notices.append((store, link, notice))
                if case .stored(let heads) = notice { await spread(heads, store, except: link) }
            case .close: break
            }
        }
    }

    func spread(_ heads: [MemberID: [Head]], _ store: Int, except: Int?) async {
        for link in links.indices where link != except && !links[link].isCut {
            for end in 0...1 where links[link].stores[end] == store {
                await handle(await links[link].ends[end].stored(heads, now: now), link, end)
            }
        }
    }

    func isTold(_ store: Int, _ test: (PeerNotice) -> Bool) -> Bool {
        notices.contains { $0.store == store && test($0.notice) }
    }
}
