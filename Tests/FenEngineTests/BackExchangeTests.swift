import FenMoney
import FenProtocol
import Testing

@testable import FenEngine

/// Back in with a member's help: what the two devices take from each other, and what they refuse.
@Suite("back in: the exchange", .serialized)
struct BackExchangeTests {
    private func two(withStore: Bool = true) async throws -> (table: Table, old: PartyID) {
        let table = try await Table.make(withStore: withStore)
        if withStore {
            _ = try await table.join("Bob")
        } else {
            _ = try await table.open("Alice").listen(on: "127.0.0.1:0")
            _ = try await table.meet("Bob")
        }
        return (table, try await table.party("Bob"))
    }

    @Test("a wrong code ends the request; nothing is handed over by it any more")
    func wrongCode() async throws {
        let (table, old) = try await two()
        let (id, code) = try await table.ask("New", as: "Bob", helper: "Alice")
        let alice = try await table.open("Alice")
        for bad in ["12345", "12345a", ""] {
            #expect(try await failure { try await alice.tryCode(bad, of: id) }.code == "BAD_CODE")
        }
        #expect(
            try await failure { _ = try await alice.handOver(to: old, for: id) }.code == "NO_CODE")
        let wrong = code == "000000" ? "000001" : "000000"
        #expect(try await failure { try await alice.tryCode(wrong, of: id) }.code == "WRONG_CODE")
        // The right one comes too late, also in another process of the same home.
        await table.close("Alice")
        let again = try await table.open("Alice")
        #expect(try await failure { try await again.tryCode(code, of: id) }.code == "BACK_BURNT")
        #expect(
            try await failure { _ = try await again.handOver(to: old, for: id) }.code
                == "BACK_BURNT")
        #expect(try await again.payloads("MemberRekeyed", in: table.group).isEmpty)
        await table.closeAll()
    }

    @Test("a request takes one answer, and an answer is given once")
    func oneAnswer() async throws {
        let (table, _) = try await two()
        _ = try await table.join("May")
        let new = try await table.open("New")
        let request = try await new.askBack(name: "Bob")
        let first = try await table.open("Alice").help(request.link)
        let again = try await table.open("Alice").help(request.link)
        #expect(first.link == again.link)
        let second = try await table.open("May").help(request.link)
        guard case .code(let code) = try await new.takeBack(first.link) else { return }
        // The same answer, shown twice, shows the same digits; another one shows none.
        guard case .code(let same) = try await new.takeBack(first.link) else { return }
        #expect(same == code)
        #expect(
            try await failure { _ = try await new.takeBack(second.link) }.code == "BACK_ANSWERED")
        #expect(try await new.backCode() == code)
        #expect(
            try await failure { _ = try await table.open("May").help(code.link) }.code
                == "BACK_MISMATCH")
        #expect(
            try await failure { _ = try await new.takeBack(request.link) }.code
                == "BACK_OTHER_SIDE")
        // A new request is worth something, the old one nothing.
        _ = try await new.askBack(name: "Bob")
        #expect(
            try await failure { _ = try await new.takeBack(first.link) }.code
                == "BACK_OTHER_REQUEST")
        await table.closeAll()
    }

    @Test("an expired request is refused at every step, by both")
    func expiry() async throws {
        let (table, old) = try await two()
        let new = try await table.open("New")
        let alice = try await table.open("Alice")
        let late = try await new.askBack(name: "Bob")
        table.clock.advance(seconds: 901)
        #expect(try await failure { _ = try await alice.help(late.link) }.code == "BACK_EXPIRED")

        let answered = try await new.askBack(name: "Bob")
        let answer = try await alice.help(answered.link)
        table.clock.advance(seconds: 901)
        #expect(
            try await failure { _ = try await new.takeBack(answer.link) }.code == "BACK_EXPIRED")

        let (id, code) = try await table.ask("New", as: "Bob", helper: "Alice")
        table.clock.advance(seconds: 901)
        #expect(
            try await failure { try await alice.tryCode(code, of: id) }.code == "BACK_EXPIRED")

        let (other, right) = try await table.ask("New", as: "Bob", helper: "Alice")
        try await alice.tryCode(right, of: other)
        table.clock.advance(seconds: 901)
        #expect(
            try await failure { _ = try await alice.handOver(to: old, for: other) }.code
                == "BACK_EXPIRED")

        let (last, digits) = try await table.ask("New", as: "Bob", helper: "Alice")
        try await alice.tryCode(digits, of: last)
        let report = try await alice.handOver(to: old, for: last)
        table.clock.advance(seconds: 901)
        #expect(
            try await failure { _ = try await new.takeBack(report.link) }.code == "BACK_EXPIRED")
        // A clock that is far ahead makes no request that lives for long.
        table.clock.advance(seconds: 4_000)
        let ahead = try await new.askBack(name: "Bob")
        table.clock.advance(seconds: -4_000)
        #expect(try await failure { _ = try await alice.help(ahead.link) }.code == "BACK_CLOCK")
        await table.closeAll()
    }

    @Test("somebody who asks a member in another's name shows their own digits, and no other's")
    func between() async throws {
        let (table, _) = try await two()
        let new = try await table.open("New")
        let mallory = try await table.open("Mallory")
        _ = try await mallory.createGroup(name: "Trap", currency: table.euro)
        let alice = try await table.open("Alice")
        let request = try await new.askBack(name: "Bob")
        // Mallory shares no group with anybody, so her device refuses; she has to write her own.
        #expect(
            try await failure { _ = try await mallory.help(request.link) }.code
                == "NOBODY_TO_HELP")
        // She asks Alice in Bob's name: the digits are hers, and Bob's device never shows them.
        let own = try await mallory.askBack(name: "Bob")
        let answer = try await alice.help(own.link)
        guard case .code(let hers) = try await mallory.takeBack(answer.link) else { return }
        #expect(
            try await failure { _ = try await new.takeBack(answer.link) }.code
                == "BACK_OTHER_REQUEST")
        #expect(
            try await failure { _ = try await new.takeBack(hers.link) }.code == "BACK_OTHER_SIDE")
        #expect(try await new.backCode() == nil)
        await table.closeAll()
    }

    @Test("handed over once more the same groups come, and taking them twice changes nothing")
    func again() async throws {
        let (table, old) = try await two()
        let (report, taken) = try await table.helpBack(
            "New", as: "Bob", old: old, helper: "Alice")
        #expect(taken.lacking.isEmpty)
        let alice = try await table.open("Alice")
        let new = try await table.open("New")
        #expect(
            try await failure { _ = try await new.takeBack(report.link) }.code == "NO_REQUEST")
        #expect(try await alice.payloads("MemberRekeyed", in: table.group).count == 1)
        // A second member's help brings only the keys again.
        #expect(
            try await failure {
                try await table.helpBack("New", as: "Bob", old: old, helper: "Alice")
            }.code == "NO_SHARED_GROUP")
        await table.closeAll()
    }

    @Test("a shared folder that is not found waits, and is taken when it is")
    func folder() async throws {
        let (table, old) = try await two()
        let (id, code) = try await table.ask("New", as: "Bob", helper: "Alice")
        let alice = try await table.open("Alice")
        try await alice.tryCode(code, of: id)
        let report = try await alice.handOver(to: old, for: id)
        let new = try await table.open("New")
        _ = try await new.takeBack(report.link)
        for folder in [nil, table.folder.file("nowhere")] {
            let taken = try await new.takeOfferedGroups(folder: folder)
            #expect(taken == BackTaken(groups: [], lacking: ["Dublin4Ever"]))
        }
        #expect(try await new.groups().isEmpty)
        let taken = try await new.takeOfferedGroups(folder: table.storePath)
        #expect(taken == BackTaken(groups: [table.group], lacking: []))
        #expect(try await new.offeredBack() == nil)
        await table.closeAll()
    }

    @Test("over the network the messages go by themselves, in a group without a store")
    func overTCP() async throws {
        let (table, old) = try await two(withStore: false)
        await table.close("Bob")
        let new = try await table.open("New")
        _ = try await new.listen(on: "127.0.0.1:0")
        let request = try await new.askBack(name: "Bob")
        #expect(request.addresses.count == 1)
        let alice = try await table.open("Alice")
        let standing = try await alice.help(request.link)
        #expect(standing.stage == .code && standing.isOnLine && standing.unreached == nil)
        let code = try #require(try await new.backCode())
        #expect(standing.newTag == (try await table.key("New")).tag)
        try await alice.tryCode(code.spoken, of: request.id)
        let report = try await alice.handOver(to: old, for: request.id)
        #expect(report.isDelivered && report.groups.map(\.deed) == [.rekeyed])
        let offer = try #require(try await new.offeredBack())
        #expect(offer.helperName == "Alice" && offer.groups.count == 1)
        let taken = try await new.takeOfferedGroups(folder: nil)
        #expect(taken.groups == [table.group])
        try await table.settleDown(["Alice", "New"])
        #expect(try await new.view(table.group).myStatus == .active)
        try await table.spend("New", "Soup", 200, among: ["Alice"])
        try await table.settleDown(["Alice", "New"])
        #expect(try await table.expenses("Alice") == ["Soup"])
        await table.closeAll()
    }

    @Test("where the new device cannot be reached the answer is sent by hand")
    func unreached() async throws {
        let (table, _) = try await two()
        let new = try await table.open("New")
        _ = try await new.listen(on: "127.0.0.1:0")
        let request = try await new.askBack(name: "Bob")
        await new.stopListening()
        try await Task.sleep(for: .milliseconds(100))
        let alice = try await table.open("Alice")
        let standing = try await alice.help(request.link)
        #expect(standing.stage == .answered && !standing.isOnLine)
        #expect(standing.unreached?.contains(request.addresses[0]) == true)
        guard case .code = try await new.takeBack(standing.link) else {
            Issue.record("the pasted answer was not taken")
            return
        }
        await table.closeAll()
    }
}
