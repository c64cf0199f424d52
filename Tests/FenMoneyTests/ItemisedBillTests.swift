import FenMoney
import Testing

@Suite("Itemised bills")
struct ItemisedBillTests {
    private func parse(
        _ text: String,
        of amount: Int64,
        for people: [PartyID] = [alice, bob, may],
        paid: PartyID? = nil,
        in currency: Currency = eur
    ) throws -> [PartyID: Int64] {
        let names = [
            "alice": alice, "bob": bob, "may": may, "may lee": person(4), "tip": person(5),
        ]
        let parser = SplitSpecParser(
            amount: amount, currency: currency, participants: people,
            payers: paid.map { [Payment(party: $0, amount: amount)] } ?? [],
            resolve: { names[$0.lowercased()] }
        )
        let split = try parser.parse(text)
        #expect(split.mode == .amount)
        #expect(split.parts.map(\.value).reduce(0, +) == amount)
        #expect(zip(split.parts, split.parts.dropFirst()).allSatisfy { $0.party < $1.party })
        return Dictionary(uniqueKeysWithValues: split.parts.map { ($0.party, $0.value) })
    }

    @Test("items, tax and tip of a dinner")
    func dinner() throws {
        // Items: Alice 12.50 + 4.70 + 4.67, Bob 18.00 + 4.70 + 4.67, May 4.66: 53.90.
        let parts = try parse(
            "items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6", of: 6490)
        // 11.00 over 21.87 : 27.37 : 4.66, by largest remainder.
        #expect(parts == [alice: 2187 + 446, bob: 2737 + 559, may: 466 + 95])
    }

    @Test(
        "the same bill in other spellings",
        arguments: [
            "items Alice 10, Bob 20, all 6 tip 3.60", "ITEMS: Alice 10,Bob 20,all 6, tip 3.60",
            "items Alice 10; Bob 20; everyone 6; tip 3,60",
            "itemised Alice 10, Bob 20, all 6 tip 10%",
            "items Alice 4, Alice 6, Bob 20, Alice + Bob + May 6 tip 10 %",
            "items all 6, Alice €10, Bob 20 EUR tip 3.60 EUR",
            "items Alice: 10, Bob=20, all 6 tip 3.60",
            "items Alice 10, Bob 20, all 6 tax 1.80 tip 5%",
            "items Alice 10, Bob 20, all 6 tip 5% tax 5%",
            "items Alice 10, Bob 20, everybody 6 tax 0 tip 3.60",
        ]
    )
    func spellings(text: String) throws {
        #expect(try parse(text, of: 3960) == [alice: 1320, bob: 2420, may: 220])
    }

