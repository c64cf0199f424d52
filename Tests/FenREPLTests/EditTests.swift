import FenMoney
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("Editing an expense")
struct EditTests {
    static func change(_ line: String, of expense: ExpenseView) throws -> ExpenseChange? {
        let parsed = try MoneyLineParser.parse(Tokenizer.tokens(line), form: .edit)
        return try Fixtures.builder.change(parsed, of: expense)
    }

    @Test(
        "the line put into the prompt changes nothing when it is sent as it is",
        arguments: [
            "21.60 Guinness",
            "10.01 Weights split shares Alice 2, Bob 3",
            "20 Percent split Alice 25%, Bob 25%, May 50%",
            #"30 "Dinner by the sea" by Alice 10, "May Lee" 20 split Alice 10, Bob 20 in food"#,
            "100 USD Museum rate 0.915 on 2026-08-01",
            #"12 "5 beers, and \"more\"" for Bob"#,
            "33 Tapas split Alice 10, rest equally",
            #"9 "all for one" for all"#,
        ]
    )
    func prefilled(line: String) throws {
        let expense = try Fixtures.expense(line, note: "so it was")
        let text = MoneyLineText.line(for: expense, builder: Fixtures.builder)
        #expect(try Self.change(text, of: expense) == nil, "\(text)")
    }

    @Test("a title, a category, a date move no cent (cases B04, B14, B17)")
    func keepsMoney() throws {
        let expense = try Fixtures.expense("20 Tea for Alice,Bob split 25%,75%")
        let change = try #require(try Self.change("Coffee in drinks on yesterday", of: expense))
        #expect(change.money == nil)
        #expect(change.description == "Coffee")
        #expect(change.category == "drinks")
        #expect(change.date?.iso == "2026-11-29")
    }

    @Test("a new amount keeps payer, mode and weights verbatim (case B16)")
    func keepsWeights() throws {
        let expense = try Fixtures.expense("10.01 Weights by Bob split shares Alice 2, Bob 3")
        let money = try #require(try Self.change("12", of: expense)?.money)
        #expect(money.amount == 1200)
        #expect(money.split == expense.money.split)
        #expect(money.paidBy == [Payment(party: Fixtures.bob, amount: 1200)])
    }

    @Test("a new rate converts anew, an untouched one keeps the figure (case B26)")
    func rates() throws {
        let expense = try Fixtures.expense("100 USD Museum rate 0.90")
        #expect(try Self.change("rate 0.95", of: expense)?.money?.settlementAmount == 9500)
        #expect(try Self.change("200", of: expense)?.money?.settlementAmount == 18000)
        #expect(try Self.change("rate 0.9", of: expense) == nil)
    }

    @Test("amounts and several payers must be said again with a new amount")
    func mustBeSaid() throws {
        let amounts = try Fixtures.expense("30 Taxi split Alice 10, Bob 20")
        #expect(throws: UsageError.self) { try Self.change("31", of: amounts) }
        #expect(try Self.change("31 split Alice 11, Bob 20", of: amounts)?.money?.amount == 3100)
        let payers = try Fixtures.expense("30 Taxi by Alice 10, Bob 20")
        #expect(throws: UsageError.self) { try Self.change("31", of: payers) }
        #expect(try Self.change("31 by Bob", of: payers)?.money?.paidBy.count == 1)
    }

    @Test("empty quotation marks clear a note and a category")
    func clears() throws {
        let expense = try Fixtures.expense("30 Taxi in travel", note: "late")
        let change = try #require(try Self.change(#"in "" note """#, of: expense))
        #expect(change.category == "")
        #expect(change.note == "")
    }
}
