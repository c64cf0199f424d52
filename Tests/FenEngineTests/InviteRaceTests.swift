import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// One invite, two people, and nobody who could decide (case AC-20).
@Suite("two with one invite", .serialized)
struct InviteRaceTests {
    @Test("AC-20: both answer it at different members while the organiser is away: one winner")
    func race() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        let may = try await table.meet("May")
        let invite = try await alice.issueInvite(name: "Zoe", ttl: 1_800, in: table.group)
        try await table.settleDown(["Alice", "Bob", "May"])
        let atBob = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        let atMay = try #require(try await may.listen(on: "127.0.0.1:0").first?.address)
        await table.close("Alice")

        for (name, place, host) in [("Zoe", atBob, "Bob"), ("Eve", atMay, "May")] {
            let joiner = try await table.open(name)
            let preview = try await joiner.previewInvite(invite.link)
            _ = try await joiner.join(preview, folder: nil)
            _ = try await joiner.connect(to: place, in: table.group)
            try await table.settleDown([name, host])
        }
        let (zoe, eve) = (try await table.party("Zoe"), try await table.party("Eve"))
        #expect(try await bob.view(table.group).member(eve) == nil)
        #expect(try await may.view(table.group).member(zoe) == nil)

        // The two members meet: both wait, on every device, and nobody is in.
        _ = try await may.connect(to: atBob, in: table.group)
        try await table.settleDown(["Bob", "May", "Zoe", "Eve"])
        for name in ["Bob", "May", "Zoe", "Eve"] {
            let engine = try await table.open(name)
            // Devices are even before they have heard of whoever waits.
            #expect(
                try await eventually {
                    let view = try await engine.view(table.group)
                    return view.member(zoe)?.status == .pending
                        && view.member(eve)?.status == .pending
                })
            let view = try await engine.view(table.group)
            // The two who ask know that they are two.
            let asks = name == "Zoe" || name == "Eve"
            #expect(view.waitsFor == (asks ? .several : nil), "\(name)")
        }

        // The organiser comes back. Whether her device hears of both at once, and asks her, or of
        // one first, and lets that one in, is chance; either way there is one.
        let back = try await table.open("Alice")
        _ = try await back.connect(to: atBob, in: table.group)
        let all = ["Alice", "Bob", "May", "Zoe", "Eve"]
        try await table.settleDown(all)
        let invites = try await back.invites(in: table.group)
        let found = try #require(invites.first { $0.id == invite.id })
        var winner = zoe
        if case .used(let party) = found.status {
            winner = party
        } else {
            #expect(found.status == .open && Set(found.joiners.map(\.party)) == [zoe, eve])
            _ = try await back.admit(zoe, in: table.group)
            try await table.settleDown(all)
        }
        let (first, second) = winner == zoe ? (zoe, eve) : (eve, zoe)
        let names = winner == zoe ? ["Zoe", "Eve"] : ["Eve", "Zoe"]
        for name in all {
            let view = try await table.open(name).view(table.group)
            #expect(view.member(first)?.status == .active, "\(name)")
            #expect(view.member(second)?.status == .pending, "\(name)")
            // The other, and nobody else, is told that this invite lets them in no more.
            #expect(
                view.waitsFor == (name == names[1] ? .used(by: first) : nil), "\(name)")
        }
        let used = try await failure { _ = try await back.admit(second, in: table.group) }
        #expect(used.code == "INVITE_USED")
        #expect(used.message.contains("already used by \(names[0])"))
        await table.closeAll()
    }
}
