import FenCrypto
import FenEncoding
import FenProtocol
import Synchronization

@testable import FenPeer

/// Admission as a test says it.
final class TestAdmission: PeerAdmission {
    private let verdicts: Mutex<[X25519PublicKey: PeerVerdict]> = Mutex([:])
    private let usual: PeerVerdict

    init(_ usual: PeerVerdict) {
        self.usual = usual
    }

    func set(_ key: X25519PublicKey, _ verdict: PeerVerdict) {
        verdicts.withLock { $0[key] = verdict }
    }

    func verdict(on stranger: PeerStranger) async -> PeerVerdict {
        verdicts.withLock { $0[stranger.key] } ?? usual
    }
}

/// Keeps what a watcher sees.
final class Watcher: Sendable {
    private let seen = Mutex<[PeerStep]>([])

    var steps: [PeerStep] { seen.withLock { $0 } }

    func take(_ step: PeerStep) {
        seen.withLock { $0.append(step) }
    }
}

/// A device of a test: a node, one group, one store in memory.
final class TestDevice: Sendable {
    static let group = GroupID(raw: .zero)
    static let key = GroupKey.generate(group: group, epoch: 0, from: .seeded(.zero))

    let identity = AgreementKey.generate()
    let admission: TestAdmission
    let node: PeerNode
    let hub: PeerHub
    let store: MemoryPeerStore
    private let watcher = Watcher()
    private let log = Mutex<[PeerEvent]>([])
    private let told = Mutex<[PeerNode.Notice]>([])

    init(
        _ number: UInt8,
        authors: [MemberID],
        admission: TestAdmission = TestAdmission(.lane(.member(SessionTable.author(200)))),
        key: GroupKey? = TestDevice.key
    ) throws {
        store = MemoryPeerStore(number, authors: authors)
        self.admission = admission
        node = try PeerNode(
            identity: identity, admission: admission, watch: { [watcher] in watcher.take($0) })
        hub = PeerHub(group: Self.group, store: store)
        node.setHub(hub, for: Self.group)
        if let key { node.setKeys([PeerGroupKey(key, isNewest: true)]) }
        Task { [hub, weak self] in
            for await event in hub.events { self?.log.withLock { $0.append(event) } }
        }
        Task { [node, weak self] in
            for await notice in node.notices { self?.told.withLock { $0.append(notice) } }
        }
    }

    deinit { node.stop() }

    var events: [PeerNotice] { log.withLock { $0.compactMap(\.notice) } }
    var steps: [PeerStep] { watcher.steps }
    var notices: [PeerNode.Notice] { told.withLock { $0 } }

    func isTold(_ test: (PeerNotice) -> Bool) -> Bool { events.contains(where: test) }

    @discardableResult
    func connect(to address: PeerAddress) async throws -> Int {
        try await node.connect(to: address, group: Self.group)
    }

    func write(_ events: [FakeEvent]) async {
        await hub.stored(store.add(events))
    }
}

/// Waits until something holds; false after so many milliseconds.
func eventually(
    within limit: Int64 = 30_000,
    _ test: () async -> Bool
) async -> Bool {
    let end = MonotonicTime.now + limit
    while MonotonicTime.now < end {
        if await test() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return await test()
}

/// A client that says what it likes: for those who do not play by the rules.
final class RawClient {
    private let socket: Socket
    private var input: [UInt8] = []
    private(set) var hasEnded = false
    private var transport: NoiseTransport?

    init(_ address: PeerAddress) throws {
        socket = try Socket.connecting(to: address)
    }

    /// Sends what goes within the time; false when the connection is broken or stuck.
    @discardableResult
    func send(_ bytes: [UInt8], within limit: Int64 = 2_000) async -> Bool {
        var rest = bytes[...]
        let end = MonotonicTime.now + limit
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ socket.write($0) }) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .later: try? await Task.sleep(for: .milliseconds(2))
            case .end, .broken:
                hasEnded = true
                return false
            }
            if MonotonicTime.now > end { return false }
        }
        return true
    }

    /// Reads so many bytes; fewer when the connection ends or the time is over.
    func read(_ count: Int, within limit: Int64 = 3_000) async -> [UInt8] {
        let end = MonotonicTime.now + limit
        while input.count < count {
            let isLast = MonotonicTime.now >= end
            var got: [UInt8] = []
            let moved = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
                let moved = socket.read(into: buffer)
                if case .bytes(let count) = moved { got = [UInt8](buffer.prefix(count)) }
                return moved
            }
            input += got
            if moved == .later, isLast { break }
            if moved == .later { try? await Task.sleep(for: .milliseconds(2)) }
            if case .broken = moved { hasEnded = true }
            if moved == .end || hasEnded {
                hasEnded = true
                break
            }
        }
        defer { input.removeFirst(min(count, input.count)) }
        return [UInt8](input.prefix(count))
    }

    /// Whether the other end closes within the time.
    func ends(within limit: Int64) async -> Bool {
        _ = await read(.max, within: limit)
        return hasEnded
    }

    /// Shakes hands as a member would.
    func shake(_ identity: AgreementKey, key: GroupKey) async throws -> Bool {
        var handshake = try PeerHandshake(
            dialler: identity, key: PeerGroupKey(key, isNewest: true))
        await send(handshake.opening)
        var answer = await read(98)[...]
        guard case .done(let last, let outcome) = handshake.step(&answer) else { return false }
        transport = outcome.transport
        return await send(last)
    }

    func say(_ frame: [UInt8], within limit: Int64 = 2_000) async -> Bool {
        guard let message = try? transport?.seal(frame) else { return false }
        return await send(
            [UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message,
            within: limit)
    }

    /// Sends the beginning of a record, and nothing more: the connection ends with this object.
    func tear() async {
        guard let message = try? transport?.seal(PeerFrame.ping.encode()) else { return }
        await send([0, UInt8(message.count)] + message.prefix(message.count / 2))
    }

    func hear() async -> PeerFrame? {
        let head = await read(2)
        guard head.count == 2 else { return nil }
        let message = await read(Int(head[0]) << 8 | Int(head[1]))
        guard let text = try? transport?.open(message) else { return nil }
        return try? PeerFrame(text)
    }
}
