import FenMoney
import Testing

@testable import FenEngine
@testable import FenREPL

/// Rates as they are typed, in a group of one device.
@Suite("Typed rates")
struct TypedRateTests {
    @Test("both amounts of a receipt, a rate either way round, a rate of many digits (B28, B29)")
    func receipts() async throws {
        let (_, alice) = try await World.trip()
        for (line, amount, rate) in [
            ("+ 101 CZK Lunch at 25.25 CZK", "101.00 CZK (4.00 EUR)", "0.039603960396"),
            ("+ 101 CZK Lunch at 101 CZK = 4 EUR", "101.00 CZK (4.00 EUR)", "0.039603960396"),
            ("+ 101 CZK Lunch at 4.00 EUR = 101 CZK", "101.00 CZK (4.00 EUR)", "0.039603960396"),
            ("+ 100 CZK Lunch rate 0.0396", "100.00 CZK (3.96 EUR)", "0.0396"),
            ("+ 491687 IDR Room rate 0.00005", "491687.00 IDR (24.58 EUR)", "0.00005"),
            ("+ 19.99 USD Book rate 0.87", "19.99 USD (17.39 EUR)", "0.87"),
            ("+ 7.77 CZK Tea at 7.77 CZK = 0.31 EUR", "7.77 CZK (0.31 EUR)", "0.0398970398970"),
        ] {
            let said = await alice.types(line).lines.joined(separator: " ")
            #expect(said.contains(amount), "\(said)")
            #expect(said.contains("= \(rate.prefix(12))"), "\(said)")
            #expect(said.contains("as typed ("), "\(said)")
        }
        let shown = await alice.types("/show alice:2").lines.joined(separator: " ")
        #expect(shown.contains("4.00 EUR at 0.039603960396, typed as \"at 25.25 CZK\""), "\(shown)")
    }

    @Test("what twelve digits cannot make is recorded as on the receipt, and that is said")
    func inexact() async throws {
        let (_, alice) = try await World.trip()
        let said = await alice.types(
            "+ 999999999999 VND Land at 999999999999 VND = 123456.78 EUR"
        ).lines.joined(separator: " ")
        #expect(said.contains("(123456.78 EUR)"), "\(said)")
        #expect(said.contains("No rate of twelve digits makes exactly 123456.78 EUR"), "\(said)")
        let line = try #require(await alice.types("/edit ^").json.first)
        #expect(line.contains("at 999999999999 VND = 123456.78 EUR"), "\(line)")
    }

