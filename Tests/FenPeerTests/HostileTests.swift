import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenPeer

/// Peers that do not play by the rules, over real sockets: bounded memory, plain words, and the
/// next honest one is served.
@Suite("Hostile peers", .serialized) struct HostileTests {
    private let anna = SessionTable.author(1)

    private func device(_ number: UInt8 = 1) throws -> TestDevice {
        try TestDevice(number, authors: [anna])
    }

    /// The memory this process holds, in bytes.
    private var resident: Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return (number ?? 0) * 1_024
    }

    private func isServing(_ device: TestDevice, at address: PeerAddress) async throws -> Bool {
        let honest = try TestDevice(250, authors: [anna])
        try await honest.connect(to: address)
        return await eventually { honest.store.contents == device.store.contents }
    }

    @Test("random bytes get the answer an unknown group gets, or none")
    func randomBytes() async throws {
        var random = SeededGenerator()
        let device = try device()
        device.store.add(FakeEvent.log(anna, 5))
        let address = try device.node.listen(on: .loopback()).address
        for count in [0, 1, 36, 86, 87, 88, 500, 70_000] {
            let client = try RawClient(address)
            await client.send(random.bytes(count))
            guard count >= 87 else { continue }
            let answer = await client.read(6)
            let isTold = answer == PeerRefusal.unknownGroup.bytes || client.hasEnded
            #expect(isTold, "\(count) bytes were answered with \(answer)")
        }
        #expect(try await isServing(device, at: address))
    }

    @Test("another version is told so; a replayed or changed opening learns nothing")
    func openings() async throws {
        let device = try device()
        let address = try device.node.listen(on: .loopback()).address
        let key = PeerGroupKey(TestDevice.key, isNewest: true)
        let opening = try PeerHandshake(dialler: .generate(), key: key).opening
        var newer = opening
        newer[4] = 2
        let client = try RawClient(address)
        await client.send([UInt8](newer.prefix(37)))
        #expect(await client.read(6) == PeerRefusal.version.bytes)
        for place in [5, 20, 25, 37, 38, 40, 80] {
            var changed = opening
            changed[place] ^= 1
            let client = try RawClient(address)
            await client.send(changed)
            #expect(await client.read(6) == PeerRefusal.unknownGroup.bytes, "\(place)")
            #expect(await client.ends(within: 3_000))
        }
        // What was said before opens the door no further than the second message.
        let replay = try RawClient(address)
        await replay.send(opening)
        #expect(await replay.read(98).count == 98)
        await replay.send([0, 64] + [UInt8](repeating: 7, count: 64))
        #expect(await replay.ends(within: 3_000))
        #expect(await device.hub.sessions.isEmpty)
    }

    @Test("nine who say nothing: the ninth is told to wait, and all are gone after 5 s")
    func slowLoris() async throws {
        let device = try device()
        let address = try device.node.listen(on: .loopback()).address
        var clients: [RawClient] = []
        var isBusy = false
        var start: Int64 = 0
        // Should this task be kept waiting for 5 s, the eight are gone before the ninth comes.
        for _ in 0..<3 where !isBusy {
            clients = []
            start = MonotonicTime.now
            for _ in 0..<8 {
                let client = try RawClient(address)
                await client.send([0x66])
                clients.append(client)
            }
            try await Task.sleep(for: .milliseconds(200))
            let ninth = try RawClient(address)
            isBusy = await ninth.read(6) == PeerRefusal.busy.bytes
        }
        #expect(isBusy)
        while MonotonicTime.now - start < 4_000 {
            for client in clients { await client.send([0x66]) }
            try await Task.sleep(for: .milliseconds(500))
        }
        for client in clients { #expect(await client.ends(within: 4_000)) }
        #expect(MonotonicTime.now - start < 20_000)
        #expect(try await isServing(device, at: address))
    }

    @Test("frames that are none, too long, or cut end the session with a word")
    func badFrames() async throws {
        let device = try device()
        let address = try device.node.listen(on: .loopback()).address
        for bad in [[0xff], [], PeerFrame.ping.encode() + [0], [0x81, 0x18, 0x0a]] as [[UInt8]] {
            let client = try RawClient(address)
            #expect(try await client.shake(.generate(), key: TestDevice.key))
            #expect(await client.say(bad))
            var last: PeerFrame?
            while let frame = await client.hear() { last = frame }
            #expect(last == .bye(code: 7, text: PeerFarewell.misbehaved.message), "\(bad)")
        }
        // A length without its message, and a message that was sealed with other keys.
        for bytes in [[0xff, 0xff, 1, 2, 3], [0, 17] + [UInt8](repeating: 1, count: 17)] {
            let client = try RawClient(address)
            #expect(try await client.shake(.generate(), key: TestDevice.key))
            await client.send(bytes)
            _ = client
        }
        #expect(await eventually { await device.hub.sessions.count <= 1 })
    }

    @Test("floods of want, a million invented ranges and tips cost bounded memory and end")
    func floods() async throws {
        let device = try device()
        device.store.add(FakeEvent.log(anna, 2_000))
        let address = try device.node.listen(on: .loopback()).address
        #expect(try await isServing(device, at: address))
        let before = resident
        var random = SeededGenerator()
        for kind in 0..<4 {
            let client = try RawClient(address)
            #expect(try await client.shake(.generate(), key: TestDevice.key))
            let store = StoreID([UInt8](repeating: UInt8(100 + kind), count: 16)) ?? .zero
            var sent = 0
            // 64 ranges for each of 200 authors in each frame: 80 frames are a million.
            for round in 0..<(kind == 2 ? 20_000 : 400) {
                let frame: PeerFrame
                switch kind {
                case 0:
                    frame = .want([anna: NumberSet([1...2_000])])
                case 1:
                    frame = Self.invented(store, round, &random)
                case 2:
                    frame = .ping
                default:
                    let tip = Head(id: EventID(random.bytes(32)) ?? .zero, seq: 1_999)
                    frame = .have(
                        store: store,
                        [anna: PeerHoldings(tips: [tip], claimed: 1_999)])
                }
                guard await client.say(frame.encode(), within: 500) else { break }
                sent += 1
            }
            #expect(sent > 10)
        }
        let grown = resident - before
        print("floods: resident memory grew by \(grown / 1_024) KiB")
        #expect(grown < 96 << 20)
        #expect(try await isServing(device, at: address))
    }

    /// A `have` of 64 ranges for as many invented authors as a frame takes.
    private static func invented(
        _ store: StoreID,
        _ round: Int,
        _ random: inout SeededGenerator
    ) -> PeerFrame {
        var authors: [MemberID: PeerHoldings] = [:]
        for author in 0..<80 {
            let start = UInt64(2 + random.below(1 << 20))
            let beyond = (0..<64).map { (start + UInt64($0) * 7)...(start + UInt64($0) * 7 + 3) }
            let name = [UInt8(author), UInt8(round & 3)] + [UInt8](repeating: 9, count: 30)
            authors[MemberID(name) ?? .zero] = PeerHoldings(
                claimed: start + 1_000, beyond: NumberSet(beyond))
        }
        return .have(store: store, authors)
    }

    @Test("claims that are never delivered are named, and another peer heals the gap")
    func emptyPromises() async throws {
        let device = try device()
        let address = try device.node.listen(on: .loopback()).address
        let client = try RawClient(address)
        #expect(try await client.shake(.generate(), key: TestDevice.key))
        let log = FakeEvent.log(anna, 30)
        let store = StoreID([UInt8](repeating: 77, count: 16)) ?? .zero
        let claim = PeerHoldings(tips: log.suffix(1).map(\.head), claimed: 30)
        #expect(await client.say(PeerFrame.have(store: store, [anna: claim]).encode()))
        // They are asked for there before anybody else offers them.
        #expect(await eventually { if case .want = await client.hear() { true } else { false } })
        let honest = try TestDevice(3, authors: [anna])
        honest.store.add(log)
        try await honest.connect(to: address)
        #expect(
            await eventually { device.isTold { $0 == .notDelivered(anna, NumberSet([1...30])) } })
        #expect(await eventually { device.store.contents == honest.store.contents })
    }

    @Test("one who sends and never reads is held back, not stored up")
    func neverReads() async throws {
        let device = try device()
        device.store.add(FakeEvent.log(anna, 2_000))
        let address = try device.node.listen(on: .loopback()).address
        let client = try RawClient(address)
        #expect(try await client.shake(.generate(), key: TestDevice.key))
        let before = resident
        let question = PeerFrame.want([anna: NumberSet([1...2_000])]).encode()
        var isHeldBack = false
        for _ in 0..<3_000 where !isHeldBack {
            isHeldBack = !(await client.say(question, within: 300))
        }
        #expect(resident - before < 64 << 20)
        #expect(try await isServing(device, at: address))
    }
}
