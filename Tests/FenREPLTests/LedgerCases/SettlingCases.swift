import FenMoney
import TestSupport
import Testing

@testable import FenREPL

/// Paying what the plan says: nothing is left, nothing comes back, and no plan is longer than it
/// must be.
@Suite("Cases: settling up")
struct SettlingCases {
    /// Logs expenses that leave these balances, which sum to zero.
    private static func log(_ balances: [Int64], in trip: Trip) async throws {
        var open = balances
        while let creditor = open.firstIndex(where: { $0 > 0 }),
            let debtor = open.firstIndex(where: { $0 < 0 })
        {
            let amount = min(open[creditor], -open[debtor])
            try await trip.writes(
                "+ \(trip.text(amount)) Loan by \(trip.names[creditor]) for \(trip.names[debtor])")
            open[creditor] -= amount
            open[debtor] += amount
        }
    }

    /// The largest debtor pays the largest creditor, ties by the place in the list.
    private static func greedyCount(_ balances: [Int64]) -> Int {
        var open = balances
        var count = 0
        while let most = open.max(), most > 0, let least = open.min() {
            let (creditor, debtor) = (open.firstIndex(of: most), open.firstIndex(of: least))
            guard let creditor, let debtor else { break }
            let amount = min(most, -least)
            open[creditor] -= amount
            open[debtor] += amount
            count += 1
        }
        return count
    }

    @Test(
        "B02 B05 B09 whatever was shared, paying what is suggested leaves exact zeros",
        arguments: ["EUR", "JPY", "KWD"])
    func paysOff(code: String) async throws {
        var random = SeededGenerator(for: "B05 \(code)")
        for _ in 0..<3 {
            let trip = try await Trip.make(people: 3 + random.below(5), in: code)
            await trip.me.types("/rate USD 0.91537")
            for number in 0..<8 {
                let people = random.some(trip.names)
                let payer = trip.names[random.below(3)]
                let isForeign = random.below(4) == 0
                let currency = isForeign ? try #require(Currency(code: "USD")) : trip.currency
                // Enough to be something in yen.
                let amount = random.amount() + (isForeign ? 200 : 2)
                try await trip.writes(
                    "+ \(trip.text(amount, currency)) \(currency.code) T\(number) by \(payer) "
                        + "for \(people.joined(separator: ","))")
            }
            let plan = try await trip.plan()
            var left = try await trip.balances()
            for payment in plan {
                #expect(payment.minor > 0 && payment.from != payment.to)
                #expect((left[payment.from] ?? 0) < 0 && (left[payment.to] ?? 0) > 0)
                try await trip.pays(payment)
                left[payment.from, default: 0] += payment.minor
                left[payment.to, default: 0] -= payment.minor
                #expect(try await trip.balances() == left)
            }
            #expect(left.values.allSatisfy { $0 == 0 }, "\(left)")
            #expect(try await trip.plan().isEmpty)
            #expect(await trip.me.types("/balances").lines[0].hasPrefix("All settled up"))
            await trip.me.fails("/settle Bob 0", status: 2)
            await trip.me.fails("/settle Bob \(trip.text(0))", status: 2)
        }
    }

