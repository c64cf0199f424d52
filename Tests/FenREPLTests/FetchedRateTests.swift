import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

/// Rates from a service; what it answers is recorded.
@Suite("Fetched rates", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct FetchedRateTests {
    let server: ScriptServer
    let world: World
    let alice: Person

    init() async throws {
        server = try ScriptServer("rates.py")
        world = try World()
        alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/set rates-url \(address("recorded"))")
    }

    private func address(_ mood: String) -> String { "http://127.0.0.1:\(server.port)/\(mood)" }

    private func requests() throws -> Int { try server.tell("count")["count"] ?? -1 }

    private func joined() async throws -> Person {
        let bob = try await world.admitBob(by: alice)
        await bob.types("/sync")
        await bob.types("/set rates-url \(address("recorded"))")
        return bob
    }

    @Test("the organiser sees old and new, and sets what came")
    func organiser() async throws {
        await alice.types("/rate USD 0.8 on 2026-07-01")
        let said = await alice.types("/rates fetch USD CZK --yes").lines
        #expect(said.contains("1 USD = 0.92524 EUR 2026-11-27 127.0.0.1 before: 0.8 of 2026-07-01"))
        #expect(said.contains("1 CZK = 0.04113 EUR 2026-11-27 127.0.0.1 before: none"))
        #expect(said.contains { $0.hasPrefix("New expenses in USD, CZK use them") }, "\(said)")
        #expect(
            await alice.types("/rates").lines == [
                "1 CZK = 0.04113 EUR 2026-11-27 Alice 127.0.0.1",
                "1 USD = 0.92524 EUR 2026-11-27 Alice 127.0.0.1",
            ])
        // Without words: what has a rate or is in an expense.
        await alice.types("+ 100000 IDR Room rate 0.00005")
        let again = await alice.types("/rates fetch --yes").lines
        #expect(again.contains("1 IDR = 0.000052 EUR 2026-11-27 127.0.0.1 before: none"))
        #expect(again.contains { $0.hasPrefix("New expenses in IDR use it") }, "\(again)")
        let same = await alice.types("/rates fetch").lines
        #expect(same.last == "The group's rates are these already, or newer.")
        // An older day's is no news for the group.
        await alice.types("/rates fetch USD on 2026-08-01")
        #expect(await alice.types("/rates").lines.joined().contains("0.92524"))
    }

    @Test("without a yes nothing is set; what came is kept on the device")
    func declined() async throws {
        let json = try #require(
            await alice.session.execute("/rates fetch USD on 2026-08-01").json.first)
        #expect(json.contains("NEEDS_YES"))
        #expect(await alice.types("/rates").lines.first?.hasPrefix("No rates yet") == true)
        let said = await alice.types("+ 40 USD Museum on 2026-08-01").lines
        #expect(said.first?.contains("40.00 USD (36.60 EUR)") == true, "\(said)")
        #expect(
            said.contains(
                "Rate: 1 USD = 0.915 EUR, fetched from 127.0.0.1 for 2026-08-01, the rate of "
                    + "2026-07-31."), "\(said)")
        await alice.fails("+ 40 USD Museum", status: 2, "/rates fetch USD on 2026-11-30")
    }

    @Test("a day that was over is asked for once, today again and again")
    func cached() async throws {
        await alice.types("/rates fetch USD on 2026-08-02 --yes")
        #expect(try requests() == 1)
        await alice.types("/rates fetch USD on 2026-08-02 --yes")
        #expect(try requests() == 1)
        await alice.types("/rates fetch USD --yes")
        await alice.types("/rates fetch USD --yes")
        #expect(try requests() == 3)
        // Nobody is needed any more for what is known.
        await alice.types("/set rates-url http://127.0.0.1:1")
        await alice.types("/rates fetch USD on 2026-08-02 --yes")
        await alice.fails("/rates fetch USD", status: 3, "does not take connections")
    }

    @Test(
        "an earlier day's rate for a day that has just passed is asked for anew until two days later"
    )
    func notYetOut() async throws {
        // Yesterday has no rate of its own so far.
        for _ in 0..<2 { await alice.types("/rates fetch USD on 2026-11-29 --yes") }
        #expect(try requests() == 2)
        world.wait(minutes: 24 * 60)
        for _ in 0..<2 { await alice.types("/rates fetch USD on 2026-11-29 --yes") }
        #expect(try requests() == 3)
        // Yesterday is that day's already.
        for _ in 0..<2 { await alice.types("/rates fetch USD on 2026-11-30 --yes") }
        #expect(try requests() == 4)
    }

    @Test("what was answered for a day before it was over is called provisional, or fetched anew")
    func provisional() async throws {
        await alice.fails("/rates fetch USD", status: 2, "This needs a yes")
        let today = await alice.types("+ 40 USD Museum").lines.joined(separator: " ")
        #expect(
            today.contains("0.92524 EUR, fetched") && !today.contains("provisional"), "\(today)")
        world.wait(minutes: 3 * 24 * 60)
        let line = "+ 40 USD Museum on 2026-11-30"
        let said = await alice.types(line).lines.joined(separator: " ")
        #expect(
            said.contains("the rate of 2026-11-27; provisional: /rates fetch USD on 2026-11-30"),
            "\(said)")
        // It is that very day's.
        let friday = await alice.types("+ 40 USD Museum on 2026-11-27").lines.joined()
        #expect(friday.contains("0.92524") && !friday.contains("provisional"), "\(friday)")
        #expect(try requests() == 1)
        await alice.types("/set rates-auto on")
        let anew = await alice.types(line).lines.joined(separator: " ")
        #expect(anew.contains("0.93 EUR, fetched") && !anew.contains("provisional"), "\(anew)")
        #expect(try requests() == 2)
        await alice.types(line)
        #expect(try requests() == 2)
    }

    @Test("after Ctrl-C nothing is set or asked, and what came is kept on the device")
    func stopped() async throws {
        await alice.types("/set rates-url \(address("stall-but-usd"))")
        let running = Task { [alice] in await alice.session.execute("/rates fetch USD CZK --yes") }
        while try requests() < 2 { try await Task.sleep(for: .milliseconds(20)) }
        running.cancel()
        let outcome = await running.value
        #expect(outcome.exitCode == 1)
        #expect(outcome.json.joined().contains(#""code":"CANCELLED""#))
        #expect(outcome.errorLines.joined(separator: " ").contains("kept on this device"))
        #expect(await alice.types("/rates").lines.first?.hasPrefix("No rates yet") == true)
        let said = await alice.types("+ 40 USD Museum").lines.joined(separator: " ")
        #expect(said.contains("0.92524 EUR, fetched"), "\(said)")
    }

    @Test("anybody else's fetch stays on their device, and serves their expenses by their day")
    func member() async throws {
        let bob = try await joined()
        let said = await bob.types("/rates fetch USD on 2026-08-01").lines
        #expect(said.last?.contains("The group's rates are set by Alice") == true, "\(said)")
        #expect(await bob.types("/rates").lines.first?.hasPrefix("No rates yet") == true)
        await bob.types("+ 40 USD Museum on 2026-08-01")
        await bob.fails(
            "+ 40 USD Museum on 2026-07-30", status: 2, "This group has no rate for USD")
        // The answer was of the day before.
        await bob.types("+ 40 USD Museum on 2026-07-31")
        await bob.fails("+ 40 USD Museum rate 1.09", status: 2, "the rate fetched for 2026-08-01")
        // What the group agrees on comes first.
        await alice.types("/rate USD 0.5")
        await bob.types("/sync")
        let agreed = await bob.types("+ 40 USD Museum on 2026-08-01").lines
        #expect(agreed.contains { $0.contains("0.5 EUR, the group's of 2026-11-30") }, "\(agreed)")
        // Converting anew goes by the day.
        let again = await bob.types("/reprice ^ --yes").lines.joined(separator: " ")
        #expect(again.contains("after 40.00 USD at 0.915 = 36.60 EUR"), "\(again)")
    }

    @Test("with rates-auto on an expense fetches the rate of its day")
    func auto() async throws {
        await alice.types("/set rates-auto on")
        let said = await alice.types("+ 40 USD Museum on 2026-08-01").lines
        #expect(said.first?.contains("36.60 EUR") == true, "\(said)")
        #expect(try requests() == 1)
        await alice.types("+ 10000 JPY Tea on 2026-08-01")
        await alice.types("+ 20 USD Tea on 2026-08-01")
        await alice.types("/edit ^ 25 USD")
        #expect(try requests() == 2)
        await alice.types("/set rates-url \(address("status-503"))")
        await alice.fails("+ 40 USD Museum on 2026-07-31 for Zed", status: 2)
        await alice.fails("+ 40 CZK Museum on 2026-07-31", status: 3, "status 503")
        await alice.types("+ 40 CZK Museum rate 0.04")
        await alice.types("/rate CZK 0.04")
        await alice.types("+ 40 CZK Museum on 2026-07-31")
    }

    @Test(
        "whatever goes wrong is said, ends with 3 and leaves the ledger as it is",
        arguments: [
            "html", "half", "list", "other-base", "other-amount", "no-rates", "no-date", "later",
            "zero", "negative", "huge", "cut", "status-404", "status-429", "status-500",
        ]
    )
    func failures(mood: String) async throws {
        await alice.types("+ 12 Tea")
        let before = await alice.types("/dump").lines
        await alice.types("/set rates-url \(address(mood))")
        await alice.fails("/rates fetch USD on 2026-08-01 --yes", status: 3, "127.0.0.1")
        #expect(await alice.types("/dump").lines == before)
        await alice.fails("+ 40 USD Museum on 2026-08-01", status: 2)
        await alice.types("+ 3 Cake")
    }

    @Test("one currency that nobody knows does not lose the others")
    func partly() async throws {
        let outcome = await alice.session.execute("/rates fetch USD MVR --yes")
        #expect(outcome.exitCode == 3)
        let said = outcome.lines.joined(separator: " ")
        #expect(said.contains("has no rate of MVR in EUR") && said.contains("0.92524"), "\(said)")
        #expect(await alice.types("/rates").lines.count == 1)
    }

    @Test("the keys of the answer are pinned, and documented")
    func keys() async throws {
        let json = try #require(await alice.types("/rates fetch USD --yes --json").lines.first)
        #expect(
            json
                == #"{"command":"rates","ok":true,"group_currency":"EUR","rates":[{"currency":"USD","#
                + #""rate":"0.92524","asked":"2026-11-30","date":"2026-11-27","#
                + #""source":"127.0.0.1","set":true}],"failed":[]}"#)
        let page = try String(contentsOf: JSONKeysTests.page, encoding: .utf8)
        for key in ["group_currency", "rates", "asked", "set", "failed"] {
            #expect(page.contains("`\(key)`"))
        }
    }

    @Test("what cannot be asked is refused before anybody is asked")
    func questions() async throws {
        for (line, words) in [
            ("/rates fetch", "none has a rate"), ("/rates fetch EUR", "own currency"),
            ("/rates fetch XQZ", "No currency has the code"),
            ("/rates fetch USD on", "Nothing follows"),
            ("/rates fetch USD on 2027-01-01", "still to come"), ("/rates fetch USD on foo", "foo"),
            ("/rates USD", "/rates fetch USD"), ("/set rates-url http://example.org", "Plain http"),
            ("/set rates-url nonsense", "no address"), ("/set rates-auto maybe", "on or off"),
            ("/set preview sometimes", "off, unusual or always"),
        ] { await alice.fails(line, status: 2, words) }
        #expect(try requests() == 0)
        #expect(await alice.types("/set").lines.contains { $0.contains("/recorded") })
    }
}
