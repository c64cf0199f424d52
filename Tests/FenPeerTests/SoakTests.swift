import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// Four devices that write all the time while lines come and go.
@Suite("Soak", .serialized) struct SoakTests {
    @Test("four members, random disconnects: in the end all hold the same")
    func four() async throws {
        var random = SeededGenerator()
        let authors = (1...4).map { SessionTable.author(UInt8($0)) }
        let devices = try (1...4).map { try TestDevice(UInt8($0), authors: authors) }
        let addresses = try devices.map { try $0.node.listen(on: .loopback()).address }
        var logs: [FakeEvent?] = [nil, nil, nil, nil]
        for round in 0..<300 {
            let writer = random.below(4)
            let events = FakeEvent.log(
                authors[writer], 1 + random.below(4), after: logs[writer], mark: UInt8(writer))
            logs[writer] = events.last
            await devices[writer].write(events)
            if random.below(6) == 0 {
                let (one, other) = (random.below(4), random.below(4))
                if one != other { _ = try? await devices[one].connect(to: addresses[other]) }
            }
            if random.below(10) == 0 {
                let device = devices[random.below(4)]
                if let session = await device.hub.sessions.randomElement(using: &random) {
                    await device.hub.end(session)
                }
            }
            if round % 100 == 50 { for device in devices { await device.hub.end() } }
        }
        // A chain is enough for everything to come everywhere.
        for next in 1..<4 { _ = try? await devices[next].connect(to: addresses[next - 1]) }
        let isEqual = await eventually {
            devices.allSatisfy { $0.store.contents == devices[0].store.contents }
                && devices[0].store.contents.count == 4
        }
        let counts = devices.map { $0.store.contents.values.reduce(0) { $0 + $1.count } }
        #expect(isEqual, "\(counts), seed \(random.seed)")
        let useless = devices.map { $0.store.with { $0.useless } }
        print("soak: \(counts[0]) events, \(useless) came twice")
        for device in devices {
            #expect(
                !device.isTold {
                    if case .ended(.here(.misbehaved)) = $0 { true } else { false }
                })
        }
    }
}
