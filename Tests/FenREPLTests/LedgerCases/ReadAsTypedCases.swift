import Testing

@testable import FenREPL

/// Lines about money that are easily read otherwise than they were meant.
@Suite("Read as typed")
struct ReadAsTypedCases {
    @Test(
        "a rate is a rate however it is written together, and no piece of a description",
        arguments: [
            "101 CZK Lunch at 101CZK = 5EUR", "101 CZK Lunch at 101 CZK=5EUR",
            "101 CZK Lunch at 5 EUR=101 CZK", "101 CZK Lunch at 101CZK=5EUR",
            "101 CZK Lunch at 101 CZK = €5", "101 CZK Lunch at 101 Kč = 5€",
            "100 CZK Lunch at CZK 20", "100 CZK Lunch at 20.00CZK", "100 CZK Lunch rate EUR 0.05",
            "100 CZK Lunch rate 0.05EUR",
        ])
    func rates(_ line: String) async throws {
        let (_, alice) = try await World.trip()
        await alice.types("/rate CZK 0.04")
        let said = await alice.types("+ \(line)").lines.joined(separator: " ")
        #expect(said.contains("Lunch, ") && said.contains("(5.00 EUR)"), "\(said)")
    }

    @Test(
        "words that only look a little like a rate stay in the description",
        arguments: ["Tea at 7pm", "Beer at 5 o'clock", "Room at number 12", "Dinner at Ana 3"])
    func descriptions(_ words: String) async throws {
        let (_, alice) = try await World.trip()
        #expect(await alice.types("+ 10 \(words)").lines.joined().contains("\(words), 10.00 EUR"))
    }

    @Test("what a receipt comes to is never rounded; what one unit is worth may be fine")
    func receipts() async throws {
        let (_, alice) = try await World.trip()
        await alice.fails("+ 101 CZK Lunch at 101 CZK = 4.005 EUR", status: 2, "unclear")
        await alice.fails("+ 101 CZK Lunch at 101 CZK = 4.0051 EUR", status: 2, "4.0051")
        #expect(
            await alice.types("+ 101 CZK Lunch at 1 CZK = 0.0396 EUR").lines.joined()
                .contains("(4.00 EUR)"))
        await alice.fails(
            "+ 101 CZK Lunch at 1 USD = 25.25 CZK", status: 2, "USD has nothing to do")
    }

    @Test("an edit for other people does not drop a typed split, nor mix up whose number is whose")
    func edits() async throws {
        let (_, alice) = try await World.trip()
        for name in ["Zed", "Bob"] { await alice.types("/guest \(name)") }
        await alice.types("+ 100 Rent for Zed, Bob split 90%, 10%")
        await alice.types("/edit ^ for Bob, Zed")
        #expect(await alice.types("/show ^").lines.joined(separator: " ").contains("Zed 90%"))
        await alice.fails("/edit ^ for Alice, Bob", status: 2, "split by percent")
        await alice.fails("/edit ^ split 20%, 80%", status: 2, "whose number is whose")
        await alice.types("/edit ^ split Zed 20%, Bob 80%")
        await alice.types("/edit ^ split 50%, 50%")
        let history = await alice.types("/show ^ history").lines.joined(separator: "\n")
        #expect(history.contains("Zed 20%") && history.contains("Bob 80%"), "\(history)")
    }

    @Test(
        "nobody is called like a word of typed lines, and oneself is always oneself",
        arguments: ["me", "all", "by", "10"])
    func names(_ name: String) async throws {
        let (_, alice) = try await World.trip()
        await alice.fails("/guest \(name)", status: 2, "cannot be a name")
    }

    @Test("the line that /edit gives back is understood after a guest has been claimed")
    func claimed() async throws {
        let (_, alice) = try await World.trip()
        await alice.types("/guest Gus")
        await alice.types("/guest Bob")
        await alice.types("+ 10 Tea by Gus for Gus, Bob split Gus 7, Bob 3")
        await alice.types("/claim Gus as Alice --yes")
        let line = try #require(await alice.session.execute("/edit ^").prefill)
        let answer = await alice.types(line).lines.joined()
        #expect(answer.contains("Nothing would change"), "\(line): \(answer)")
    }

    @Test("amounts of a filter may have their currency behind them")
    func filters() async throws {
        let (_, alice) = try await World.trip()
        for amount in ["5", "15", "25"] { await alice.types("+ \(amount) Tea\(amount)") }
        #expect(await alice.types("/expenses over 10 EUR under 20 EUR").lines.count == 1)
        #expect(await alice.types("/stats over 10 eur").lines.first?.hasPrefix("40.00 EUR") == true)
    }
}
