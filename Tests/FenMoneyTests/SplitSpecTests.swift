import FenMoney
import Testing

@Suite("Typed splits")
struct SplitSpecTests {
    private let mayLee = person(4)

    private func parse(
        _ text: String,
        of amount: Int64,
        for people: [PartyID]? = nil,
        paid: PartyID? = nil,
        in currency: Currency = eur
    ) throws -> Split {
        let names = ["alice": alice, "bob": bob, "may": may, "may lee": mayLee]
        let parser = SplitSpecParser(
            amount: amount, currency: currency, participants: people ?? [alice, bob, may],
            payers: paid.map { [Payment(party: $0, amount: amount)] } ?? [],
            resolve: { names[$0.lowercased()] }
        )
        return try parser.parse(text)
    }

    private func split(_ mode: SplitMode, _ parts: [(PartyID, Int64)]) -> Split {
        Split(mode: mode, parts: parts.map { SplitPart(party: $0.0, value: $0.1) })
    }

    @Test(
        "equally, in its spellings",
        arguments: ["equally", "equal", " Evenly ", "equally,", "equally Alice, Bob, May"]
    )
    func equally(text: String) throws {
        #expect(try parse(text, of: 100) == .equally([alice, bob, may]))
    }

    @Test("equally among some of them")
    func equallyAmong() throws {
        #expect(try parse("equally Alice, May", of: 100) == .equally([alice, may]))
    }

    @Test(
        "amounts by name",
        arguments: [
            "Alice 10, Bob 20", "Alice 10,Bob 20", "alice: 10, bob: 20", "Alice=10 , Bob=20",
            "Alice 10,00, Bob 20,00", "Alice 10; Bob 20", "Bob 20, Alice €10",
            "Alice 10 EUR, Bob 20 eur", "amounts Alice 10, Bob 20", "exactly: Bob 20.00, Alice 10",
            "Alice 10, Bob 20, May 0",
        ]
    )
    func amounts(text: String) throws {
        #expect(try parse(text, of: 3000) == split(.amount, [(alice, 1000), (bob, 2000)]))
    }

