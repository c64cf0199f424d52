import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// Changing an expense changes what is said and nothing else.
@Suite("Cases: changing what is there")
struct EditCases {
    /// Lines of every kind of split, amount and payers, for a group of Alice, Bob, Cy and Dora.
    private static func line(_ random: inout SeededGenerator, _ trip: Trip) -> String {
        let amount = 200 + Int64(random.below(1_000_000))
        let people = random.some(trip.names)
        let list = people.joined(separator: ",")
        let kinds = [
            "for \(list)",
            "for \(list) split shares "
                + people.map { "\($0) \(1 + random.below(5))" }.joined(separator: ", "),
            "split 10%, 20.5%, 30%, 39.5%",
            "split \(people[0]) 1, rest equally",
            "for all split equally, \(people[0]) +1",
            "for all but \(people[0])",
        ]
        let payer =
            random.below(3) == 0
            ? "Alice 1, \(trip.names[1 + random.below(3)])" : trip.names[random.below(4)]
        let currency = random.below(3) == 0 ? " USD" : ""
        return
            "+ \(trip.text(amount))\(currency) \"Tea by the sea\" by \(payer) "
            + kinds[random.below(kinds.count)]
    }

    @Test("B04 B14 B17 B18 title, day, category and note move no unit, also where all is settled")
    func title() async throws {
        var random = SeededGenerator(for: "B04")
        let trip = try await Trip.make(people: 4)
        await trip.me.types("/rate USD 0.9153")
        for _ in 0..<15 {
            let line = Self.line(&random, trip)
            let written = try await trip.writes(line)
            for payment in try await trip.plan() { try await trip.pays(payment) }
            #expect(try await trip.plan().isEmpty, "\(line)")
            let (before, shares) = (try await trip.split(written), try await trip.shares(written))
            let changes = [
                "Coffee", "\"20 Coffees by the sea\"", "on 2026-08-01", "in drinks", "note late",
                "Cake on yesterday in food note \"with cream\"", "in \"\" note \"\"",
            ]
            for change in changes { await trip.me.types("/edit \(written) \(change)") }
            let after = try await trip.split(written)
            #expect(after.mode == before.mode && after.parts == before.parts, "\(line)")
            #expect(try await trip.shares(written) == shares, "\(line)")
            #expect(try await trip.plan().isEmpty, "\(line)")
            #expect(try await trip.balances().values.allSatisfy { $0 == 0 }, "\(line)")
        }
    }

    @Test("B14 B16 B17 B25 the line that /edit gives back changes nothing when it is sent as it is")
    func untouched() async throws {
        var random = SeededGenerator(for: "B16")
        let trip = try await Trip.make(people: 4)
        await trip.me.types("/rate USD 0.9153")
        for _ in 0..<20 {
            let line = Self.line(&random, trip)
            let written = try await trip.writes(line)
            let back = try #require(await trip.me.types("/edit \(written)").prefill, "\(line)")
            let said = await trip.me.types(back).lines[0]
            #expect(said.hasPrefix("Nothing would change"), "\(line)\n\(back)\n\(said)")
        }
    }

    @Test("B18 a split that is made equal is equal everywhere, old weights are gone")
    func madeEqual() async throws {
        var random = SeededGenerator(for: "B18")
        let trip = try await Trip.make(people: 4)
        for number in 0..<8 {
            let people = random.some(trip.names)
            let amount = 100 + Int64(random.below(99_999))
            let weights = people.map { "\($0) \(1 + random.below(5))" }.joined(separator: ", ")
            let written = try await trip.writes(
                "+ \(trip.text(amount)) Tea\(number) by Alice for \(people.joined(separator: ",")) "
                    + "split shares \(weights)")
            await trip.me.types("/edit \(written) split equally")
            let split = try await trip.split(written)
            #expect(split.mode == "equal" && split.parts.values.allSatisfy { $0 == 1 })
            #expect(Set(split.parts.keys) == Set(people))
            let shares = try await trip.shares(written)
            let path = "\(trip.world.folder)/\(number).csv"
            await trip.me.types("/export \(path)")
            let row = try #require(
                try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n")
                    .first { $0.contains("\"Tea\(number)\"") })
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).suffix(4)
            let expected = trip.names.sorted().map { name in
                trip.text((name == "Alice" ? amount : 0) - (shares[name] ?? 0))
            }
            #expect(cells.map(String.init) == expected, "\(row)")
        }
    }

    @Test("B20 weights belong to an expense: later ones change no earlier share")
    func weights() async throws {
        var random = SeededGenerator(for: "B20")
        let trip = try await Trip.make(people: 3)
        var known: [String: [String: Int64]] = [:]
        for _ in 0..<10 {
            let weights = trip.names.map { "\($0) \(1 + random.below(9))" }
            let written = try await trip.writes(
                "+ \(trip.text(3 + random.amount())) Rent split shares "
                    + weights.joined(separator: ", "))
            known[written] = try await trip.shares(written)
            for (earlier, shares) in known { #expect(try await trip.shares(earlier) == shares) }
        }
    }

    @Test("B20 O4 a changed weight in a file read again changes nothing that is there")
    func importedWeights() async throws {
        let trip = try await Trip.make(["Bob"])
        func bills(_ count: Int, weight: Int) -> String {
            var text = "what,bill_type,amount,currency,date,payer_name,payer_weight,owers\r\n"
            for number in 1...count {
                text +=
                    "Rent \(number),Expense,30.0,EUR,2026-07-0\(number),Bob,\(weight).0,"
                    + "\"Alice, Bob\"\r\n"
            }
            return text
        }
        let path = "\(trip.world.folder)/bills.csv"
        try Data(bills(2, weight: 1).utf8).write(to: URL(filePath: path))
        await trip.me.types("/import \(path) --yes")
        #expect(try await trip.balances() == ["Alice": -3000, "Bob": 3000])
        #expect(await trip.me.types("/import \(path) --yes").mainValue == "0")
        // The program has given Bob another weight since, and there is a third bill.
        try Data(bills(2, weight: 5).utf8).write(to: URL(filePath: path))
        #expect(await trip.me.types("/import \(path) --yes").mainValue == "0")
        try Data(bills(3, weight: 5).utf8).write(to: URL(filePath: path))
        #expect(await trip.me.types("/import \(path) --yes").mainValue == "1")
        #expect(try await trip.balances() == ["Alice": -3500, "Bob": 3500])
    }
}