    @Test("/rates shows the words of a rate, or the source that was named")
    func words() async throws {
        let (_, alice) = try await World.trip()
        for (line, row) in [
            (
                "/rate CZK 1 EUR = 25.25 CZK",
                "1 CZK = 0.039603960396 EUR 2026-11-30 Alice 1 EUR = 25.25 CZK"
            ),
            (
                "/rate CZK 101 CZK = 4 EUR",
                "1 CZK = 0.039603960396 EUR 2026-11-30 Alice 101 CZK = 4 EUR"
            ),
            (
                "/rate CZK 25.25 CZK from ECB on yesterday",
                "1 CZK = 0.039603960396 EUR 2026-11-29 Alice ECB"
            ),
            ("/rate CZK at 25.25 CZK", "1 CZK = 0.039603960396 EUR 2026-11-30 Alice 25.25 CZK"),
            ("/rate CZK 0.0396", "1 CZK = 0.0396 EUR 2026-11-30 Alice typed"),
        ] {
            await alice.types(line)
            #expect(await alice.types("/rates").lines == [row])
        }
        let said = await alice.types("+ 100 CZK Tram").lines
        let agreed = "Rate: 1 CZK = 0.0396 EUR, the group's of 2026-11-30 (typed)."
        #expect(said.contains(agreed))
        await alice.types("/guest Bob")
        #expect(await alice.types("/settle Bob 25 CZK cash").lines.contains(agreed))
        let paid = await alice.types("/settle Bob 25 CZK cash at 25 CZK = 1.01 EUR --json").lines
        #expect(paid.joined().contains(#""settlement_amount":101"#), "\(paid)")
        #expect(paid.joined().contains(#""note":"cash""#), "\(paid)")
        for (typed, note) in [
            ("cash at home at 25 CZK = 1.01 EUR", "cash at home"),
            ("at rate desk rate 0.04", "at rate desk"), ("at home", "at home"),
            (#""at" home at 25 CZK"#, "at home"), ("at 25 CZK in cash at home", "in cash at home"),
        ] {
            let said = await alice.types("/settle Bob 25 CZK \(typed) --json").lines.joined()
            #expect(said.contains(#""note":"\#(note)""#), "\(typed): \(said)")
        }
    }

    @Test("a bare number the other way round is refused with both readings, in every place")
    func direction() async throws {
        let (_, alice) = try await World.trip()
        await alice.types("/rate CZK 0.0396")
        await alice.fails("/rate CZK 25.25", status: 2, "/rate CZK 25.25 CZK")
        await alice.fails("/rate CZK 25.25", status: 2, "/rate CZK 25.25 EUR")
        await alice.fails("+ 100 CZK Tram rate 25.25", status: 2, "at 25.25 CZK")
        await alice.fails("+ 100 CZK Tram rate 24,9", status: 2, "rate 24,9 EUR")
        await alice.fails("/settle me 3 CZK rate 25", status: 2)
        await alice.types("+ 100 CZK Tram")
        await alice.fails("/reprice ^ 25.25", status: 2, "/reprice alice:3 25.25 CZK")
        await alice.fails("/edit ^ rate 25.25", status: 2, "the rate in force is 0.0396")
        #expect(await alice.types("/rates").lines.joined().contains("0.0396"))
        // Both readings can be typed as they were spelled out.
        await alice.types("+ 100 CZK Tram at 25.25 CZK")
        let far = await alice.types("+ 100 CZK Tram rate 25.25 EUR").lines.joined(separator: " ")
        #expect(
            far.contains(
                "Careful: the rate in force is 0.0396, and this one is 637 times as large."))
        let small = await alice.types("/rate CZK 0.01").lines.joined(separator: " ")
        #expect(
            small.contains("Careful: the rate in force is 0.0396, 3.9 times as large as this one."))
        await alice.types("/rate CZK 0.012")
        // Without anything to compare with nothing is refused.
        await alice.types("/rate USD 25.25")
    }

    @Test("an expense is converted anew at a typed rate, with the old one beside it (B26)")
    func reprice() async throws {
        let (_, alice) = try await World.trip()
        await alice.types("+ 100 USD Museum rate 0.90 in culture")
        let said = await alice.types("/reprice ^ 0.95 --yes").lines
        #expect(said.contains("before 100.00 USD at 0.9 = 90.00 EUR"), "\(said)")
        #expect(said.contains("after 100.00 USD at 0.95 = 95.00 EUR"), "\(said)")
        #expect(said.first?.hasPrefix("Repriced alice:2 Museum, 100.00 USD (95.00 EUR)") == true)
        await alice.types("/reprice ^ 100 USD = 91.33 EUR --yes")
        let shown = await alice.types("/show ^").lines.joined(separator: " ")
        #expect(
            shown.contains("91.33 EUR") && shown.contains("rate 100 USD = 91.33 EUR"), "\(shown)")
        #expect(
            await alice.types("/reprice ^ 0.9133 --yes").lines.first?.hasPrefix("Nothing would")
                == true)
        await alice.fails("/reprice ^", status: 2, "This group has no rate for USD.")
        await alice.types("/rate USD 0.8")
        #expect(await alice.types("/reprice ^ --yes").lines.joined().contains("80.00 EUR"))
        await alice.types("/reprice ^ at 1.2 USD --yes")
        #expect(await alice.types("/show ^").lines.joined().contains("at 1.2 USD"))
        await alice.fails("/reprice ^ 0.7", status: 2, "This needs a yes")
        #expect(await alice.types("/show ^").lines.joined().contains("83.33 EUR"))
        // The split, its words and the rest stay.
        await alice.types("/guest Bob")
        await alice.types("+ 33 USD Tapas split Alice 10, rest equally at 1.25 USD")
        await alice.types("/reprice ^ 1.5 USD --yes")
        let json = try #require(await alice.types("/show ^ --json").json.first)
        #expect(json.contains(#""typed":"split Alice 10, rest equally rate 1.5 USD""#), "\(json)")
        #expect(json.contains(#""settlement_amount":2200"#))
        // Words of the split that no longer fit beside those of the rate are not dropped unsaid.
        let items = Array(repeating: "Alice 1.00, Bob 1.00", count: 8).joined(separator: ", ")
        await alice.types("+ 16 USD Tapas split items \(items) rate 0.9")
        #expect(await alice.types("/show ^ --json").json.joined().contains("split items Alice"))
        let long = await alice.types("/reprice ^ 16.00 USD = 13.33 EUR --yes").lines
        #expect(long.contains { $0.contains("characters, and 200 fit") }, "\(long)")
        #expect(await alice.types("/show ^ --json").json.joined().contains(#""typed":null"#))
        await alice.types("+ 5 Tea")
        await alice.fails("/reprice ^ 0.9", status: 2, "the group's own currency")
        await alice.fails("/reprice alice:1", status: 1)
        await alice.fails("/reprice", status: 2, "the expense to convert anew")
    }

    @Test("who may not change an expense may not convert it anew")
    func permissions() async throws {
        let (world, alice) = try await World.trip()
        let bob = try await world.admitBob(by: alice)
        let ref = try #require(await alice.types("+ 100 USD Museum rate 0.90").mainValue)
        await bob.types("/sync")
        await bob.fails("/reprice \(ref) 0.95 --yes", status: 1, "only they may change it")
    }
}
