import FenEngine
import FenProtocol
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// Back in with a member's help, as it is typed.
@Suite("Back in with a member's help")
struct BackInTests {
    /// The field of an answer.
    private func field(_ outcome: CommandOutcome, _ key: String) throws -> String {
        let json = try #require(outcome.json.first)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return try #require(object?[key] as? String)
    }

    /// What a line answers, besides the envelope.
    private func keys(_ outcome: CommandOutcome) throws -> Set<String> {
        let json = try #require(outcome.json.first)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return Set(try #require(object).keys).subtracting(["command", "ok"])
    }

    @Test("by pasting alone: request, answer, digits, groups; every step names the next")
    func pasted() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.types("+ 30 Taxi for Alice, Bob")
        await bob.types("/sync")
        await alice.types("/sync")
        let new = try await world.person("Laptop")
        let asked = await new.types("/restore member Bob")
        #expect(asked.lines[0].hasPrefix("Your request to get back in as Bob, until"))
        #expect(asked.lines.joined(separator: " ").contains("there /vouch takes it"))
        #expect(try keys(asked) == ["request", "name", "link", "qr", "expires_at", "listening"])
        let request = try #require(asked.mainValue)

        let seen = await alice.types("/vouch \(request)")
        let said = seen.lines.joined(separator: " ")
        #expect(said.contains("Somebody who calls themselves Bob"))
        #expect(said.contains("you share Dublin4Ever."))
        #expect(said.contains("Careful: Bob's other device wrote less than a minute ago"))
        #expect(
            try keys(seen) == [
                "request", "name", "stage", "expires_at", "new_tag", "on_line", "candidates",
                "link",
            ])
        let answer = try #require(seen.mainValue)
        await alice.fails("/vouch \(answer)", status: 2, "/restore member")
        await new.fails("/restore member \(request)", status: 2, "/vouch")
        await new.fails("/restore member code", status: 2, "No member's device has answered")

        let shown = await new.types("/restore member \(answer)")
        #expect(try keys(shown) == ["request", "helper_tag", "code", "link"])
        let code = try field(shown, "code")
        let spoken = "\(code.prefix(3)) \(code.dropFirst(3))"
        #expect(shown.lines.contains(spoken))
        #expect(await new.types("/restore member code").mainValue == code)

        let waiting = await alice.types("/vouch \(try #require(shown.mainValue))")
        #expect(waiting.lines.joined(separator: " ").contains("type: /vouch code DIGITS"))
        #expect(try field(await alice.types("/vouch as Bob"), "stage") == "code")
        await alice.fails("/vouch code \(spoken) as Zoe --yes", status: 2, "no group with anybody")
        let done = await alice.types("/vouch as bob --yes")
        #expect(done.lines[0].hasPrefix("The digits were right. Tell Bob so, aloud"))
        #expect(done.lines.joined(separator: " ").contains("Dublin4Ever: Bob has the new key"))
        #expect(try keys(done) == ["member", "new_tag", "groups", "delivered", "link"])

        await new.fails("/restore member yes", status: 2, "Nothing was handed over")
        let groups = try #require(done.mainValue)
        let here = await new.types(
            "/restore member \(groups) folder=\(world.folder)/store --yes")
        #expect(here.lines.contains("You are back in Dublin4Ever."))
        #expect(try keys(here) == ["groups", "lacking"])
        #expect(await new.types("/balances").lines.contains { $0.hasPrefix("Bob +15.00 EUR") })
        #expect(await new.types("/expenses").lines.contains { $0.contains("Taxi") })
        await new.types("/edit ^ Cab")
        await new.types("+ 4 Tea")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Cab") })
        // The old key has a line of its own, and its numbers their own name.
        let members = await alice.types("/members").lines
        #expect(members.contains { $0.contains("replaced by") })
        #expect(members.contains { $0.hasSuffix("Bob") && !$0.contains("replaced") })
        let log = await alice.types("/expenses").lines
        #expect(log.contains { $0.hasPrefix("bob:") && $0.contains("Tea") })
        #expect(log.contains { $0.hasPrefix("bob(") && $0.contains("Cab") })
        #expect(await alice.types("/dump").lines == new.types("/dump").lines)

        let told = await bob.types("/sync").lines.joined(separator: " ")
        #expect(told.contains("Your key in this group was replaced by another"))
        #expect(told.contains("tell the group now"))
        await bob.fails("+ 3 Gum", status: 1, "Another key has taken the place")
    }

    @Test("wrong digits end it; a message pasted by mistake goes to nobody; half of one says so")
    func slips() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(world)
        let new = try await world.person("Laptop")
        let request = try #require(await new.types("/restore member Bob").mainValue)
        await alice.fails("look: \(request)", status: 2, "for one device only")
        await alice.fails("/vouch \(request.prefix(60))", status: 1, "incomplete")
        await alice.fails("/vouch fen://join#s=a&p=b&v=3", status: 1, "no message by which")
        #expect(!HistoryFilter.keeps("/vouch \(request)"))
        #expect(!HistoryFilter.keeps("/restore member \(request)"))
        let answer = try #require(await alice.types("/vouch \(request)").mainValue)
        await alice.fails("/vouch code 123456", status: 1, "has not shown its key")
        let shown = await new.types("/restore member \(answer)")
        await alice.types("/vouch \(try #require(shown.mainValue))")
        await alice.fails("/vouch code 12", status: 2, "six digits")
        let code = try field(shown, "code")
        let wrong = code == "111111" ? "222222" : "111111"
        await alice.fails("/vouch code \(wrong) as Bob --yes", status: 4, "begin anew")
        await alice.fails("/vouch code \(code) as Bob --yes", status: 1, "helps nobody back in")
        await alice.fails("/vouch \(request) code \(code) as Bob --yes", status: 4, "wrong code")
    }

    @Test("a member who is no organiser vouches; the organiser reads so and gives the new key")
    func vouched() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let link = try #require(await alice.types("/invite May").mainValue)
        let may = try await world.person("May")
        _ = await may.session.begin()
        await may.types("/join \(link) --yes folder=\(world.folder)/store")
        await alice.types("/sync")
        await may.types("/sync")
        await may.types("/verify Bob yes")
        let new = try await world.person("Laptop")
        let request = try #require(await new.types("/restore member Bob").mainValue)
        let answer = try #require(await may.types("/vouch \(request)").mainValue)
        let shown = await new.types("/restore member \(answer)")
        await may.types("/vouch \(try #require(shown.mainValue))")
        let done = await may.types("/vouch code \(try field(shown, "code")) as Bob --yes")
        #expect(done.lines.joined(separator: " ").contains("you vouch for Bob's new key"))
        let groups = try #require(done.mainValue)
        let here = await new.types(
            "/restore member \(groups) folder=\(world.folder)/store --yes")
        #expect(here.lines.joined(separator: " ").contains("waiting for Alice's device"))
        await new.fails("+ 3 Gum", status: 1, "waits for Alice's device")

        await bob.types("/sync")
        let alarm = await bob.types("/status").lines.joined(separator: " ")
        #expect(alarm.contains("Careful: May vouches that you have a new device"))
        await alice.types("/sync")
        let told = await alice.types("/status").lines.joined(separator: " ")
        #expect(told.contains("May vouches that Bob"))
        #expect(told.contains("/rekey Bob gives it to them"))
        await may.fails("/rekey Bob --yes", status: 1, "Only the organiser")
        await alice.fails("/rekey May --yes", status: 2, "Nobody vouches for a new key of May")
        await alice.fails("/rekey Bob", status: 2, "Give Bob the new key?")
        let given = await alice.types("/rekey Bob --yes")
        #expect(given.lines[0].hasPrefix("Bob has the new key"))
        #expect(
            try keys(given) == [
                "group", "member", "successor", "vouchers", "rotation", "ref", "unsynced",
            ])
        await new.types("/sync")
        await new.types("+ 3 Gum")
        await may.types("/sync")
        // What was verified was the old key.
        let members = await may.types("/members").lines
        #expect(members.contains { $0.contains("another key than the one verified") })
        #expect(await may.types("/dump").lines == new.types("/dump").lines)
    }

    @Test("a person is asked for the digits, the member and a yes, and the other for the voice")
    func asked() async throws {
        let world = try World()
        let helping = Script(["Alice"])
        let (alice, _) = try await StoryTests.pair(world, asker: helping)
        let asking = Script([])
        let new = try await world.person("Laptop", asker: asking)
        let request = try #require(await new.types("/restore member Bob").mainValue)
        let answer = try #require(await alice.types("/vouch \(request)").mainValue)
        let shown = await new.types("/restore member \(answer)")
        helping.answer([try field(shown, "code"), "Bob", "yes"])
        let done = await alice.types("/vouch \(try #require(shown.mainValue))")
        let questions = helping.asked.withLock { $0 }.joined(separator: " ")
        #expect(questions.contains("The six digits that Bob reads to you"))
        #expect(questions.contains("Which member is it?"))
        #expect(questions.contains("Are you sure that it is Bob to whom you are talking?"))
        asking.answer(["no"])
        let no = await new.session.execute("/restore member \(try #require(done.mainValue))")
        #expect(no.exitCode == 1)
        #expect(no.lines.joined(separator: " ").contains("somebody stood between you"))
        #expect(
            asking.asked.withLock { $0 }.joined(separator: " ")
                .contains("Did Alice say, with their own voice, that the six digits were right?"))
        asking.answer(["yes", world.folder + "/store"])
        let yes = await new.types("/restore member yes")
        #expect(yes.lines.contains("You are back in Dublin4Ever."))
    }
}
