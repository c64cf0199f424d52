import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Who waits, why, and what they are told: through a store and from device to device.
@Suite("admission", .serialized)
struct AdmissionTests {
    @Test("through a store: whoever waits knows why, and everybody ends with the same roster")
    func waitingByStore() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")

        // Two with one invite: both know, and the one who is not chosen knows who was.
        let first = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group).link
        try await announce("Zoe", first, table)
        #expect(try await waits("Zoe", table) == .device)
        try await announce("Eve", first, table)
        for name in ["Zoe", "Eve"] { #expect(try await waits(name, table) == .several, "\(name)") }
        let zoe = try await table.party("Zoe")
        _ = try await alice.sync(in: table.group)
        _ = try await alice.admit(zoe, in: table.group)
        #expect(try await waits("Eve", table) == .used(by: zoe))
        #expect(try await waits("Zoe", table) == nil)

        // Taken back while somebody waits.
        let second = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group).link
        try await announce("May", second, table)
        _ = try await alice.revokeInvite("May", in: table.group)
        #expect(try await waits("May", table) == .revoked)

        // The organiser is away for more than a day after it ran out: she is asked.
        let third = try await alice.issueInvite(name: "Dana", ttl: 60, in: table.group).link
        try await announce("Dana", third, table)
        table.clock.advance(seconds: 60 + 86_400)
        #expect(try await waits("Dana", table) == .device)
        table.clock.advance(seconds: 1)
        #expect(try await waits("Dana", table) == .expired)
        let dana = try await table.party("Dana")
        #expect(try await alice.sync(in: table.group).choices.first?.joiners.map(\.party) == [dana])
        _ = try await alice.admit(dana, in: table.group)
        #expect(try await waits("Dana", table) == nil)

        // The key changes behind an invite; and then the role.
        let fourth = try await alice.issueInvite(name: "Finn", ttl: 1_800, in: table.group).link
        try await announce("Finn", fourth, table)
        _ = try await alice.rotateKey(in: table.group)
        #expect(try await waits("Finn", table) == .olderKey)
        let fifth = try await alice.issueInvite(name: "Gus", ttl: 1_800, in: table.group).link
        _ = try await alice.handOver(to: try await table.party("Bob"), in: table.group)
        try await announce("Gus", fifth, table)
        #expect(try await waits("Gus", table) == .formerOrganiser)
        #expect(try await table.open("Gus").view(table.group).needsFreshInvite)
        #expect(try await waits("Finn", table) == .olderKey, "he cannot read of it")
        try await table.syncAll(["Alice", "Bob", "Zoe", "Dana"], times: 3)
        try await table.expectSame(["Alice", "Bob", "Zoe", "Dana"])
        await table.closeAll()
    }

    @Test("from device to device: the same, while the organiser is away", arguments: [23, 25])
    func waitingByPeers(hours: Int64) async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        let link = try await alice.issueInvite(name: "Zoe", ttl: 60, in: table.group).link
        let other = try await alice.issueInvite(name: "May", ttl: 60, in: table.group).link
        try await table.settleDown(["Alice", "Bob"])
        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        await table.close("Alice")
        for (name, link) in [("Zoe", link), ("May", other)] {
            let person = try await table.open(name)
            _ = try await person.join(try await person.previewInvite(link), folder: nil)
            _ = try await person.connect(to: place, in: table.group)
            try await table.settleDown([name, "Bob"])
            #expect(try await person.view(table.group).waitsFor == .device)
        }
        let zoe = try await table.open("Zoe")
        table.clock.advance(seconds: 60 + hours * 3_600)
        #expect(try await zoe.view(table.group).waitsFor == (hours > 24 ? .expired : .device))

        // She is back, takes one of them back before anybody reaches her, and then meets Bob. An
        // invite that ran out less than a day ago lets in by itself.
        let back = try await table.open("Alice")
        let record = try #require(
            try await back.invites(in: table.group).first { $0.name == "May" })
        #expect(record.status == .expired)
        _ = try await back.revokeInvite("May", in: table.group)
        _ = try await back.connect(to: place, in: table.group)
        try await table.settleDown(["Alice", "Bob"])
        let party = try await table.party("Zoe")
        if hours > 24 {
            let waiting = try await back.invites(in: table.group).first { $0.name == "Zoe" }
            #expect(waiting?.joiners.first?.party == party)
            #expect(try await back.view(table.group).member(party)?.status == .pending)
            _ = try await back.admit(party, in: table.group)
        }
        #expect(
            try await eventually {
                try await bob.view(table.group).member(party)?.status == .active
            })
        if try await zoe.connected(in: table.group).isEmpty {
            _ = try await zoe.connect(to: place, in: table.group)
        }
        try await table.settleDown(["Alice", "Bob", "Zoe"])
        #expect(try await zoe.view(table.group).waitsFor == nil)
        let may = try await table.open("May")
        #expect(try await eventually { try await may.view(table.group).waitsFor == .revoked })
        try await table.expectSame(["Alice", "Bob", "Zoe"])
        await table.closeAll()
    }

    @Test("one through the store, one through a member's device: the organiser chooses")
    func bothWays() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let link = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group).link
        _ = try await bob.sync(in: table.group)
        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        try await announce("Zoe", link, table)
        // Eve's request gets lost in the store, before anybody has seen it.
        try await announce("Eve", link, table)
        try FileManager.default.removeItem(atPath: try await table.logPath("Eve"))
        let eve = try await table.open("Eve")
        _ = try await eve.connect(to: place, in: table.group)
        let parties = [try await table.party("Zoe"), try await table.party("Eve")]
        #expect(
            try await eventually { try await bob.view(table.group).member(parties[1]) != nil })
        _ = try await bob.sync(in: table.group)
        // What came by a device is put into the store for those who do not reach it.
        _ = try await alice.connect(to: place, in: table.group)
        #expect(
            try await eventually {
                _ = try await alice.sync(in: table.group)
                return try await alice.invites(in: table.group).first { $0.name == "Zoe" }?
                    .joiners.count == 2
            })
        for party in parties {
            #expect(try await alice.view(table.group).member(party)?.status == .pending)
        }
        _ = try await alice.admit(parties[0], in: table.group)
        try await table.syncAll(["Alice", "Bob", "Zoe"])
        #expect(
            try await eventually {
                try await eve.view(table.group).waitsFor == .used(by: parties[0])
            })
        try await table.expectSame(["Alice", "Bob", "Zoe"])
        await table.closeAll()
    }

    @Test("a member who brings a second key in by somebody else's invite is seen, and told on")
    func secondKey() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let link = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group).link
        // With his own key he uses nothing up: he is in.
        _ = try await bob.join(try await bob.previewInvite(link), folder: table.storePath)
        #expect(try await alice.sync(in: table.group).admitted.isEmpty)
        // With another key he is a joiner like any other, and the invite lets one in.
        try await announce("Bob2", link, table)
        let second = try await table.party("Bob2")
        let report = try await alice.sync(in: table.group)
        #expect(report.admitted == [second] && report.invitedAs[second] == "Zoe")
        try await announce("Zoe", link, table)
        #expect(try await waits("Zoe", table) == .used(by: second))
        let late = try await alice.sync(in: table.group).late
        #expect(late.map(\.party) == [try await table.party("Zoe")])
        // Whom the organiser never meant to let in she removes, and Zoe comes by one of her own.
        _ = try await alice.removeMember(second, in: table.group)
        _ = try await table.join("Zoe")
        try await table.syncAll(["Bob", "Zoe", "Alice", "Bob2"])
        try await table.expectSame(["Alice", "Bob", "Zoe"])
        #expect(try await alice.view(table.group).members.count { $0.status == .active } == 3)
        await table.closeAll()
    }

    @Test("one key from two homes is one member, who has announced themselves once")
    func twoHomes() async throws {
        for withStore in [true, false] {
            let table = try await Table.make(withStore: withStore)
            let alice = try await table.open("Alice")
            let bob = try await table.open("Bob")
            let words = try await bob.phrase()
            let empty = try await BackupTests.emptyHome("Desk", of: table)
            _ = try await empty.restoreIdentity(words: words, name: "Bob")
            await empty.close()
            let desk = try await table.open("Desk")
            let link = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group).link
            let folder = withStore ? table.storePath : nil
            _ = try await bob.join(try await bob.previewInvite(link), folder: folder)
            if withStore {
                _ = try await desk.join(try await desk.previewInvite(link), folder: folder)
                _ = try await alice.sync(in: table.group)
                try await table.syncAll(["Bob", "Desk"])
            } else {
                // With nobody to ask, the second home does not risk a number that was used.
                let refused = try await failure {
                    _ = try await desk.join(try await desk.previewInvite(link), folder: nil)
                }
                #expect(refused.code == "OWN_TAIL_UNKNOWN")
                let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
                _ = try await bob.connect(to: place, in: table.group)
                try await table.settleDown(["Alice", "Bob"])
                _ = try await desk.connect(to: place, in: table.group)
                _ = try await desk.join(try await desk.previewInvite(link), folder: nil)
                try await table.settleDown(["Alice", "Bob", "Desk"])
            }
            #expect(try await desk.view(table.group).myStatus == .active)
            let joined = try await alice.log(in: table.group).count {
                $0.kindName == "MemberJoined"
            }
            #expect(joined == 1)
            #expect(try await alice.view(table.group).members.count { $0.status == .active } == 2)
            #expect(try await alice.view(table.group).gate.isEmpty)
            try await table.expectSame(["Alice", "Bob", "Desk"])
            await table.closeAll()
        }
    }

    private func announce(_ name: String, _ link: String, _ table: Table) async throws {
        let engine = try await table.open(name)
        _ = try await engine.join(try await engine.previewInvite(link), folder: table.storePath)
    }

    /// Why somebody waits, once they have looked into the store.
    private func waits(_ name: String, _ table: Table) async throws -> AdmissionWait? {
        let engine = try await table.open(name)
        _ = try await engine.sync(in: table.group)
        return try await engine.view(table.group).waitsFor
    }
}
