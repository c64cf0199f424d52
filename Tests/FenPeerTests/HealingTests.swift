import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// What users of other replicating programs met (cases AC-10, AC-11, AC-12), over real sockets.
@Suite("Healing", .serialized) struct HealingTests {
    private let anna = SessionTable.author(1)
    private let ben = SessionTable.author(2)

    @Test("AC-10: a hole in the middle comes from whoever has it, and heals who had it too")
    func hole() async throws {
        let log = FakeEvent.log(anna, 10)
        let devices = try (1...3).map { try TestDevice(UInt8($0), authors: [anna]) }
        devices[0].store.add(log)
        devices[1].store.add(log.dropFirst())
        let addresses = try devices.prefix(2).map { try $0.node.listen(on: .loopback()).address }
        // The empty one asks the one with the hole first.
        try await devices[2].connect(to: addresses[1])
        #expect(await eventually { devices[2].store.contents[anna]?.count == 9 })
        try await devices[2].connect(to: addresses[0])
        #expect(
            await eventually {
                devices.allSatisfy { $0.store.contents == devices[0].store.contents }
            })
        #expect(devices[1].store.contents[anna]?.count == 10)
    }

    @Test("AC-11: a device that lost its data is filled again, whatever was remembered of it")
    func lostData() async throws {
        let whole = try TestDevice(1, authors: [anna, ben])
        let address = try whole.node.listen(on: .loopback()).address
        let before = try TestDevice(2, authors: [anna, ben])
        whole.store.add(FakeEvent.log(anna, 500))
        before.store.add(FakeEvent.log(ben, 300))
        try await before.connect(to: address)
        #expect(await eventually { before.store.contents == whole.store.contents })
        await before.hub.end()
        #expect(await eventually { await whole.hub.sessions.isEmpty })

        // The same database number even: a copy of an empty disk is no better than a new one.
        for number in [UInt8(2), 3] {
            let after = try TestDevice(number, authors: [anna, ben])
            try await after.connect(to: address)
            #expect(await eventually { after.store.contents == whole.store.contents })
            #expect(after.store.contents[ben]?.count == 300)
            await after.hub.end()
            #expect(await eventually { await whole.hub.sessions.isEmpty })
        }
    }

    @Test("AC-11: who lost its data is filled also while the old connection hangs")
    func lostDataWhileConnected() async throws {
        let whole = try TestDevice(1, authors: [anna])
        whole.store.add(FakeEvent.log(anna, 200))
        let address = try whole.node.listen(on: .loopback()).address
        let before = try TestDevice(2, authors: [anna])
        try await before.connect(to: address)
        #expect(await eventually { before.store.contents == whole.store.contents })
        let after = try TestDevice(2, authors: [anna])
        try await after.connect(to: address)
        #expect(await eventually { after.store.contents == whole.store.contents })
        await whole.write(FakeEvent.log(anna, 1, after: FakeEvent.log(anna, 200).last))
        #expect(await eventually { after.store.contents[anna]?.count == 201 })
    }

    @Test("AC-12: who claims and sends nothing, or closes in a record, holds up nobody")
    func stall() async throws {
        let device = try TestDevice(1, authors: [anna])
        let log = FakeEvent.log(anna, 50)
        device.store.add(log.prefix(7))
        let address = try device.node.listen(on: .loopback()).address
        let store = StoreID([UInt8](repeating: 77, count: 16)) ?? .zero
        let claim = PeerFrame.have(
            store: store,
            [anna: PeerHoldings(tips: log.suffix(1).map(\.head), claimed: 50)])
        let silent = try RawClient(address)
        #expect(try await silent.shake(.generate(), key: TestDevice.key))
        #expect(await silent.say(claim.encode()))
        #expect(
            await eventually { device.isTold { $0 == .notDelivered(anna, NumberSet([8...50])) } })

        let torn = try RawClient(address)
        #expect(try await torn.shake(.generate(), key: TestDevice.key))
        let other = StoreID([UInt8](repeating: 78, count: 16)) ?? .zero
        #expect(
            await torn.say(
                PeerFrame.have(
                    store: other,
                    [anna: PeerHoldings(tips: log.suffix(1).map(\.head), claimed: 50)]
                ).encode()))
        #expect(await torn.say(PeerFrame.events(log[7..<20].map(\.line)).encode()))
        await torn.tear()
        #expect(await eventually { device.store.contents[anna]?.count == 20 })

        let honest = try TestDevice(3, authors: [anna])
        honest.store.add(log)
        try await honest.connect(to: address)
        #expect(await eventually { device.store.contents == honest.store.contents })
        // What the torn one had brought did not come again.
        #expect(device.store.with { $0.useless } == 0)
    }

    @Test("a writer faster than any budget floods nobody: few pushes, no session ended")
    func fastWriter() async throws {
        let writer = try TestDevice(1, authors: [anna])
        let reader = try TestDevice(2, authors: [anna])
        try await reader.connect(to: try writer.node.listen(on: .loopback()).address)
        #expect(await eventually { await writer.hub.sessions.count == 1 })
        let log = FakeEvent.log(anna, PeerLimits.controlFrames * 2)
        for event in log { await writer.write([event]) }
        #expect(await eventually { reader.store.contents == writer.store.contents })
        for device in [writer, reader] {
            #expect(!device.isTold { if case .ended = $0 { true } else { false } })
        }
        let pushes = writer.events.count { if case .sent = $0 { true } else { false } }
        print("fast writer: \(log.count) events in \(pushes) batches")
        #expect(pushes < log.count / 4)
        // A single one goes at once.
        await writer.write(FakeEvent.log(anna, 1, after: log.last))
        #expect(await eventually { reader.store.contents == writer.store.contents })
    }
}