    @Test("a part of a debt leaves the rest, more than it turns it round and says so, void undoes")
    func partial() async throws {
        var random = SeededGenerator(for: "partial")
        let trip = try await Trip.make()
        for _ in 0..<6 {
            let debt = 2 + Int64(random.below(100_000))
            let lent = try await trip.writes("+ \(trip.text(debt)) Loan by Bob for Alice")
            let part = 1 + Int64(random.below(Int(debt) - 1))
            let paid = await trip.me.types("/settle Bob \(trip.text(part)) half")
            #expect(!paid.lines.contains { $0.hasPrefix("Careful: Al") }, "\(paid.lines)")
            #expect(
                try await trip.plan() == [.init(from: "Alice", to: "Bob", minor: debt - part)])
            let over = await trip.me.types("/settle Bob \(trip.text(debt))")
            #expect(over.lines.contains { $0.hasPrefix("Careful: Alice owed") }, "\(over.lines)")
            #expect(try await trip.plan() == [.init(from: "Bob", to: "Alice", minor: part)])
            let reference = try #require(over.mainValue)
            await trip.me.types("/void \(reference) --yes")
            await trip.me.fails("/void \(reference) --yes", status: 1)
            #expect(
                try await trip.plan() == [.init(from: "Alice", to: "Bob", minor: debt - part)])
            await trip.me.types("/settle Bob all")
            #expect(try await trip.plan().isEmpty)
            await trip.me.types("/delete \(lent) --yes")
            #expect(try await trip.plan() == [.init(from: "Bob", to: "Alice", minor: debt)])
            await trip.me.types("/undelete \(lent)")
            #expect(try await trip.balances().values.allSatisfy { $0 == 0 })
        }
    }

    @Test(
        "B21 B23 V1 V2 V3 V5 the published balances need so many payments, greedily and at least",
        arguments: [
            ([3000, 2000, -3000, -2000], 2, 2), ([400, 300, -200, -200, -300], 4, 3),
            ([500, 400, 100, -300, -300, -400], 5, 4),
            ([700, 600, 400, 400, -100, -500, -700, -800], 7, 5),
            // B08: all of it is always from a debtor to a creditor.
            ([50_735, -50_735], 1, 1),
        ] as [([Int64], Int, Int)])
    func vectors(balances: [Int64], greedy: Int, fewest: Int) async throws {
        let trip = try await Trip.make(people: balances.count)
        try await Self.log(balances, in: trip)
        let plan = try await trip.plan()
        #expect(plan.count == fewest)
        #expect(Self.greedyCount(balances) == greedy)
        #expect(await trip.me.types("/settle").lines.contains { $0.contains("fewest possible") })
    }

    @Test("B23 what two owe each other, and a ring, cancel out")
    func rings() async throws {
        var random = SeededGenerator(for: "B23")
        let trip = try await Trip.make(people: 4)
        try await trip.writes("+ 10 Loan by Bob for Alice")
        try await trip.writes("+ 6 Loan by Alice for Bob")
        #expect(try await trip.plan() == [.init(from: "Alice", to: "Bob", minor: 400)])
        await trip.me.types("/settle Bob all")
        for _ in 0..<4 {
            let amount = trip.text(random.amount())
            let ring = Array(random.some(trip.names))
            for (place, name) in ring.enumerated() {
                let next = ring[(place + 1) % ring.count]
                try await trip.writes("+ \(amount) Round by \(next) for \(name)")
            }
            #expect(try await trip.plan().isEmpty, "\(ring) \(amount)")
        }
    }

    @Test("B24 why somebody pays whom they never owed is shown, beside the lines behind it")
    func lesson() async throws {
        let trip = try await Trip.make()
        try await trip.writes("+ 60 Dinner by Alice for Alice,Bob,May")
        try await trip.writes("+ 120 Boat by Bob for Bob,May")
        #expect(try await trip.balances() == ["Alice": 4000, "Bob": 4000, "May": -8000])
        #expect(
            Set(try await trip.plan()) == [
                .init(from: "May", to: "Alice", minor: 4000),
                .init(from: "May", to: "Bob", minor: 4000),
            ])
        let why = await trip.me.types("/settle why").lines
        #expect(
            why[0] == "Alice +40.00, Bob +40.00 and May -80.00 come to zero, so they settle among "
                + "themselves:")
        #expect(why.contains("May pays Alice 40.00 EUR") && why.contains("May pays Bob 40.00 EUR"))
        #expect(
            why.joined(separator: " ").contains(
                "3 less 1 part that comes to zero by itself makes 2 payments: no plan needs fewer.")
        )
        #expect(
            await trip.me.types("/why Alice May").lines.contains(
                "By these lines May owes Alice 20.00 EUR."))
        #expect(await trip.me.types("/why May").lines.contains { $0.contains("-80.00") })
    }

    @Test("the reasons of a plan name everybody once, and each part comes to zero")
    func reasons() async throws {
        var random = SeededGenerator(for: "reasons")
        let trip = try await Trip.make(people: 9)
        for _ in 0..<4 {
            var balances = (0..<8).map { _ in Int64(random.below(11) - 5) * 100 }
            balances.append(-balances.reduce(0, +))
            try await Self.log(balances, in: trip)
            let json = try await trip.json("/settle why")
            var known = try await trip.balances().filter { $0.value != 0 }
            var payments = 0
            for part in try #require(json["parts"] as? [[String: Any]]) {
                let sums = try Trip.figures(part["balances"], "balance")
                #expect(sums.values.reduce(0, +) == 0)
                for (name, sum) in sums { #expect(known.removeValue(forKey: name) == sum) }
                payments += (part["transfers"] as? [Any])?.count ?? 0
            }
            #expect(known.isEmpty)
            #expect(try await trip.plan().count == payments)
        }
    }
}
