import FenCrypto
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenPeer

/// Coming back in a group that has no store: the organiser's device alone lets somebody in again.
@Suite("back again without a store", .serialized)
struct ReturningByPeersTests {
    @Test(
        "a fresh invite leads to the organiser's device; what was written between counts nowhere",
        arguments: [false, true])
    func back(wasRemoved: Bool) async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        _ = try await table.meet("Bob")
        let may = try await table.meet("May")
        let place = try #require(try await may.listen(on: "127.0.0.1:0").first?.address)
        try await table.spend("Bob", "Before", 900, among: ["Alice", "May"])
        try await table.settleDown(["Alice", "Bob", "May"])
        let party = try await table.party("Bob")
        if wasRemoved {
            // He is away then, hears nothing of it, and writes on: more than a joiner may bring.
            await table.close("Bob")
            _ = try await alice.removeMember(party, in: table.group)
            for number in 1...70 { try await table.spend("Bob", "Between \(number)", 100) }
        } else {
            _ = try await table.open("Bob").leave(table.group)
        }
        #expect(
            try await eventually {
                let isUnfinished = try await alice.view(table.group).keys.isUnfinished
                let epoch = try await alice.writingEpoch(in: table.group)
                return !isUnfinished && epoch == 1
            })
        try await table.spend("Alice", "Without", 300, among: ["May"])
        try await table.settleDown(["Alice", "May"])
        let bob = try await table.open("Bob")
        let refused = try await failure {
            _ = try await bob.connect(to: place, in: table.group)
        }
        #expect(refused.message.contains("removed"), "\(refused.message)")
        #expect(try await table.expenses("Bob").contains("Without") == false)

        try await comeBack("Bob", to: alice, table)
        try await table.spend("Bob", "After", 600, among: ["Alice"])
        try await table.settleDown(["Alice", "Bob", "May"])
        for name in ["Alice", "May"] {
            #expect(try await table.expenses(name) == ["After", "Before", "Without"], "\(name)")
        }
        #expect(try await table.expenses("Bob").contains("Without"))
        for name in ["Alice", "Bob", "May"] {
            let person = try await table.open(name)
            #expect(try await person.view(table.group).gate.isEmpty, "\(name)")
            #expect(try await person.view(table.group).partial.isEmpty, "\(name)")
        }
        // Nobody asks anybody for what was left out.
        await table.close("Alice")
        let report = try await bob.connect(to: place, in: table.group)
        #expect(report.isCaughtUp && report.isWhole)
        #expect(
            try await eventually {
                try await bob.connected(in: table.group).contains { $0.isLevel }
            })
        try await table.expectSame(["Bob", "May"])
        await table.closeAll()
    }

    @Test("leaving once more asks for nothing, and a second coming back works as the first did")
    func twice() async throws {
        for withStore in [false, true] {
            let table = try await Table.make(withStore: withStore)
            let alice = try await table.open("Alice")
            if !withStore { _ = try await alice.listen(on: "127.0.0.1:0") }
            let bob = withStore ? try await table.join("Bob") : try await table.meet("Bob")
            for round in 1...2 {
                _ = try await bob.leave(table.group)
                if withStore { try await table.syncAll(["Alice", "Bob"]) }
                #expect(
                    try await eventually {
                        try await alice.writingEpoch(in: table.group) == UInt32(round)
                    })
                let view = try await bob.view(table.group)
                #expect(view.myStatus == .left && !view.isReturning && view.waitsFor == nil)
                if withStore { #expect(try await alice.sync(in: table.group).late.isEmpty) }
                try await comeBack("Bob", to: alice, table, withStore: withStore)
                try await table.spend("Bob", "Round \(round)", 100, among: ["Alice"])
            }
            if withStore { try await table.syncAll(["Bob", "Alice"]) }
            try await table.settleDown(["Alice", "Bob"])
            #expect(try await table.expenses("Alice") == ["Round 1", "Round 2"])
            await table.closeAll()
        }
    }

    @Test("an organiser who came later, and whom they never met, lets them in as well")
    func unknownOrganiser() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        try await table.spend("Bob", "Before", 100, among: ["Alice"])
        try await table.settleDown(["Alice", "Bob"])
        await table.close("Bob")
        _ = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        let zoe = try await table.meet("Zoe")
        _ = try await alice.handOver(to: try await table.party("Zoe"), in: table.group)
        try await table.settleDown(["Alice", "Zoe"])
        _ = try await zoe.listen(on: "127.0.0.1:0")
        _ = bob
        try await comeBack("Bob", to: zoe, table)
        try await table.spend("Bob", "After", 100, among: ["Zoe"])
        try await table.settleDown(["Alice", "Bob", "Zoe"])
        #expect(try await table.expenses("Alice") == ["After", "Before"])
        await table.closeAll()
    }

    @Test("only a fresh invite's key opens the organiser's door to them, and nobody else's")
    func verdicts() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        _ = try await table.meet("Bob")
        let may = try await table.meet("May")
        let key = try #require(try await table.key("Bob").x25519)
        func verdict(_ host: Engine, isNewest: Bool = true) async -> PeerVerdict {
            await host.verdict(
                on: PeerStranger(
                    key: key, group: table.group, hasNewestKey: isNewest, isDialled: false,
                    address: .loopback()))
        }
        // One that is open already, which he may have seen.
        _ = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group)
        _ = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        #expect(await verdict(alice) == .refused(.removed))
        _ = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await table.settleDown(["Alice", "May"])
        #expect(await verdict(alice) == .lane(.returner))
        #expect(await verdict(alice, isNewest: false) == .refused(.removed))
        #expect(await verdict(may) == .refused(.removed))
        _ = try await alice.revokeInvite("Bob", in: table.group)
        #expect(await verdict(alice) == .refused(.removed))
        _ = try await alice.issueInvite(name: "Bob", ttl: 60, in: table.group)
        table.clock.advance(seconds: 60 + 86_401)
        #expect(await verdict(alice) == .refused(.removed))
        await table.closeAll()
    }

    /// Lets somebody who has gone in again by a fresh invite.
    private func comeBack(
        _ name: String, to host: Engine, _ table: Table, withStore: Bool = false
    ) async throws {
        let person = try await table.open(name)
        let link = try await host.issueInvite(name: name, ttl: 1_800, in: table.group).link
        _ = try await person.join(
            try await person.previewInvite(link), folder: withStore ? table.storePath : nil)
        #expect(
            try await eventually {
                if withStore {
                    _ = try await host.sync(in: table.group)
                    _ = try await person.sync(in: table.group)
                }
                return try await person.view(table.group).myStatus == .active
            })
        #expect(try await person.view(table.group).isReturning == false)
    }
}
