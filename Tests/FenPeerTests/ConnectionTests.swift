import FenCrypto
import FenEncoding
import FenProtocol
import Testing

@testable import FenPeer

/// Sessions over real sockets on loopback.
@Suite("Connection", .serialized) struct ConnectionTests {
    private let anna = SessionTable.author(1)
    private let ben = SessionTable.author(2)

    private func device(
        _ number: UInt8,
        _ verdict: PeerVerdict = .lane(.member(SessionTable.author(200))),
        key: GroupKey? = TestDevice.key
    ) throws -> TestDevice {
        try TestDevice(
            number, authors: [anna, ben], admission: TestAdmission(verdict), key: key)
    }

    @Test(
        "two devices exchange all they have",
        arguments: [
            PeerAddress.loopback(), PeerAddress.loopback6(),
        ])
    func exchange(address: PeerAddress) async throws {
        let (one, other) = (try device(1), try device(2))
        one.store.add(FakeEvent.log(anna, 2_000))
        other.store.add(FakeEvent.log(ben, 1_000))
        let listener = try one.node.listen(on: address)
        try await other.connect(to: listener.address)
        #expect(
            await eventually {
                one.store.contents == other.store.contents
                    && one.store.contents[ben]?.count == 1_000
            })
        #expect(await eventually { one.isTold { $0 == .caughtUp } })
        #expect(await eventually { one.isTold { $0 == .otherCaughtUp } })
    }

    @Test("two devices that both send megabytes do not wait for each other")
    func bothSendMuch() async throws {
        let (one, other) = (try device(1), try device(2))
        one.store.add(FakeEvent.log(anna, 300, size: 40_000))
        other.store.add(FakeEvent.log(ben, 300, size: 40_000))
        let listener = try one.node.listen(on: .loopback())
        try await other.connect(to: listener.address)
        #expect(
            await eventually {
                one.store.contents[ben]?.count == 300 && other.store.contents[anna]?.count == 300
            })
        #expect(!one.isTold { if case .ended = $0 { true } else { false } })
    }

    @Test("a typed event is on the other device within 200 ms, through a third as well")
    func live() async throws {
        let devices = try (1...3).map { try device(UInt8($0)) }
        let first = try devices[0].node.listen(on: .loopback())
        let second = try devices[1].node.listen(on: .loopback())
        try await devices[1].connect(to: first.address)
        try await devices[2].connect(to: second.address)
        for device in devices {
            #expect(await eventually { device.isTold { $0 == .otherCaughtUp } })
        }
        let log = FakeEvent.log(anna, 20)
        var times: [Int64] = []
        for event in log {
            let start = MonotonicTime.now
            await devices[0].write([event])
            #expect(
                await eventually {
                    devices.allSatisfy { $0.store.contents[anna]?.contains(event.id) == true }
                })
            times.append(MonotonicTime.now - start)
        }
        times.sort()
        print("live: over two lines in \(times[0]) to \(times[19]) ms, \(times[10]) in the middle")
        // While other tests keep all threads busy, single ones take longer.
        #expect(times[2] <= 200)
        #expect(devices[2].store.with { $0.useless } == 0)
    }

    @Test("refusals are told on both sides")
    func refusals() async throws {
        let old = GroupKey.generate(group: TestDevice.group, epoch: 0, from: .system)
        let listening = try device(1)
        let listener = try listening.node.listen(on: .loopback())
        let stranger = try device(2, key: old)
        await #expect(throws: PeerDialError.refused(.unknownGroup)) {
            try await stranger.connect(to: listener.address)
        }
        let nobody = try device(3, key: nil)
        await #expect(throws: PeerDialError.noKey) {
            try await nobody.connect(to: listener.address)
        }
        for (number, reason) in [(4, PeerFarewell.removed), (5, .notAdmitted)] {
            let refused = try device(UInt8(number))
            listening.admission.set(refused.identity.publicKey, .refused(reason))
            try await refused.connect(to: listener.address)
            #expect(
                await eventually {
                    refused.isTold {
                        $0 == .ended(.there(code: reason.rawValue, text: reason.message))
                    }
                })
            #expect(
                await eventually {
                    listening.notices.contains {
                        if case .refused(_, reason) = $0 { true } else { false }
                    }
                })
        }
        let picky = try device(6, .refused(.removed))
        await #expect(throws: PeerDialError.refusedHere(.removed)) {
            try await picky.connect(to: listener.address)
        }
        listening.node.stopListening(listener)
        let closed = try PeerListener(.loopback()).address
        await #expect(throws: PeerDialError.self) { try await picky.connect(to: closed) }
    }

    @Test("a removal ends a session with the reason, an admission changes its lane")
    func reviews() async throws {
        let (one, other) = (try device(1), try device(2))
        one.admission.set(other.identity.publicKey, .lane(.joiner))
        let listener = try one.node.listen(on: .loopback())
        try await other.connect(to: listener.address)
        other.store.add(FakeEvent.log(ben, 3))
        #expect(await eventually { other.isTold { $0 == .otherCaughtUp } })
        await other.write([])
        one.admission.set(other.identity.publicKey, .lane(.member(ben)))
        await one.hub.review()
        #expect(await eventually { one.isTold { $0 == .lane(.member(ben)) } })
        await other.write(FakeEvent.log(ben, 4))
        #expect(await eventually { one.store.contents[ben]?.count == 4 })
        one.admission.set(other.identity.publicKey, .refused(.removed))
        await one.hub.review()
        #expect(
            await eventually {
                other.isTold {
                    $0 == .ended(.there(code: 4, text: PeerFarewell.removed.message))
                }
            })
        #expect(await eventually { await one.hub.sessions.isEmpty })
    }

    @Test("if both dial at once the session opened by the smaller store lives", arguments: 0..<5)
    func duplicates(round: Int) async throws {
        let (one, other) = (try device(1), try device(2))
        let first = try one.node.listen(on: .loopback())
        let second = try other.node.listen(on: .loopback())
        async let there: Int = one.connect(to: second.address)
        async let back: Int = other.connect(to: first.address)
        _ = try await (there, back)
        #expect(
            await eventually {
                let (ones, others) = (await one.hub.sessions, await other.hub.sessions)
                return ones.count == 1 && others.count == 1
            })
        await one.write(FakeEvent.log(anna, 3))
        #expect(await eventually { other.store.contents[anna]?.count == 3 })
        // Both may have had one session each before the second connection came.
        #expect(await eventually { await one.hub.sessions.count == 1 })
        try await one.connect(to: second.address)
        #expect(await eventually { await other.hub.sessions.count == 1 })
    }

    @Test("ending all sessions says so, and stopping cuts")
    func endings() async throws {
        let (one, other) = (try device(1), try device(2))
        let listener = try one.node.listen(on: .loopback())
        try await other.connect(to: listener.address)
        #expect(await eventually { other.isTold { $0 == .otherCaughtUp } })
        await one.hub.end()
        #expect(
            await eventually {
                other.isTold {
                    $0 == .ended(.there(code: 6, text: PeerFarewell.leaving.message))
                }
            })
        try await other.connect(to: listener.address)
        #expect(await eventually { await one.hub.sessions.count == 1 })
        one.node.stop()
        #expect(await eventually { other.isTold { $0 == .ended(.cut) } })
    }

    @Test("8 handshakes at once, 2 from one address, 64 sessions")
    func gate() throws {
        let near = try #require(PeerAddress("192.0.2.1:1"))
        let far = try #require(PeerAddress("[2001:db8::1]:1"))
        func admits(_ address: PeerAddress, _ shaking: [PeerAddress], _ sessions: Int = 0) -> Bool {
            PeerGate(shaking: shaking, sessions: sessions).admits(address)
        }
        #expect(admits(near, []))
        #expect(admits(near, [near.with(port: 2), far, far]))
        #expect(!admits(near, [near.with(port: 2), near.with(port: 3)]))
        let loopback = PeerAddress.loopback()
        #expect(admits(loopback, [PeerAddress](repeating: loopback, count: 7)))
        #expect(!admits(loopback, [PeerAddress](repeating: loopback, count: 8)))
        #expect(!admits(near, [PeerAddress](repeating: loopback, count: 8)))
        #expect(admits(near, [], 63))
        #expect(!admits(near, [], 64))
        #expect(PeerLimits.handshakeTime == 5_000 && PeerLimits.idleTime == 60_000)
    }

    @Test("addresses are read as they are written")
    func addresses() {
        for text in ["192.0.2.1:7117", "[2001:db8::1]:80", "[::]:1", "127.0.0.1:65535"] {
            #expect(PeerAddress(text)?.description == text)
        }
        #expect(PeerAddress("192.0.2.1")?.port == 7_117)
        #expect(PeerAddress("[::1]")?.isLoopback == true)
        #expect(PeerAddress("::1")?.description == "[::1]:7117")
        for bad in ["", "a", "1.2.3:4", "1.2.3.4:x", "1.2.3.4:65536", "[::1", "[::1]7", "1.2.3.4:"]
        {
            #expect(PeerAddress(bad) == nil, "\(bad)")
        }
        #expect(PeerAddress(host: [1, 2, 3], port: 1) == nil)
    }
}
