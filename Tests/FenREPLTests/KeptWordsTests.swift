import FenMoney
import FenProtocol
import Testing

@testable import FenEngine
@testable import FenREPL

/// Words that mean something in a line, where they are names, or come from somebody else.
@Suite("The words of a split in a line")
struct KeptWordsTests {
    @Test("words of somebody else that hold further clauses stay out of the line they are put into")
    func furtherClauses() throws {
        func line(_ money: MoneyUnit, typed: String?) throws -> (String, ExpenseView) {
            var money = money
            money.typed = typed
            let expense = try ExpenseView(
                unsaved: money, description: "Tapas", date: Fixtures.today)
            return (MoneyLineText.line(for: expense, builder: Fixtures.builder), expense)
        }
        let money = try Fixtures.expense("33 CZK Tapas split equally, Alice +5 rate 0.04").money
        for typed in [
            "split equally, Alice +5 note bring cash to Mallory",
            "split equally, Alice +5 by Bob in food", "split equally, Alice +5 on 2026-01-01",
            #"rate 0.04 "note bring cash to Mallory""#, "rate 0.04 note bring cash to Mallory",
            "for Alice, Bob, \"May Lee\" split equally, Alice +5",
        ] {
            let (plain, _) = try line(money, typed: nil)
            let (text, expense) = try line(money, typed: typed)
            #expect(text == plain, "\(typed)")
            #expect(plain.hasSuffix("rate 0.04 EUR on 2026-11-30"), "\(plain)")
            #expect(try EditTests.change(text, of: expense) == nil)
        }
        // Both halves alone are taken.
        let (text, _) = try line(money, typed: "split equally, Alice +5 rate 0.040")
        #expect(text.contains("split equally, Alice +5 rate 0.040 on"), "\(text)")
    }

    @Test(
        "people called like the words of a split are told from them",
        arguments: ["Item", "items", "Itemised", "ITEMIZED", "Share", "Others", "Exact"])
    func wordsAsNames(name: String) throws {
        var members = Fixtures.members
        members[0] = Fixtures.member(Fixtures.alice, name)
        let builder = MoneyBuilder(
            currency: Fixtures.eur, rates: [],
            roster: Roster(members: members, me: Fixtures.alice), today: Fixtures.today)
        let quoted = "\"\(name)\""
        for split in [
            "split \(quoted) 10, Bob 23", "for \(quoted), Bob",
            "split shares \(quoted) 2, Bob 1", "split \(quoted) 40%, Bob 60%",
        ] {
            let (text, change) = try BillTests.edited("33 Tapas \(split)", by: builder)
            #expect(text.contains("by \(quoted) "))
            #expect(change == nil, "\(text)")
        }
    }

    @Test(
        "a bill is known by its first word, whatever stands behind that",
        arguments: ["items;", "items:", "Items,", "item", "itemised:", "itemized"])
    func opened(word: String) throws {
        let text = try MoneyLineTests.read(
            #"33 Tea split \#(word) Alice 20 "Steak"; "May Lee" 13 "Wine""#)
        #expect(text.contains("| amount A2000 M1300 | “split \(word) "), "\(text)")
    }
}
