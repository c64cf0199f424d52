import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// What one device brings is looked at when all of it is here.
@Suite("arriving together", .serialized)
struct ArrivingTogetherTests {
    @Test("two who answer one invite lead to a choice, in whatever order they come over")
    func twoOnOneInvite() async throws {
        let table = try await Table.make(withStore: false)
        var alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        let invite = try await alice.issueInvite(name: "Hal", ttl: 1_800, in: table.group)
        try await table.settleDown(["Alice", "Bob"])
        await table.close("Alice")
        let place = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        for name in ["Hal", "Ivy"] {
            let joiner = try await table.open(name)
            _ = try await joiner.join(try await joiner.previewInvite(invite.link), folder: nil)
            _ = try await joiner.connect(to: place, in: table.group)
            try await table.spend(name, "A first round", 100)
            try await table.settleDown([name, "Bob"])
        }
        alice = try await table.open("Alice")
        let heard = Heard(alice)
        _ = try await alice.connect(to: place, in: table.group)
        #expect(try await heard.hears { if case .waitingForChoice = $0 { true } else { false } })
        #expect(heard.count { if case .admitted = $0 { true } else { false } } == 0)
        let choice = try #require(try await alice.sync(in: table.group).choices.first)
        #expect(choice.name == "Hal" && choice.joiners.count == 2)
        await table.closeAll()
    }

    @Test("who comes by an invite for somebody else is let in, and the invite is named")
    func otherName() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let heard = Heard(alice)
        let invite = try await alice.issueInvite(name: "Hal", ttl: 1_800, in: table.group)
        let ivy = try await table.open("Ivy")
        _ = try await ivy.join(try await ivy.previewInvite(invite.link), folder: nil)
        let key = try await table.party("Ivy")
        #expect(
            try await heard.hears {
                if case .admitted(_, key, invitedAs: "Hal") = $0 { true } else { false }
            })
        await table.closeAll()
    }

    @Test("a fork that is acknowledged is not told to newcomers; one that is not, is")
    func forks() async throws {
        let table = try await Table.make(withStore: false, lab: true)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await alice.postMessage("One", in: table.group)
        _ = try await alice.labFork(in: table.group)
        func isFork(_ notice: Notice) -> Bool {
            if case .forked = notice { true } else { false }
        }
        func comes(_ name: String) async throws -> Heard {
            let invite = try await alice.issueInvite(name: name, ttl: 1_800, in: table.group)
            let engine = try await table.open(name)
            let heard = Heard(engine)
            _ = try await engine.join(try await engine.previewInvite(invite.link), folder: nil)
            _ = try await engine.connect(to: place, in: table.group)
            try await table.settleDown(["Alice", name])
            return heard
        }
        #expect(try await comes("Bob").hears(isFork))
        _ = try await alice.acknowledge(
            try await alice.gaps(in: table.group), in: table.group)
        let late = try await comes("May")
        #expect(try await late.hears { if case .arrived = $0 { true } else { false } })
        #expect(late.count(isFork) == 0, "\(late.notices)")
        #expect(try await table.open("May").view(table.group).gate.isEmpty)
        await table.closeAll()
    }
}