    @Test("odd units of an item go to who paid most, else by largest remainder")
    func oddUnits() throws {
        #expect(try parse("items all 1", of: 100, paid: may) == [alice: 33, bob: 33, may: 34])
        #expect(try parse("items all 1", of: 100) == [alice: 34, bob: 33, may: 33])
        #expect(try parse("items Alice+Bob 0.01, all 0.01", of: 2) == [alice: 2])
        #expect(
            try parse("items Alice+Bob 3, all 7", of: 10, paid: bob, in: money("JPY"))
                == [alice: 3, bob: 5, may: 2])
    }

    @Test("who has no item has no part; nobody's tip is nobody's")
    func noItem() throws {
        #expect(try parse("items Alice 10, Bob 5 tip 1.50", of: 1650) == [alice: 1100, bob: 550])
    }

    @Test("a percentage is of the items alone, half up")
    func percent() throws {
        #expect(try parse("items Alice 0.05 tip 10%", of: 6) == [alice: 6])
        #expect(try parse("items Alice 0.04 tip 10%", of: 4) == [alice: 4])
        #expect(try parse("items Alice 100 tax 19% tip 12.5%", of: 13_150) == [alice: 13_150])
        #expect(try parse("items Alice 10 tip 100%", of: 2000) == [alice: 2000])
    }

    @Test("in every scale of a currency")
    func scales() throws {
        #expect(
            try parse("items Alice 1000, Bob 500 tip 150", of: 1650, in: money("JPY"))
                == [alice: 1100, bob: 550])
        #expect(
            try parse("items Alice 1.250, Bob 0.750 tax 0.001", of: 2001, in: money("KWD"))
                == [alice: 1251, bob: 750])
    }

    @Test("a miss says by how much, with every figure")
    func misses() {
        let short = refusal { try parse("items Alice 10, Bob 20 tax 5", of: 3600) }
        #expect(short?.code == .splitMisses)
        #expect(
            short?.message
                == "the bill misses 36.00 EUR: items 30.00 + tax 5.00 = 35.00, 1.00 short")
        let over = refusal { try parse("items Alice 10, Bob 20 tip 10% tax 5", of: 3600) }
        #expect(
            over?.message
                == "the bill misses 36.00 EUR: items 30.00 + tax 5.00 + tip 3.00 = 38.00, 2.00 over"
        )
        let alone = refusal { try parse("items Alice 10, Bob 20", of: 3001) }
        #expect(alone?.message == "the bill misses 30.01 EUR: items 30.00, 0.01 short")
        #expect(alone?.hint.contains("change an item") == true)
    }

    @Test(
        "what cannot be meant is refused by name",
        arguments: [
            ("items", "there is no item"), ("items ,", "there is no item"),
            ("items tax 5", "there is no item"), ("items Alice", "\"Alice\" is no item"),
            ("items 10", "does not say for whom"), ("items Alice 10, Bob", "\"Bob\" is no item"),
            ("items Alice 50%", "\"Alice 50%\" is no item"), ("items Alice 2x", "is no item"),
            ("items Alice +10", "is no item"), ("items Alice -10", "is no item"),
            ("items Alice 0", "an item of 0.00 is none"), ("items + Alice 10", "a name is missing"),
            ("items Alice++Bob 10", "a name is missing"), ("items Alice+ 10", "a name is missing"),
            ("items Alice+Alice 10", "named twice in one item"),
            ("items all+Bob 10", "everybody and others"),
            ("items Zed 10", "nobody here is called \"Zed\""), ("items Alice+Zed 10", "\"Zed\""),
            ("items May Lee 10", "not among those this is for"),
            ("items Alice 10 tax", "nothing follows \"tax\""),
            ("items Alice 10 tip tax 5", "nothing follows \"tip\""),
            ("items Alice 10 tip 1 tip 2", "\"tip\" stands twice"),
            ("items Alice 10 tip 1, Bob 5", "behind tax or tip"),
            ("items Alice 10 tip -1", "below zero"), ("items Alice 10 tip ten", "is no amount"),
            ("items Alice 10 tip 12.555%", "\"12.555%\" is no tip"),
            ("items Alice 10 tip x%", "is no amount"),
            ("items Alice 10 tip 999999999%", "no tip"), ("items Alice $10", "can be USD"),
            ("items Alice 10 USD", "is not in EUR"), ("items Alice 10.555", "unclear"),
            ("items Alice 10 tip 1 USD", "is not in EUR"), ("items Alice 10, rest 5", "\"rest\""),
        ]
    )
    func refused(text: String, words: String) {
        let error = refusal { try parse(text, of: 3000) }
        #expect(error?.message.contains(words) == true, "\(text): \(String(describing: error))")
    }

    @Test("an expense of more items than anybody types is refused, not trapped upon")
    func bounds() {
        let many = "items " + Array(repeating: "Alice 0.01", count: 1001).joined(separator: ", ")
        #expect(refusal { try parse(many, of: 1001) }?.message.contains("1001 items") == true)
        let most =
            "items " + Array(repeating: "Alice 10000000000000", count: 1000).joined(separator: ", ")
            + " tip 10000%"
        #expect(refusal { try parse(most, of: MoneyLimits.largestAmount) } != nil)
        let one = "items Alice 10000000000000 tip 1000000%"
        #expect(
            refusal { try parse(one, of: MoneyLimits.largestAmount) }?.code == .amountOutOfRange)
    }

    @Test("whatever the bill, the parts come to the amount, and tip follows the items")
    func property() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let people = [("Alice", alice), ("Bob", bob), ("May", may)]
            var items: Int64 = 0
            var words: [String] = []
            for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                let amount = Int64.random(in: 1...100_000, using: &numbers)
                items += amount
                let some = people.shuffled(using: &numbers).prefix(
                    Int.random(in: 1...3, using: &numbers))
                let who =
                    some.count == 3 && Bool.random(using: &numbers)
                    ? "all" : some.map(\.0).joined(separator: "+")
                words.append("\(who) \(AmountFormat.plain(amount, eur))")
            }
            let tax = Int64.random(in: 0...10_000, using: &numbers)
            let percent = Int64.random(in: 0...3_000, using: &numbers)
            let tip = Int64((2 * Int128(items) * Int128(percent) + 10_000) / 20_000)
            let text =
                "items " + words.joined(separator: ", ")
                + " tax \(AmountFormat.plain(tax, eur)) tip \(AmountFormat.plain(percent, eur))%"
            let payer = people.randomElement(using: &numbers)?.1
            // `parse` itself checks that they come to the amount.
            let parts = try parse(text, of: items + tax + tip, paid: payer)
            let bare = try parse("items " + words.joined(separator: ", "), of: items, paid: payer)
            for (party, part) in bare {
                let exact = Int128(part) * Int128(items + tax + tip)
                let got = Int128(parts[party] ?? 0) * Int128(items)
                #expect(abs(got - exact) <= Int128(items), seed)
            }
        }
    }
}