    @Test("names with spaces, and amounts by position")
    func positions() throws {
        let people = [mayLee, alice]
        #expect(
            try parse("May Lee 10.50, Alice 19.50", of: 3000, for: people)
                == split(.amount, [(alice, 1950), (mayLee, 1050)]))
        #expect(
            try parse("10.50, 19.50", of: 3000, for: people)
                == split(.amount, [(alice, 1950), (mayLee, 1050)]))
        #expect(
            try parse("10,20", of: 3000, for: people)
                == split(.amount, [(alice, 2000), (mayLee, 1000)]))
        #expect(
            try parse("10,50; 19,50", of: 3000, for: people)
                == split(.amount, [(alice, 1950), (mayLee, 1050)]))
    }

    @Test("what is not named is divided equally, the odd cent to who paid")
    func rest() throws {
        for text in [
            "Alice 10, rest equally", "Alice 10, rest", "Alice 10, the rest evenly",
            "Alice 10, everyone else equally", "others equally, Alice 10",
        ] {
            #expect(
                try parse(text, of: 3001, paid: may)
                    == split(.amount, [(alice, 1000), (bob, 1000), (may, 1001)]))
        }
        #expect(
            try parse("Alice 10, rest equally", of: 3001)
                == split(.amount, [(alice, 1000), (bob, 1001), (may, 1000)]))
        #expect(
            try parse("Alice 20, Bob 10, rest in proportion", of: 3300)
                == split(.amount, [(alice, 2200), (bob, 1100)]))
    }

    @Test("equally with something on top, or off")
    func adjustments() throws {
        let expected = split(.amount, [(alice, 1500), (bob, 1000), (may, 1000)])
        for text in [
            "equally, Alice +5", "equally Alice +5", "Alice +5, equally",
            "Alice + 5, rest equally", "equally, Alice +€5",
        ] {
            #expect(try parse(text, of: 3500) == expected)
        }
        #expect(
            try parse("equally, Alice -3", of: 3000)
                == split(.amount, [(alice, 800), (bob, 1100), (may, 1100)]))
        #expect(
            try parse("equally, Alice +5, Bob +2.50", of: 1051, paid: bob)
                == split(.amount, [(alice, 600), (bob, 351), (may, 100)]))
        // Nothing is left for the others: they owe nothing and take no part.
        #expect(try parse("equally, Alice +30", of: 3000) == split(.amount, [(alice, 3000)]))
    }

    @Test(
        "percent, by position and by name",
        arguments: [
            "50%,25%,25%", "50%, 25%, 25%", "50 %, 25 %, 25 %", "percent 50,25,25",
            "percent 50, 25, 25", "Alice 50%, Bob 25%, May 25%", "percent Bob 25, May 25, Alice 50",
            "Alice 50%, rest equally", "50,00%, 25,00%, 25,00%", "percentages: 50%,25%,25%",
        ]
    )
    func percent(text: String) throws {
        #expect(
            try parse(text, of: 4500) == split(.percent, [(alice, 5000), (bob, 2500), (may, 2500)]))
    }

    @Test("the rest of a hundred percent has two decimals")
    func percentRest() throws {
        #expect(
            try parse("Alice 33.33%, rest equally", of: 4500)
                == split(.percent, [(alice, 3333), (bob, 3334), (may, 3333)]))
    }

    @Test(
        "shares are kept as they are typed",
        arguments: [
            ("shares Alice 2, Bob 1, May 1", [2, 1, 1]), ("shares 2,1,1", [2, 1, 1]),
            ("2:1:1", [2, 1, 1]), ("shares 4:2:2", [4, 2, 2]),
            ("Alice 2x, Bob 1x, May 1x", [2, 1, 1]),
            ("shares Alice 2, rest 1", [2, 1, 1]), ("shares Alice 2, rest equally", [2, 1, 1]),
            ("shares Alice 1.5, Bob 1, May 0.5", [3, 2, 1]), ("weights 20,30,1", [20, 30, 1]),
        ] as [(String, [Int64])]
    )
    func shares(text: String, values: [Int64]) throws {
        let parts = Array(zip([alice, bob, may], values))
        #expect(try parse(text, of: 12_000) == split(.shares, parts))
    }

    @Test("some of them, by shares")
    func someShares() throws {
        #expect(
            try parse("shares Alice 2, Bob 1", of: 12_000)
                == split(.shares, [(alice, 2), (bob, 1)]))
        #expect(
            try parse("shares Alice 2, Bob 1, May 0", of: 12_000)
                == split(.shares, [(alice, 2), (bob, 1)]))
    }

    @Test("a refusal says by how much the parts miss (B13)")
    func misses() {
        let five = (1...5).map(person)
        let over = refusal {
            try parse("110.11, 209.74, 104.87, 89.14, 10.49", of: 52_434, for: five)
        }
        #expect(over?.code == .splitMisses)
        #expect(over?.message == "the split misses 524.34 EUR: 524.35 entered, 0.01 over")
        let short = refusal { try parse("Alice 10, Bob 19.50", of: 3000) }
        #expect(short?.message == "the split misses 30.00 EUR: 29.50 entered, 0.50 short")
        let yen = refusal { try parse("Alice 10, Bob 19", of: 30, in: money("JPY")) }
        #expect(yen?.message == "the split misses 30 JPY: 29 entered, 1 short")
        let percent = refusal { try parse("50%, 25%, 25.01%", of: 3000) }
        #expect(percent?.message == "the split misses 100 %: 100.01 % entered, 0.01 over")
        let rest = refusal { try parse("Alice 31, rest equally", of: 3000) }
        #expect(rest?.message == "the split misses 30.00 EUR: 31.00 entered, 1.00 over")
        let extra = refusal { try parse("equally, Alice +31", of: 3000) }
        #expect(
            extra?.message
                == "what is added comes to 31.00 EUR, 1.00 more than the expense of 30.00 EUR")
    }

    @Test(
        "what cannot be meant is refused by name",
        arguments: [
            ("", MoneyError.Code.badSplit), (",", .badSplit), ("Alice", .badSplit),
            ("Alice 10, Bob", .badSplit), ("Alice 10, Alice 20", .badSplit), ("10, 20", .badSplit),
            ("Zed 10, Bob 20", .unknownName), ("May Lee 10, Bob 20", .unknownName),
            ("Alice 50%, Bob 15", .badSplit), ("50%, 50", .badSplit), ("Alice 10, 20", .badSplit),
            ("Alice 30, rest equally", .badSplit), ("Alice 10, rest, rest", .badSplit),
            ("Alice 10, Bob 10, May 10, rest", .badSplit), ("equally, Alice 5", .badSplit),
            ("equally, Alice -50", .splitMisses), ("Alice +5, Bob 25", .badSplit),
            ("33.333%, 33.333%, 33.334%", .badSplit), ("shares 0,0,0", .badSplit),
            ("shares Alice 1000001, Bob 1", .badSplit),
            ("shares Alice 0.0000001, Bob 1", .badSplit),
            ("2:1", .badSplit), ("Alice 10 USD, Bob 20", .badSplit),
            ("Alice $10, Bob 20", .ambiguousCurrency), ("Alice 1,234, Bob 20", .ambiguousAmount),
            ("Alice 10.555, Bob 19.445", .ambiguousAmount), ("percent Alice 200", .splitMisses),
            ("shares Alice 999999999999, Bob 0.000000000001", .badSplit),
        ]
    )
    func refused(text: String, code: MoneyError.Code) {
        let error = refusal { try parse(text, of: 3000) }
        #expect(error?.code == code)
        #expect(error?.message.isEmpty == false)
    }

    @Test("whatever is accepted is a split the protocol takes")
    func accepted() throws {
        let texts = [
            "equally", "Alice 3, rest equally", "equally, Alice +2, Bob -1", "50%,25%,25%",
            "Alice 10%, rest equally", "2:1:1", "shares Alice 1.25, rest 0.5",
            "Alice 4, Bob 2, rest in proportion",
        ]
        try forEachSeed(100) { (numbers, seed) throws in
            let amount = Int64.random(in: 1_000...1_000_000, using: &numbers)
            for text in texts {
                var unit = expense(amount, by: bob, among: [bob])
                unit.split = try parse(text, of: amount, paid: bob)
                try unit.validate(groupCurrency: eur)
            }
        }
    }

    @Test(
        "a rest that makes no sense is refused",
        arguments: [
            ("Alice 10, rest 5", MoneyError.Code.badSplit), ("Alice -5, rest 5", .badSplit),
            ("amounts Alice -5, Bob 35", .badSplit), ("equally, rest 2", .badSplit),
            ("Alice 50%, rest in proportion", .badSplit), ("Alice 100%, rest", .badSplit),
            ("Alice 101%, rest", .splitMisses), ("shares Alice 1, rest in proportion", .badSplit),
            ("Alice 10, rest of them", .unknownName), ("percent 50, abc, 50", .badSplit),
            ("percent ++50, 25, 25", .badSplit), ("amounts x", .unknownName),
            ("equally, Alice +5 USD", .badSplit), ("equally, Alice +$5", .ambiguousCurrency),
            ("Alice £10, rest", .badSplit), ("equally, 5", .badSplit),
            ("Alice 5; rest 1x", .badSplit),
        ]
    )
    func refusedRest(text: String, code: MoneyError.Code) {
        let error = refusal { try parse(text, of: 3000) }
        #expect(error?.code == code)
    }

    @Test("an expense for nobody, for too many or of nothing is refused")
    func bounds() {
        let nobody = refusal { try parse("equally", of: 3000, for: []) }
        #expect(nobody?.code == .badSplit)
        let many = (1...129).map(person)
        let crowd = refusal { try parse("equally", of: 3000, for: many) }
        #expect(crowd?.message == "129 parts are too many for one expense")
        let numbers = Array(repeating: "1", count: 129).joined(separator: ", ")
        let list = refusal { try parse(numbers, of: 129_00, for: many) }
        #expect(list?.message == "129 parts are too many for one expense")
        for amount in [0, -1, Int64.min, Int64.max] {
            let error = refusal { try parse("equally", of: amount) }
            #expect(error?.code == .amountOutOfRange)
        }
    }

    @Test("a resolver's own refusal comes through")
    func resolver() {
        let twoBobs = MoneyError(.unknownName, "two people are called Bob")
        let parser = SplitSpecParser(
            amount: 3000, currency: eur, participants: [alice, bob],
            resolve: { (_) throws(MoneyError) in throw twoBobs }
        )
        let error = refusal { try parser.parse("Bob 30") }
        #expect(error == twoBobs)
    }
}
