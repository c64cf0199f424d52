import FenCrypto
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Coming back after the key has changed, and keys that come the long way.
@Suite("a changed key", .serialized)
struct RotationTests {
    @Test(
        "whoever was away through one or five changes catches up from the store", arguments: [1, 5])
    func away(_ count: Int) async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        _ = try await table.join("May")
        try await table.syncAll(["Bob", "May"])
        await table.close("May")
        for number in 1...count {
            let report = try await alice.rotateKey(in: table.group)
            #expect(report.epoch == UInt32(number) && report.publication == .published)
            try await table.spend("Alice", "Stew \(number)", 1_000, among: ["Bob"])
            try await table.spend("Bob", "Tea \(number)", 200, among: ["Alice"])
            try await table.syncAll(["Bob", "Alice"])
        }
        let may = try await table.open("May")
        // What she logs before she hears of it is under the old key, and everybody can read it.
        try await table.spend("May", "Offline", 300, among: ["Bob"])
        _ = try await may.sync(in: table.group)
        #expect(try await may.heldEpochs(in: table.group) == Array(0...UInt32(count)))
        try await table.spend("May", "Online", 300, among: ["Bob"])
        #expect(try await may.writingEpoch(in: table.group) == UInt32(count))
        try await table.syncAll(["Alice", "Bob", "May"])
        #expect(try await table.expenses("Bob").count == 2 * count + 2)
        try await table.expectSame(["Alice", "Bob", "May"])
        #expect(try await may.payloads("KeyRewrapRequest", in: table.group).isEmpty)
        #expect(try await may.rebuild(in: table.group).wasSame)
        await table.closeAll()
    }

    @Test(
        "and from another device, which dials under the newest key or is dialled under an old one")
    func awayAtTheTable() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        _ = try await table.meet("May")
        try await table.settleDown(["Alice", "Bob", "May"])
        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        for isDialled in [false, true] {
            await table.close("May")
            for _ in 1...3 { _ = try await alice.rotateKey(in: table.group) }
            try await table.spend("Alice", "Stew", 1_000, among: ["Bob"])
            try await table.settleDown(["Alice", "Bob"])
            let may = try await table.open("May")
            if isDialled {
                let hers = try #require(try await may.listen(on: "127.0.0.1:0").first?.address)
                _ = try await bob.connect(to: hers, in: table.group)
            } else {
                _ = try await may.connect(to: place, in: table.group)
            }
            try await table.settleDown(["Alice", "Bob", "May"])
            #expect(try await may.writingEpoch(in: table.group) == (isDialled ? 6 : 3))
        }
        await table.closeAll()
    }

    @Test("who comes by an invite from before the change gets the newer keys with the admission")
    func oldInvite() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        for _ in 1...2 { _ = try await alice.rotateKey(in: table.group) }
        try await table.spend("Alice", "Stew", 1_000)
        let bob = try await table.open("Bob")
        _ = try await bob.join(try await bob.previewInvite(invite.link), folder: table.storePath)
        try await table.spend("Bob", "Waiting", 100, among: ["Alice"])
        // An invite older than the newest key: a person says yes.
        let report = try await alice.sync(in: table.group)
        #expect(report.choices.count == 1)
        let view = try await bob.view(table.group)
        #expect(view.partial.unopened > 0 || view.myStatus == .pending)
        _ = try await alice.admit(try await table.party("Bob"), in: table.group)
        try await table.syncAll(["Bob", "Alice"])
        #expect(try await bob.view(table.group).myStatus == .active)
        #expect(try await bob.heldEpochs(in: table.group) == [0, 1, 2])
        #expect(try await table.expenses("Bob") == ["Stew", "Waiting"])
        #expect(try await bob.view(table.group).keys.lacking == [])
        try await table.expectSame(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("a wrong box is named and does no harm: the key is asked for, and comes from a member")
    func wrongBox() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let (bob, may) = (try await table.join("Bob"), try await table.join("May"))
        _ = try await table.join("Zoe")
        try await table.syncAll(["Bob", "May", "Zoe", "Alice"])
        var update = try await alice.draftUpdate(in: table.group)
        let mine = try await table.key("May")
        let place = try #require(update.wrapped.firstIndex { $0.member == mine })
        update.wrapped[place].box = try await alice.wrongBox(epoch: 1, for: mine, in: table.group)
        try await alice.slip(.keyEpochUpdate(update), in: table.group)
        try await table.spend("Alice", "Stew", 1_000, among: ["Bob", "May"])
        _ = try await alice.sync(in: table.group)
        await table.close("Alice")
        try await table.syncAll(["Bob"])

        let told = try await notices(may) {
            _ = try await may.sync(in: table.group)
            let standing = try await may.view(table.group).keys
            #expect(standing.lacking == [1] && standing.askedAt != nil)
            #expect(standing.wrongFrom == [try await table.party("Alice")])
            #expect(try await may.view(table.group).partial.unopened > 0)
            #expect(try await table.expenses("May") == [])
            _ = try await may.sync(in: table.group)
            #expect(
                try await may.payloads("KeyRewrapRequest", in: table.group).count == 1, "once")
        }
        let wrong = told.filter { if case .wrongKey = $0 { true } else { false } }
        #expect(wrong.count == 1)

        // Zoe answers wrongly, at once; the organiser is away, so Bob's device waits a moment.
        let zoe = try await table.open("Zoe")
        _ = try await zoe.sync(in: table.group)
        let request = try #require(
            try await zoe.log(in: table.group).first { $0.kindName == "KeyRewrapRequest" })
        try await zoe.slip(
            .keyRewrapped(
                KeyRewrapped(
                    epoch: 1, member: mine,
                    box: try await zoe.wrongBox(epoch: 1, for: mine, in: table.group),
                    request: request.id)),
            in: table.group, under: 0)
        await table.close("May")
        let again = try await table.open("May")
        _ = try await again.sync(in: table.group)
        #expect(
            try await again.view(table.group).keys.wrongFrom
                == [try await table.party("Alice"), try await table.party("Zoe")].sorted())
        _ = try await bob.sync(in: table.group)
        table.clock.advance(seconds: 61)
        _ = try await bob.sync(in: table.group)
        _ = try await again.sync(in: table.group)
        let after = try await again.view(table.group)
        #expect(after.keys.lacking == [] && after.keys.wrongFrom == [] && after.partial.isEmpty)
        #expect(try await table.expenses("May") == ["Stew"])
        // Everybody answers once: also after the organiser is back.
        try await table.syncAll(["Alice", "Bob", "Zoe", "May"], times: 3)
        table.clock.advance(seconds: 61)
        try await table.syncAll(["Alice", "Bob", "Zoe", "May"], times: 3)
        let answers = try await again.log(in: table.group)
            .filter { $0.kindName == "KeyRewrapped" }.map(\.reference.author)
        #expect(Set(answers).count == answers.count)
        try await table.expectSame(["Alice", "Bob", "Zoe", "May"])
        await table.closeAll()
    }

    @Test("a fresh invite link brings the key as well")
    func freshLink() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let may = try await table.join("May")
        var update = try await alice.draftUpdate(in: table.group)
        let own = try await table.key("Alice")
        update.wrapped.removeAll { $0.member != own }
        try await alice.slip(.keyEpochUpdate(update), in: table.group)
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        let link = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group).link
        _ = try await may.join(try await may.previewInvite(link), folder: table.storePath)
        _ = try await may.sync(in: table.group)
        #expect(try await table.expenses("May") == ["Stew"])
        #expect(try await may.payloads("MemberJoined", in: table.group).count == 1)
        try await table.syncAll(["Alice", "May"])
        try await table.expectSame(["Alice", "May"])
        await table.closeAll()
    }

    @Test("two devices of the organiser change it at once: both keys stay good")
    func twoAtOnce() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let (bob, may) = (try await table.join("Bob"), try await table.join("May"))
        _ = alice
        try await table.syncAll(["Bob", "May", "Alice"])
        await table.close("Alice")
        // Copied while closed: two lives of one home, each with the same number to give next.
        let copy = table.homePath("Alice 2")
        try FileManager.default.copyItem(atPath: table.homePath("Alice"), toPath: copy)
        let first = try await table.open("Alice")
        _ = try await first.rotateKey(in: table.group)
        try await table.spend("Alice", "At home", 500, among: ["Bob"])
        _ = try await bob.sync(in: table.group)
        // The other life reads another copy of the store, as one does whose sync tool is behind.
        let log = try await table.logPath("Alice")
        let theirs = try table.read(log)
        let lines = RandomGroup.lines(of: theirs)
        let known = try await table.linesBeforeRotation(lines)
        try table.write(known.joined(), to: log)
        let second = try await table.open("Alice 2")
        _ = try await second.rotateKey(in: table.group)
        try await table.spend("Alice 2", "On the way", 700, among: ["Bob"])
        _ = try await may.sync(in: table.group)
        await table.close("Alice 2")
        // Both are in the store now.
        let others = RandomGroup.lines(of: try table.read(log)).dropFirst(known.count)
        try table.write((lines + others).joined(), to: log)
        await table.close("Alice")
        try await table.syncAll(["Bob", "May"])
        for (name, engine) in [("Bob", bob), ("May", may)] {
            let keys = try await engine.heldKeys(in: table.group)
            #expect(keys.map(\.epoch).sorted() == [0, 1, 1], "\(name)")
            #expect(try await table.expenses(name) == ["At home", "On the way"])
            #expect(try await engine.view(table.group).partial.unopened == 0)
        }
        // Both write under the same one of the two.
        try await table.spend("Bob", "Bob's", 100)
        try await table.spend("May", "May's", 100)
        try await table.syncAll(["Bob", "May"])
        let names = try table.sealedEvents().filter { $0.header.seq > 1 && $0.header.epoch == 1 }
        let bobs = try await table.key("Bob")
        let mays = try await table.key("May")
        #expect(
            Set(names.filter { [bobs, mays].contains($0.header.author) }.map(\.header.keyID)).count
                == 1)
        try await table.expectSame(["Bob", "May"])
        await table.closeAll()
    }
}

extension Table {
    /// The lines up to the first that changes the key.
    func linesBeforeRotation(_ lines: [[UInt8]]) async throws -> [[UInt8]] {
        let alice = try await open("Alice")
        let update = try #require(
            try await alice.log(in: group).first { $0.kindName == "KeyEpochUpdate" })
        return try Array(
            lines.prefix { line in
                try EventLine.decode(Array(line.dropLast()), group: group).id != update.id
            })
    }
}
