import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// A transfer that is cut anywhere goes on from what was stored.
@Suite("Cuts", .serialized) struct CutTests {
    @Test("cut at every byte of the handshake and at many after it, all comes over in the end")
    func cuts() async throws {
        let anna = SessionTable.author(1)
        let ben = SessionTable.author(2)
        let (one, other) = (
            try TestDevice(1, authors: [anna, ben]), try TestDevice(2, authors: [anna, ben])
        )
        one.store.add(FakeEvent.log(anna, 3_000))
        other.store.add(FakeEvent.log(ben, 2_000))
        let address = try one.node.listen(on: .loopback()).address
        let line = try CuttableLine(to: address.port)
        // Opening and first message 87, second 98, third 66 bytes; then frames of all kinds.
        let places =
            [Int](1...260) + (261..<700).filter { $0 % 37 == 0 }
            + [1_000, 5_000, 20_000, 61_000, 66_000, 90_000, 150_000, 200_000]
        for (number, place) in places.enumerated() {
            line.cut(after: place)
            _ = try? await other.connect(to: .loopback(port: line.port))
            #expect(await eventually { line.cuts == number + 1 }, "at byte \(place)")
            _ = await eventually(within: 2_000) {
                let sessions = (await one.hub.sessions, await other.hub.sessions)
                return sessions.0.isEmpty && sessions.1.isEmpty
            }
        }
        #expect(line.carried == places.reduce(0, +))
        let kept = other.store.contents[anna]?.count ?? 0
        #expect(kept > 0 && kept < 3_000)
        print("cuts: \(kept) of 3,000 events were kept over \(places.count) cuts")
        try await other.connect(to: address)
        #expect(await eventually { one.store.contents == other.store.contents })
        #expect(one.store.contents[ben]?.count == 2_000)
        // Nothing that was stored came again, but for what was on its way in a cut.
        #expect(other.store.with { $0.useless } == 0)
    }
}
