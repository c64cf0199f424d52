import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Devices that reach each other directly, without any store.
@Suite("laptop to laptop", .serialized)
struct PeerTests {
    @Test("with no store: an invite with addresses lets people in, and everything is everywhere")
    func atTheTable() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        let may = try await table.meet("May")
        #expect(try await bob.view(table.group).myStatus == .active)
        #expect(try await alice.connected(in: table.group).count == 2)

        try await table.spend("Bob", "Guinness", 2_160, among: ["Alice", "May"])
        _ = try await alice.postMessage("Cheers", in: table.group)
        try await table.settleDown(["Alice", "Bob", "May"])

        // Somebody joins through a member who is not the organiser, the organiser being reached.
        let through = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        let invite = try await alice.issueInvite(name: "Zoë", ttl: 1_800, in: table.group)
        try await table.settleDown(["Alice", "Bob", "May"])
        await alice.stopListening()
        let zoe = try await table.open("Zoë")
        _ = try await zoe.join(try await zoe.previewInvite(invite.link), folder: nil)
        let report = try await zoe.connect(to: through, in: table.group)
        #expect(report.peer.person?.name == "Bob")
        // Devices may be even before the organiser's has let her in.
        #expect(try await eventually { try await zoe.view(table.group).myStatus == .active })
        try await table.settleDown(["Alice", "Bob", "May", "Zoë"])

        // Who was away catches up from anyone.
        await table.close("May")
        try await table.spend("Alice", "Stew", 1_000, among: ["Bob"])
        let again = try await table.open("May")
        let caught = try await again.connect(to: through, in: table.group)
        #expect(caught.isCaughtUp && caught.isWhole)
        try await table.settleDown(["Alice", "Bob", "May", "Zoë"])
        _ = (place, may)
        await table.closeAll()
    }

    @Test("what is typed is on the other screen within 200 ms")
    func quick() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        try await table.settleDown(["Alice", "Bob"])
        var times: [Duration] = []
        for number in 1...9 {
            let before = try await bob.view(table.group)
            _ = before
            let arrived = Task {
                for await notice in bob.notices {
                    if case .arrived(_, let events) = notice,
                        events.contains(where: { $0.reference.seq > 0 })
                    {
                        return ContinuousClock.now
                    }
                }
                return ContinuousClock.now
            }
            let start = ContinuousClock.now
            try await table.spend("Alice", "Round \(number)", 100, among: ["Bob"])
            times.append(await arrived.value - start)
        }
        print("typed to arrived:", times.sorted()[4])
        await table.closeAll()
    }

    @Test("strangers, removed members and the wrong group are told why")
    func refusals() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        _ = try await alice.view(table.group)
        let stranger = try await table.open("Mallory")
        let euro = try #require(Currency(code: "EUR"))
        let other = try await stranger.createGroup(name: "Other", currency: euro)
        let refused = try await failure {
            _ = try await stranger.connect(to: place, in: other)
        }
        #expect(refused.code == "NOT_CONNECTED" && refused.status == .network)
        #expect(refused.message.contains("group"), "\(refused.message)")
        let nobody = try await failure {
            _ = try await bob.connect(to: "127.0.0.1:1", in: table.group)
        }
        #expect(nobody.message.contains("nobody listens there"))
        await table.closeAll()
    }

    @Test("holes are healed from whoever has them, both ways at once")
    func holes() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        for number in 1...6 {
            try await table.spend("Alice", "Round \(number)", 100, among: ["Bob"])
        }
        let path = try await table.logPath("Alice")
        let whole = try table.read(path)
        let lines = RandomGroup.lines(of: whole)
        // Bob reads the file with one hole, May with another, and then the file is gone.
        for (engine, hole) in [(bob, 3), (may, 5)] {
            var holed = lines
            holed.removeSubrange(lines.count - hole...lines.count - hole)
            try table.write(holed.flatMap(\.self), to: path)
            _ = try await engine.sync(in: table.group)
            #expect(try await !engine.gaps(in: table.group).isEmpty)
        }
        await table.close("Alice")
        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        let report = try await may.connect(to: place, in: table.group)
        #expect(report.isCaughtUp)
        try await table.settleDown(["Bob", "May"])
        #expect(try await bob.gaps(in: table.group).isEmpty)
        #expect(try await may.gaps(in: table.group).isEmpty)
        _ = alice
        await table.closeAll()
    }
}
