import FenEngine
import FenMoney
import Testing

@testable import FenREPL

@Suite("The money line")
struct MoneyLineTests {
    /// What a line becomes, as short text: amount, payers, split, date, category.
    static func read(_ line: String, by builder: MoneyBuilder = Fixtures.builder) throws -> String {
        let parsed = try MoneyLineParser.parse(Tokenizer.tokens(line))
        let draft = try builder.draft(parsed)
        let money = draft.money
        let payers = money.paidBy.map { "\(initial($0.party))\($0.amount)" }.joined(separator: "+")
        let parts = money.split.parts.map { "\(initial($0.party))\($0.value)" }
        var text =
            "\(money.amount) \(money.currency.code) \(draft.description) | \(payers) | "
            + "\(money.split.mode.rawValue) \(parts.joined(separator: " "))"
        if draft.date != Fixtures.today { text += " | \(draft.date.iso)" }
        if let category = draft.category { text += " | in \(category)" }
        if let rate = money.rate { text += " | \(rate.text) \(money.settlementAmount)" }
        if let typed = money.typed { text += " | “\(typed)”" }
        return text
    }

    static func initial(_ party: PartyID) -> String {
        String(Fixtures.roster.name(party).prefix(1))
    }

    @Test(
        "every form of the design page",
        arguments: [
            ("21.60 EUR Guinness", "2160 EUR Guinness | A2160 | equal A1 B1 M1"),
            ("21.60 Guinness", "2160 EUR Guinness | A2160 | equal A1 B1 M1"),
            ("€21.60 Guinness", "2160 EUR Guinness | A2160 | equal A1 B1 M1"),
            ("21,60eur Guinness", "2160 EUR Guinness | A2160 | equal A1 B1 M1"),
            ("EUR 21.60 Guinness", "2160 EUR Guinness | A2160 | equal A1 B1 M1"),
            ("1'234.50 Flat", "123450 EUR Flat | A123450 | equal A1 B1 M1"),
            (
                "45 eur Dinner at La Cantina by Bob for Alice,Bob,May split 50%,25%,25%",
                "4500 EUR Dinner at La Cantina | B4500 | percent A5000 B2500 M2500"
            ),
            (
                "96 Hostel for all but May on yesterday in lodging",
                "9600 EUR Hostel | A9600 | equal A1 B1 | 2026-11-29 | in lodging"
            ),
            ("30 Taxi split Alice 10, Bob 20", "3000 EUR Taxi | A3000 | amount A1000 B2000"),
            (
                "120 Boat by Alice 80, Bob 40 split shares Alice 2, Bob 1, May 1",
                "12000 EUR Boat | A8000+B4000 | shares A2 B1 M1"
            ),
            ("120 Boat by Alice 80, Bob", "12000 EUR Boat | A8000+B4000 | equal A1 B1 M1"),
            ("10 Tea by me for me", "1000 EUR Tea | A1000 | equal A1"),
            (#"10 Tea by "May Lee""#, "1000 EUR Tea | M1000 | equal A1 B1 M1"),
            (
                #"20 "Dinner by the sea" by Bob"#,
                "2000 EUR Dinner by the sea | B2000 | equal A1 B1 M1"
            ),
            ("5 pen", "500 EUR pen | A500 | equal A1 B1 M1"),
            ("5 Top up", "500 EUR Top up | A500 | equal A1 B1 M1"),
            ("5 gas for Bob", "500 EUR gas | A500 | equal B1"),
            ("10 Meet at 7 on 3.11.", "1000 EUR Meet at 7 | A1000 | equal A1 B1 M1 | 2026-11-03"),
            (
                "30 Tapas split Alice 10, rest equally",
                "3000 EUR Tapas | A3000 | amount A1000 B1000 M1000 | “split Alice 10, rest equally”"
            ),
            (
                "35 Tapas split equally, Alice +5",
                "3500 EUR Tapas | A3500 | amount A1500 B1000 M1000 | “split equally, Alice +5”"
            ),
            (
                "101 CZK Lunch at 25.25 CZK",
                "10100 CZK Lunch | A10100 | equal A1 B1 M1 | 0.039603960396 400 | “at 25.25 CZK”"
            ),
            (
                "100 USD Museum rate 0.95",
                "10000 USD Museum | A10000 | equal A1 B1 M1 | 0.95 9500"
            ),
            ("20 Tea split 50%,30%,20%", "2000 EUR Tea | A2000 | percent A5000 B3000 M2000"),
            (#"10 Tea split "May Lee" 4, Bob 6"#, "1000 EUR Tea | A1000 | amount B600 M400"),
        ]
    )
    func forms(line: String, expected: String) throws {
        #expect(try Self.read(line) == expected)
    }

    @Test(
        "every refusal says what is wrong and what to type",
        arguments: [
            ("Guinness 21.60", "An expense starts with its amount."),
            ("", "An expense starts with its amount."),
            ("21.60", "The expense has no description."),
            ("21.60 EUR", "The expense has no description."),
            ("20 EUX Dinner", "EUX is not a currency fen knows."),
            ("20 Tea by Bob by May", "“by” stands twice in this line."),
            ("20 Tea by", "Nothing follows “by”."),
            ("20 Tea for Zoe", "Nobody in this group is called “Zoe”."),
            ("20 Tea for Bob, bob", "Bob stands twice in the list."),
            ("20 Tea by Alice, Bob", "It is not clear how much each of them paid."),
            (
                "20 Tea by Alice 15, Bob 6",
                "What was paid comes to 21.00, 1.00 over the amount 20.00."
            ),
            ("20 Tea split 50%,50%", "2 numbers for 3 people."),
            (
                "20 Tea for Alice,Bob,May split Alice 5, Bob 15",
                "The split says nothing about May Lee."
            ),
            ("20 Tea for all but Alice,Bob,May", "Nobody is left to share it."),
            ("20 Tea rate 0.9", "A rate belongs to an amount in another currency than EUR."),
            ("20 USD Tea", "This group has no rate for USD."),
        ]
    )
    func refusals(line: String, message: String) {
        let error = #expect(throws: UsageError.self) { try Self.read(line) }
        #expect(error?.message == message)
        #expect(error?.hint?.isEmpty == false)
    }

    @Test("parts that miss the amount say by how much (case B13)")
    func misses() {
        let error = #expect(throws: UsageError.self) {
            try Self.read("524.34 Shop split Alice 210.11, Bob 209.74, May 104.50")
        }
        #expect(error?.message.contains("524.35 entered, 0.01 over") == true)
    }

    @Test("an ambiguous amount is refused with both readings")
    func ambiguous() {
        let error = #expect(throws: UsageError.self) { try Self.read("1,234 Flat") }
        #expect(error?.code == "AMBIGUOUS_AMOUNT")
    }

    @Test("a name two people share needs the key tag")
    func sameNames() throws {
        let members = [
            Fixtures.member(Fixtures.alice, "Alice"),
            Fixtures.member(Fixtures.bob, "Bob", needsTag: true),
            Fixtures.member(Fixtures.may, "bob", needsTag: true),
        ]
        let roster = Roster(members: members, me: Fixtures.alice)
        #expect(throws: UsageError.self) { try roster.find("Bob") }
        #expect(try roster.find("bob(0303)").party == Fixtures.may)
        #expect(roster.name(Fixtures.bob) == "Bob(0202)")
        #expect(try roster.find("ali").party == Fixtures.alice)
    }
}
