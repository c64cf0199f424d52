import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import Testing

/// The example on the page *The projection and its dump* is what comes out.
struct ProjectionPageTests {
    @Test func theExampleComesOut() throws {
        let dump = try example().dump()
        let page = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/FenLedger/FenLedger.docc/Projection.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```\n{").last)
        let lines = try #require(block.components(separatedBy: "```").first)
        #expect("{" + lines == String(decoding: dump, as: UTF8.self))
        let words = StateWords.words(dump: dump).joined(separator: " ")
        #expect(text.contains("Its state words are *\(words)*."), "\(words)")
    }

    /// Alice's group: Bob has paid for a taxi, part of it for a guest who turns out to be May; a
    /// hotel in another currency names somebody nobody knows; something has been paid back.
    private func example() throws -> Projection {
        var group = Scenario()
        group.write(group.bob, .memberRenamed(MemberRenamed(name: "Bob")))
        let guest = group.write(group.bob, .guestAdded(GuestAdded(name: "Zoë")))
        var taxi = Scenario.unit(2_160, from: group.bob, for: [PartyID(guest: guest.id)])
        taxi.split = .equally([PartyID(member: group.bob), PartyID(guest: guest.id)])
        group.write(
            group.bob,
            .expenseLogged(
                ExpenseLogged(
                    money: taxi, description: "Taxi", date: Scenario.day, category: "transport")))
        var hotel = Scenario.unit(9_000, from: group.alice, for: [PartyID(member: group.zoe)])
        hotel.currency = Scenario.currency("CHF")
        hotel.rate = try Rate(protocolText: "0.9215")
        hotel.settlementAmount = 8_294
        group.write(
            group.alice,
            .expenseLogged(
                ExpenseLogged(money: hotel, description: "Hotel", date: Scenario.day)))
        group.write(
            group.alice, .guestClaimed(GuestClaimed(guest: guest.id, member: group.may)))
        group.write(
            group.may, .settlementRecorded(Scenario.settlement(80, from: group.may, to: group.bob)))
        group.write(group.may, .messagePosted(MessagePosted(text: "Rest tomorrow")))
        return group.project()
    }
}
