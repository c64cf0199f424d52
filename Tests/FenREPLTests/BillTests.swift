import FenMoney
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("Bills, and the words an expense was typed in")
struct BillTests {
    private static let line =
        "64.90 Dinner split items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6"

    @Test(
        "a bill becomes exact parts, and keeps its words",
        arguments: [
            (
                line, "A2635 B3294 M561",
                "split items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6"
            ),
            (
                "33 Tea split items Alice and Bob 20, all 10 tip 10%", "A1468 B1466 M366",
                "split items Alice and Bob 20, all 10 tip 10%"
            ),
            (
                #"33 Tea split items Alice 20 "Steak, medium", "May Lee" 10 "Wine" tip 3"#,
                "A2200 M1100",
                #"split items Alice 20 "Steak, medium", "May Lee" 10 "Wine" tip 3"#
            ),
            (
                #"30 Tea for Bob,"May Lee" split items Bob 20, all 10"#, "B2500 M500",
                "split items Bob 20, all 10"
            ),
        ]
    )
    func bills(line: String, parts: String, typed: String) throws {
        let text = try MoneyLineTests.read(line)
        #expect(text.contains("| amount \(parts) | “\(typed)”"), "\(text)")
    }

    @Test(
        "what a bill lacks is said",
        arguments: [
            ("65 Dinner split items Alice 12.50, Bob 18 tax 5 tip 6", "41.50, 23.50 short"),
            ("30 Tea split items Zed 30", "Zed"),
            (#"30 Tea split items "May Lee" 20, "Zed Lee" 10"#, "Zed Lee"),
            ("30 Tea for Alice,Bob split items Alice 30", "says nothing about Bob"),
            ("30 Tea for Alice split items Bob 30", "not among those"),
        ]
    )
    func refused(line: String, words: String) {
        do {
            Issue.record("taken as \(try MoneyLineTests.read(line))")
        } catch let error as UsageError {
            #expect(error.message.contains(words), "\(error)")
        } catch { Issue.record(error) }
    }

    /// The line `/edit` gives for an expense, and what sending it as it is changes.
    static func edited(
        _ line: String, by builder: MoneyBuilder = Fixtures.builder,
        today later: MoneyBuilder? = nil
    ) throws -> (line: String, change: ExpenseChange?) {
        let expense = try Fixtures.expense(line, by: builder)
        let builder = later ?? builder
        let text = MoneyLineText.line(for: expense, builder: builder)
        let parsed = try MoneyLineParser.parse(Tokenizer.tokens(text), form: .edit)
        return (text, try builder.change(parsed, of: expense))
    }

    @Test(
        "the words come back where they still say the same (B16, B17, B18, B25)",
        arguments: [
            (line, "split items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6"),
            ("33 Tapas split Alice 10, rest equally", "split Alice 10, rest equally"),
            (
                "33 Tapas for Alice,Bob split Alice 10, rest equally",
                "for Alice, Bob split Alice 10, rest equally"
            ),
            ("33 Tapas split equally, Alice +5", "split equally, Alice +5"),
            (#"33 Tapas split "May Lee" 10, rest"#, #"split "May Lee" 10, rest"#),
            ("33 Tapas split shares Alice 1.5, rest 1", "split shares Alice 1.5, rest 1"),
            ("10.01 Weights split shares Alice 2, Bob 3", "split shares Alice 2, Bob 3"),
            ("20 Tea for Alice,Bob", "for Alice, Bob"),
            ("19.99 USD Book rate 0.87", "19.99 USD Book by Alice"),
            ("101 CZK Lunch at 25.25 CZK", "at 25.25 CZK"),
            ("101 CZK Lunch at 101 CZK = 4 EUR", "at 101 CZK = 4 EUR"),
            ("101 CZK Lunch at 4 EUR = 101 CZK", "at 4 EUR = 101 CZK"),
            ("101 CZK Lunch rate 0.0396", "rate 0.0396 EUR"),
            ("101 CZK Lunch rate 0.03960", "rate 0.03960"),
            ("33 CZK Tapas split Alice 10, rest at 25 CZK", "split Alice 10, rest at 25 CZK"),
        ]
    )
    func givenBack(line: String, words: String) throws {
        let (text, change) = try Self.edited(line)
        #expect(text.contains(words))
        #expect(change == nil, "\(text)")
    }

    @Test("words that mean something else today are left for the parts, or for those they were for")
    func changedPeople() throws {
        let dana = Fixtures.member(Fixtures.party(9), "Dana")
        let roster = Roster(members: Fixtures.members + [dana], me: Fixtures.alice)
        let later = MoneyBuilder(
            currency: Fixtures.eur, rates: [], roster: roster, today: Fixtures.today)
        let rest = try Self.edited("33 Tapas split Alice 10, rest equally", today: later)
        #expect(rest.line.contains(#"for Alice, Bob, May Lee split Alice 10, rest equally"#))
        #expect(rest.change == nil)
        let bill = try Self.edited(Self.line, today: later)
        #expect(bill.line.contains("for Alice, Bob, May Lee split items Alice 12.50"))
        #expect(bill.change == nil)
        // Somebody else has the name now.
        let renamed = [
            Fixtures.member(Fixtures.alice, "Alice"), Fixtures.member(Fixtures.bob, "Robert"),
            Fixtures.member(Fixtures.may, "Bob"),
        ]
        let other = MoneyBuilder(
            currency: Fixtures.eur, rates: [], roster: Roster(members: renamed, me: Fixtures.alice),
            today: Fixtures.today)
        let swapped = try Self.edited("33 Tapas split Bob 10, rest equally", today: other)
        #expect(swapped.line.contains("split Alice 11.50, Bob 11.50, Robert 10.00"))
        #expect(swapped.change == nil)
    }

    @Test("words that do not fit are left out whole, and that is said")
    func tooLong() throws {
        let items = Array(repeating: "Alice 1.00, Bob 1.00", count: 12).joined(separator: ", ")
        let line = "24 Tapas split items \(items)"
        let expense = try Fixtures.expense(line)
        #expect(expense.money.typed == nil)
        let parsed = try MoneyLineParser.parse(Tokenizer.tokens(line))
        let remark = Fixtures.builder.remarks(parsed, expense.money).map(\.text).joined()
        #expect(remark.contains("characters, and 200 fit"))
        let (text, change) = try Self.edited(line)
        #expect(text.contains("split Alice 12.00, Bob 12.00"))
        #expect(change == nil)
        // They fit as they are, and no more with a rate that says much itself.
        let fewer = Array(repeating: "Alice 1.00, Bob 1.00", count: 8).joined(separator: ", ")
        let fitting = try Fixtures.expense("16 CZK Tapas split items \(fewer) rate 0.04")
        #expect(fitting.money.typed?.isEmpty == false)
        let dearer = try MoneyLineParser.parse(
            Tokenizer.tokens("at 16.00 CZK = 0.65 EUR"), form: .edit)
        let money = try #require(try Fixtures.builder.change(dearer, of: fitting)?.money)
        #expect(money.typed == nil)
        let said = Fixtures.builder.remarks(dearer, money, changing: fitting.money).map(\.text)
        #expect(said.contains { $0.contains("characters, and 200 fit") }, "\(said)")
    }

    @Test(
        "words cut off by an older fen, or of no form, are left for the parts",
        arguments: [
            "split Alice 10, rest equ", "split \"May Lee", "whatever", "split Alice 10, rest at",
            "split equally, Alice +5 in food",
        ])
    func unreadable(typed: String) throws {
        var money = try Fixtures.expense("33 Tapas split Alice 10, Bob 23").money
        money.typed = typed
        let expense = try ExpenseView(unsaved: money, description: "Tapas", date: Fixtures.today)
        let text = MoneyLineText.line(for: expense, builder: Fixtures.builder)
        #expect(text == "33.00 EUR Tapas by Alice split Alice 10.00, Bob 23.00 on 2026-11-30")
        #expect(try EditTests.change(text, of: expense) == nil)
        // What is not touched keeps its words, whatever they are.
        #expect(try EditTests.change("Supper", of: expense)?.money == nil)
    }

    @Test("a new rate keeps the words of the split, a new split those of the rate (B14, B26)")
    func halves() throws {
        let expense = try Fixtures.expense("33 CZK Tapas split Alice 10, rest at 25 CZK")
        let rate = try #require(try EditTests.change("at 22 CZK", of: expense)?.money)
        #expect(rate.typed == "split Alice 10, rest at 22 CZK")
        #expect(rate.settlementAmount == 150 && rate.split == expense.money.split)
        let split = try #require(try EditTests.change("split Bob 3, rest", of: expense)?.money)
        #expect(split.typed == "split Bob 3, rest at 25 CZK")
        #expect(split.rate == expense.money.rate)
        let plain = try #require(
            try EditTests.change("for Alice split equally", of: expense)?.money)
        #expect(plain.typed == "at 25 CZK")
        #expect(try EditTests.change("Supper in food", of: expense)?.money == nil)
    }

    @Test("parts that no longer come to a new amount miss it by so much")
    func misses() throws {
        let said = { (line: String, expense: ExpenseView) -> String in
            do {
                _ = try EditTests.change(line, of: expense)
                return ""
            } catch { return (error as? UsageError)?.message ?? "" }
        }
        let amounts = try Fixtures.expense("30 Taxi split Alice 10, Bob 20")
        #expect(
            said("31", amounts)
                == "This expense is split by amounts: the parts come to 30.00, 1.00 under the new amount 31.00."
        )
        let payers = try Fixtures.expense("30 Taxi by Alice 10, Bob 20")
        #expect(
            said("29.50", payers)
                == "Several people paid: the parts come to 30.00, 0.50 over the new amount 29.50.")
        #expect(said("30 CZK rate 0.04", amounts).isEmpty)
    }

    @Test(
        "who paid misses by so much too",
        arguments: [
            (
                "120 Boat by Alice 80, Bob 41",
                "What was paid comes to 121.00, 1.00 over the amount 120.00."
            ),
            (
                "120 Boat by Alice 80, Bob 39.99",
                "What was paid comes to 119.99, 0.01 under the amount 120.00."
            ),
            (
                "120 Boat by Alice 80, Bob 50, May",
                "What was paid comes to 130.00, 10.00 over the amount 120.00."
            ),
            ("120 Boat by Alice 80, Bob 40, May", "nothing is left for May Lee"),
            (
                "30 Tea split equally, Alice +31",
                "31.00 EUR, 1.00 more than the expense of 30.00 EUR"
            ),
            ("30 Tea split equally, Alice -20", "One part would be -3.32"),
        ]
    )
    func payersMiss(line: String, words: String) {
        do {
            Issue.record("taken as \(try MoneyLineTests.read(line))")
        } catch let error as UsageError {
            #expect("\(error.message) \(error.hint ?? "")".contains(words), "\(error)")
        } catch { Issue.record(error) }
    }
}
