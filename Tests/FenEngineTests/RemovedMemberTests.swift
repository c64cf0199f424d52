import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Somebody who was removed and keeps everything they ever held: keys, an open invite, the store.
@Suite("what a removed member can still do", .serialized)
struct RemovedMemberTests {
    @Test("with all they held they open nothing that is written later")
    func opensNothing() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        _ = try await table.join("May")
        try await table.spend("Alice", "Before", 500, among: ["Bob"])
        try await table.syncAll(["Bob", "May", "Alice"])
        let before = Set(try table.sealedEvents().map(\.id))

        let party = try await table.party("Bob")
        _ = try await alice.removeMember(party, in: table.group)
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        _ = try await table.open("May").sync(in: table.group)
        _ = try await table.open("May").postMessage("Is he gone?", in: table.group)
        _ = try await alice.rotateKey(in: table.group)
        try await table.spend("Alice", "Coffee", 300, among: ["May"])
        _ = try await table.join("Zoe")
        try await table.syncAll(["May", "Alice", "Zoe"])

        // Every key he held, everything that stands in a box anywhere, and his own pair.
        var keys = try await bob.heldKeys(in: table.group)
        let pair = try #require(await bob.boxOwner()).pair
        let later = try table.sealedEvents().filter { !before.contains($0.id) }
        #expect(later.count > 10)
        var opened: [Payload] = []
        var grows = true
        while grows {
            opened = later.compactMap { event in
                keys.lazy.compactMap { key in try? EventSeal.open(event, key: key) }.first
            }
            let found = opened.flatMap { Self.keys(in: $0, pair, of: table.group) }
            let fresh = found.filter { key in !keys.contains { $0.keyID == key.keyID } }
            keys += fresh
            grows = !fresh.isEmpty
        }
        // His removal, and the announcement of the new key.
        for payload in opened {
            switch payload {
            case .memberRemoved, .keyEpochUpdate: continue
            default: Issue.record("opened \(payload.kindName)")
            }
        }
        #expect(keys.count == 1)
        await table.closeAll()
    }

    /// The keys that stand in a payload in the open, or in a box that a pair opens.
    private static func keys(
        in payload: Payload, _ pair: AgreementKey, of group: GroupID
    ) -> [GroupKey] {
        var boxes: [(epoch: UInt32, box: [UInt8])] = []
        switch payload {
        case .keyHistory(let history):
            return [GroupKey(group: group, epoch: history.epoch, secret: history.key)]
                .compactMap(\.self)
        case .keyEpochUpdate(let update): boxes = update.wrapped.map { (update.epoch, $0.box) }
        case .keyRewrapped(let wrapped): boxes = [(wrapped.epoch, wrapped.box)]
        default: return []
        }
        return boxes.compactMap { epoch, box in
            (try? KeyWrap.unwrap(box, with: pair, context: .epoch(epoch), group: group)).flatMap {
                GroupKey(group: group, epoch: epoch, secret: $0)
            }
        }
    }

    @Test("peers give them nothing, under whichever key they dial")
    func nothingFromPeers() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        let may = try await table.meet("May")
        try await table.settleDown(["Alice", "Bob", "May"])
        let report = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        #expect(report.rotation.publication == .delivered, "May has it")
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        try await table.settleDown(["Alice", "May"])
        #expect(try await eventually { try await bob.connected(in: table.group).isEmpty })
        let stored = try await bob.log(in: table.group).count

        let refused = try await failure {
            _ = try await bob.connect(to: place, in: table.group)
        }
        #expect(refused.message.contains("removed"), "\(refused.message)")
        // Nor do they take anything where he listens and they dial him.
        let his = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        _ = try await failure { _ = try await may.connect(to: his, in: table.group) }
        #expect(try await bob.log(in: table.group).count == stored)
        let latest = try await bob.log(in: table.group)
        #expect(!latest.contains { $0.payload?.kindName == "ExpenseLogged" })
        await table.closeAll()
    }

    @Test("an invite from before lets nobody in by itself, and a new name with it learns nothing")
    func oldInvite() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        _ = bob
        // Bob has seen an invite that was meant for somebody else.
        let invite = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group)
        _ = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        try await table.spend("Alice", "Stew", 1_000)
        let mallory = try await table.open("Mallory")
        _ = try await mallory.join(
            try await mallory.previewInvite(invite.link), folder: table.storePath)
        let report = try await alice.sync(in: table.group)
        #expect(report.admitted.isEmpty)
        #expect(report.choices.first?.joiners.map(\.party) == [try await table.party("Mallory")])
        _ = try await mallory.sync(in: table.group)
        #expect(try await table.expenses("Mallory") == [])
        #expect(try await mallory.heldEpochs(in: table.group) == [0])
        await table.closeAll()
    }

    @Test("what they ask for is not answered, and what they write does not count")
    func asksInVain() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        try await table.syncAll(["Bob", "May", "Alice"])
        // Bob's program does not look: it goes on as if nothing had happened.
        let key = try #require(try await bob.heldKeys(in: table.group).first)
        let signer = try await bob.requireSigner()
        var tip = try #require(try await bob.tips(of: signer.publicKey, in: table.group).last)
        _ = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        var lines = try table.read(try await table.logPath("Bob"))
        for payload in [
            Payload.keyRewrapRequest(KeyRewrapRequest(epoch: 1)),
            .messagePosted(MessagePosted(text: "Still here")),
        ] {
            let event = try EventSeal.seal(
                payload: payload,
                draft: EventDraft(
                    seq: tip.seq + 1, lamport: 500 + tip.seq, createdAt: 0, prev: tip.id),
                key: key, signer: signer, entropy: .system)
            tip = event.head
            lines += EventLine.encode(event)
        }
        try table.write(lines, to: try await table.logPath("Bob"))
        try await table.syncAll(["Alice", "May"])
        table.clock.advance(seconds: 120)
        try await table.syncAll(["Alice", "May"])
        #expect(try await alice.payloads("KeyRewrapped", in: table.group).isEmpty)
        #expect(try await may.payloads("KeyRewrapped", in: table.group).isEmpty)
        #expect(try await alice.view(table.group).lateChanges == [table.party("Bob"): 2])
        try await table.expectSame(["Alice", "May"])
        await table.closeAll()
    }

    @Test("what was asked for ahead is not given by who has not heard of the leaving")
    func asksAhead() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        try await table.syncAll(["Bob", "May", "Alice"])
        _ = try await bob.write(
            .keyRewrapRequest(KeyRewrapRequest(epoch: 1)), in: table.group, withinPass: true)
        _ = try await bob.sync(in: table.group)
        let asked = try table.read(try await table.logPath("Bob"))
        _ = try await bob.leave(table.group)
        _ = try await bob.sync(in: table.group)
        let left = try table.read(try await table.logPath("Bob"))
        #expect(left.count > asked.count)
        // The organiser hears of it and changes the key; the store shows May the log from before.
        _ = try await alice.sync(in: table.group)
        try table.write(asked, to: try await table.logPath("Bob"))
        for _ in 0..<2 {
            _ = try await may.sync(in: table.group)
            table.clock.advance(seconds: 120)
        }
        #expect(try await may.heldEpochs(in: table.group).contains(1))
        let party = try await table.party("Bob")
        let bobs = try await may.view(table.group).members.first { $0.party == party }
        #expect(bobs?.status == .active)
        #expect(try await may.payloads("KeyRewrapped", in: table.group).isEmpty)
        try table.write(left, to: try await table.logPath("Bob"))
        try await table.syncAll(["Alice", "May"])
        try await table.expectSame(["Alice", "May"])
        await table.closeAll()
    }
}
