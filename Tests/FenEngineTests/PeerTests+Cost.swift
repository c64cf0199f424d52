import FenProtocol
import Foundation
import Testing

@testable import FenEngine

extension PeerTests {
    @Test("of a log with more holes than a frame can name, only what is missing goes over")
    func manyHoles() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        for number in 1...2 * PeerLimits.ranges + 40 {
            _ = try await alice.postMessage("Message \(number)", in: table.group)
        }
        let path = try await table.logPath("Alice")
        let whole = try table.read(path)
        let lines = RandomGroup.lines(of: whole)
        _ = try await bob.sync(in: table.group)
        let first = lines.count - 2 * PeerLimits.ranges - 30
        let kept = lines.enumerated().filter { index, _ in
            index < first || index % 2 == first % 2
        }
        let missing = lines.count - kept.count
        #expect(missing > PeerLimits.ranges)
        try table.write(kept.flatMap(\.element), to: path)
        _ = try await may.sync(in: table.group)
        let gaps = try await may.gaps(in: table.group)
        #expect(!gaps.isEmpty)
        await table.close("Alice")

        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        let report = try await may.connect(to: place, in: table.group)
        #expect(report.isCaughtUp && report.isWhole)
        #expect(report.peer.received == missing)
        #expect(try await bob.connected(in: table.group).first?.sent == missing)
        #expect(try await may.gaps(in: table.group).isEmpty)
        await table.closeAll()
    }
}
