import FenCrypto
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// What a watcher of connections sees.
@Suite("Watching", .serialized) struct WatchTests {
    private let anna = SessionTable.author(1)
    private let ben = SessionTable.author(2)

    @Test("both ends see the same steps, of as many bytes as went over the wire")
    func mirrored() async throws {
        let (one, other) = (
            try TestDevice(1, authors: [anna, ben]), try TestDevice(2, authors: [anna, ben])
        )
        one.store.add(FakeEvent.log(anna, 3_000))
        other.store.add(FakeEvent.log(ben, 20))
        let line = try CuttableLine(to: try one.node.listen(on: .loopback()).address.port)
        try await other.connect(to: .loopback(port: line.port))
        for device in [one, other] {
            #expect(await eventually { device.isTold { $0 == .otherCaughtUp } })
            #expect(await eventually { device.isTold { $0 == .caughtUp } })
        }
        await other.hub.end()
        #expect(await eventually { one.steps.last?.kind == "bye" })

        let (near, far) = (other.steps, one.steps)
        #expect(near.reduce(0) { $0 + $1.bytes } == line.carried)
        for goesOut in [true, false] {
            let said = near.filter { $0.isOutgoing == goesOut }
            let heard = far.filter { $0.isOutgoing != goesOut }
            #expect(said.map(\.kind) == heard.map(\.kind))
            #expect(said.map(\.bytes) == heard.map(\.bytes))
            #expect(said.map(\.counts) == heard.map(\.counts))
        }
        for steps in [near, far] {
            #expect(
                steps.prefix(4).map(\.kind) == [
                    "hello", "handshake-1", "handshake-2", "handshake-3",
                ])
            #expect(steps.prefix(4).map(\.bytes) == [37, 50, 98, 66])
            #expect(steps.allSatisfy { $0.group == TestDevice.group && $0.milliseconds >= 0 })
            #expect(Set(steps.map(\.connection)).count == 1)
            #expect(steps.map(\.milliseconds) == steps.map(\.milliseconds).sorted())
        }
        let events = near.filter { $0.kind == "events" && !$0.isOutgoing }
        #expect(events.reduce(0) { $0 + ($1.counts["events"] ?? 0) } == 3_000)
        let wanted = near.filter { $0.kind == "want" && $0.isOutgoing }
        #expect(wanted.reduce(0) { $0 + ($1.counts["numbers"] ?? 0) } == 3_000)
        let kinds = Set(near.map(\.kind))
        #expect(kinds.isSuperset(of: ["have", "want", "total", "events", "done", "bye"]))
    }

    @Test("a stranger's connection is seen as far as it came, and belongs to no group")
    func strangers() async throws {
        let listening = try TestDevice(1, authors: [anna])
        let old = GroupKey.generate(group: TestDevice.group, epoch: 0, from: .system)
        let stranger = try TestDevice(2, authors: [anna], key: old)
        let address = try listening.node.listen(on: .loopback()).address
        await #expect(throws: PeerDialError.refused(.unknownGroup)) {
            try await stranger.connect(to: address)
        }
        #expect(listening.steps.map(\.kind) == ["hello", "refusal"])
        #expect(listening.steps.map(\.bytes) == [37, 6])
        #expect(listening.steps.map(\.isOutgoing) == [false, true])
        #expect(listening.steps.allSatisfy { $0.group == nil })
        #expect(stranger.steps.map(\.kind) == ["hello", "handshake-1", "refusal"])
        #expect(stranger.steps.allSatisfy { $0.group == TestDevice.group })
    }

    @Test("a message that is no frame is seen as such, and the farewell after it")
    func unreadable() async throws {
        let device = try TestDevice(1, authors: [anna])
        let client = try RawClient(try device.node.listen(on: .loopback()).address)
        #expect(try await client.shake(.generate(), key: TestDevice.key))
        #expect(await client.say([0x80]))
        #expect(await eventually { device.steps.last?.kind == "bye" })
        let step = try #require(device.steps.first { $0.kind == "unreadable" })
        #expect(!step.isOutgoing && step.bytes == 1 + PeerLimits.frameOverhead)
        #expect(device.steps.last?.counts == ["code": UInt64(PeerFarewell.misbehaved.rawValue)])
    }
}
