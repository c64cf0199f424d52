import FenMoney
import TestSupport
import Testing

@testable import FenREPL

/// What each paid minus their shares, in each currency as it was paid.
@Suite("Balances in the currencies as paid")
struct OriginalBalancesTests {
    @Test("expenses, refunds, payments, voids and deleted ones, a column a currency")
    func columns() async throws {
        let trip = try await Trip.make()
        #expect(
            await trip.me.types("/balances original").lines.first == "Nothing has been paid yet.")
        await trip.me.types("/rate USD 0.5")
        await trip.me.types("/rate JPY 0.006")
        try await trip.writes("+ 30 Dinner")
        try await trip.writes("+ 10 USD Museum by Bob")
        try await trip.writes("/refund 1 USD Ticket by Bob for Bob,May")
        try await trip.writes("+ 1000 JPY Tram by May 600, Alice 400 for Alice,May")
        try await trip.writes("/settle Bob 2 USD in cash")
        await trip.me.types("/void \(try await trip.writes("/settle Bob 3 USD")) --yes")
        await trip.me.types("/delete \(try await trip.writes("+ 99 USD Mistake")) --yes")
        #expect(
            try await trip.original() == [
                "EUR": ["Alice": 2000, "Bob": -1000, "May": -1000],
                // 10.00 / 3: 3.34 of it Bob's, the payer; the refund 0.50 each; 2.00 paid.
                "USD": ["Alice": -333 + 200, "Bob": 666 - 50 - 200, "May": -333 + 50],
                "JPY": ["Alice": -100, "Bob": 0, "May": 100],
            ])
        let lines = await trip.me.types("/balances original").lines
        #expect(lines[0] == "EUR JPY USD")
        #expect(lines.contains("Alice +20.00 -100 -1.33"))
        #expect(lines.joined(separator: " ").contains("Each column comes to zero."))
        await trip.me.fails("/balances bob", status: 2, "/balances original")
    }

    @Test("a claimed guest's money is the member's, and twenty currencies stay within the width")
    func claimed() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(world)
        await alice.types("/guest Dana")
        let codes = [
            "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "TRY", "AUD",
            "CAD", "NZD", "ZAR", "INR", "THB", "MXN", "BRL",
        ]
        for code in codes {
            await alice.types("/rate \(code) 0.5")
            await alice.types("+ 123456.78 \(code) Hotel by Dana for Bob")
        }
        await alice.types("+ 8 Tea by Dana for Alice")
        await alice.types("/claim Dana as Bob --yes")
        let json = try await Trip.json(alice, "/balances original")
        let columns = try #require(json["currencies"] as? [[String: Any]])
        #expect(columns.count == 20)
        for column in columns {
            let sums = try Trip.figures(column["balances"], "balance")
            #expect(sums.values.reduce(0, +) == 0)
            // What Dana paid for Bob, Bob paid for himself.
            let isEuro = column["currency"] as? String == "EUR"
            #expect(sums == (isEuro ? ["Alice": -800, "Bob": 800] : ["Alice": 0, "Bob": 0]))
        }
        await alice.types("/claim Dana --yes")
        for line in await alice.session.execute("/balances original").lines {
            #expect(line.count <= 120, "\(line)")
        }
    }

    @Test("every column sums to zero and is what the entries say", arguments: [UInt64(3), 4, 5])
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let trip = try await Trip.make(people: 5)
        let rates = ["USD": "0.915", "JPY": "0.0061", "KWD": "3.1"]
        for (code, rate) in rates { await trip.me.types("/rate \(code) \(rate)") }
        var known: [String: [String: Int64]] = [:]
        func move(_ code: String, _ name: String, _ minor: Int64) {
            known[code, default: [:]][name, default: 0] += minor
        }
        for number in 0..<25 {
            let code = ["EUR", "USD", "JPY", "KWD"][random.below(4)]
            let currency = try #require(Currency(code: code))
            let amount = 1000 + random.amount()
            let typed = "\(AmountFormat.plain(amount, currency)) \(code)"
            if random.below(4) == 0 {
                let two = trip.names.shuffled(using: &random)
                let written = try await trip.writes("/settle \(two[0]) to \(two[1]) \(typed)")
                if random.below(3) == 0 {
                    await trip.me.types("/void \(written) --yes")
                } else {
                    move(code, two[0], amount)
                    move(code, two[1], -amount)
                }
                continue
            }
            let isRefund = random.below(5) == 0
            let (payer, people) = (trip.names[random.below(5)], random.some(trip.names))
            let written = try await trip.writes(
                (isRefund ? "/refund " : "+ ")
                    + "\(typed) Thing\(number) by \(payer) for \(people.joined(separator: ","))")
            if random.below(5) == 0 {
                await trip.me.types("/delete \(written) --yes")
                continue
            }
            let sign: Int64 = isRefund ? -1 : 1
            move(code, payer, sign * amount)
            for (name, share) in try await trip.shares(written) {
                move(code, name, -sign * abs(share))
            }
        }
        let found = try await trip.original()
        for (code, column) in found {
            #expect(column.values.reduce(0, +) == 0, "seed \(seed), \(code)")
        }
        func nonzero(_ all: [String: [String: Int64]]) -> [String: [String: Int64]] {
            all.mapValues { $0.filter { $0.value != 0 } }.filter { !$0.value.isEmpty }
        }
        #expect(nonzero(found) == nonzero(known), "seed \(seed)")
    }
}
