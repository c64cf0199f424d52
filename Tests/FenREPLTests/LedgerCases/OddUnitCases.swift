import FenMoney
import TestSupport
import Testing

@testable import FenREPL

/// What becomes of the unit that cannot be divided: shares are exact, whatever is typed.
@Suite("Cases: the odd unit")
struct OddUnitCases {
    @Test(
        "B01 B10 B30 B31 an equal split loses no unit, in currencies of any decimals",
        arguments: ["EUR", "JPY", "KWD", "VND", "HUF"])
    func equal(code: String) async throws {
        var random = SeededGenerator(for: "B01 \(code)")
        let trip = try await Trip.make(people: 2 + random.below(6), in: code)
        var known = try await trip.balances()
        for number in 0..<12 {
            let amount = random.amount()
            let people = random.some(trip.names)
            let payer = trip.names[random.below(trip.names.count)]
            let line =
                "+ \(trip.text(amount)) Tea\(number) by \(payer) for "
                + people.joined(separator: ",")
            let shares = try await trip.shares(try await trip.writes(line))
            #expect(Set(shares.keys) == Set(people), "\(line)")
            #expect(shares.values.reduce(0, +) == amount, "\(line)")
            // The rest goes to who paid, and where they take no part one unit each to the first.
            let each = amount / Int64(people.count)
            let rest = amount % Int64(people.count)
            if people.contains(payer) {
                for name in people { #expect(shares[name] == (name == payer ? each + rest : each)) }
            } else {
                #expect(shares.values.allSatisfy { $0 == each || $0 == each + 1 }, "\(line)")
            }
            for (name, share) in shares { known[name, default: 0] -= share }
            known[payer, default: 0] += amount
            let balances = try await trip.balances()
            #expect(balances == known, "\(line)")
            #expect(balances.values.reduce(0, +) == 0, "\(line)")
        }
    }

    @Test(
        "B01 B10 B30 B31 the reported inputs",
        arguments: [
            ("EUR", "1.00", 3, [34, 33, 33]), ("EUR", "100.00", 3, [3334, 3333, 3333]),
            ("JPY", "103", 3, [35, 34, 34]), ("VND", "1500000", 2, [750_000, 750_000]),
            ("EUR", "10.00", 3, [334, 333, 333]), ("KWD", "1.000", 3, [334, 333, 333]),
        ] as [(String, String, Int, [Int64])])
    func reported(code: String, amount: String, people: Int, shares: [Int64]) async throws {
        let trip = try await Trip.make(people: people, in: code)
        let found = try await trip.shares(try await trip.writes("+ \(amount) Tea"))
        #expect(trip.names.map { found[$0] } == shares)
        let shown = await trip.me.types("/balances").lines.joined(separator: " ")
        #expect(shown.contains(".") == (trip.currency.digits > 0), "\(shown)")
    }

    @Test("B30 ten yen among four who did not pay are 3, 3, 2 and 2")
    func othersPay() async throws {
        let trip = try await Trip.make(people: 5, in: "JPY")
        let found = try await trip.shares(
            try await trip.writes("+ 10 Sweets by Alice for Bob,Cy,Dora,Eve"))
        #expect(found.values.sorted() == [2, 2, 3, 3])
    }

    @Test("B14 B16 O1 weights, percent and amounts divide without a rest and are kept as typed")
    func modes() async throws {
        var random = SeededGenerator(for: "modes")
        let trip = try await Trip.make(people: 5)
        for _ in 0..<15 {
            let people = random.some(trip.names)
            let amount = max(random.amount(), Int64(people.count))
            var values: [String: Int64] = [:]
            let mode = ["shares", "percent", "amount"][random.below(3)]
            switch mode {
            case "shares":
                for name in people { values[name] = Int64(1 + random.below(9)) }
            case "percent":
                var left: Int64 = 10_000
                for (place, name) in people.enumerated() {
                    let others = Int64(people.count - 1 - place)
                    let most = left - others
                    values[name] = others == 0 ? left : 1 + Int64(random.below(Int(most)))
                    left -= values[name] ?? 0
                }
            default:
                var left = amount
                for (place, name) in people.enumerated() {
                    let others = Int64(people.count - 1 - place)
                    values[name] = others == 0 ? left : 1 + Int64(random.below(Int(left - others)))
                    left -= values[name] ?? 0
                }
            }
            let parts = people.map { name -> String in
                let value = values[name] ?? 0
                return switch mode {
                case "shares": "\(name) \(value)"
                case "percent": "\(name) \(trip.text(value))%"
                default: "\(name) \(trip.text(value))"
                }
            }
            let line =
                "+ \(trip.text(amount)) Tea for \(people.joined(separator: ",")) split "
                + (mode == "shares" ? "shares " : "") + parts.joined(separator: ", ")
            let reference = try await trip.writes(line)
            let split = try await trip.split(reference)
            #expect(split.mode == mode && split.parts == values, "\(line)")
            let shares = try await trip.shares(reference)
            #expect(shares.values.reduce(0, +) == amount, "\(line)")
            let sum = Int128(values.values.reduce(0, +))
            for (name, value) in values {
                let off = Int128(shares[name] ?? 0) * sum - Int128(amount) * Int128(value)
                #expect(abs(off) < sum, "\(line)")
            }
            // Sent back as it stands, or with another title, it moves nothing.
            let before = try await trip.balances()
            await trip.me.types("/edit \(reference) \"Tea and cake\" note tasty")
            #expect(try await trip.split(reference).parts == values, "\(line)")
            #expect(try await trip.balances() == before, "\(line)")
        }
    }

    @Test("O7 a refund of the same split takes everybody back to where they were")
    func refund() async throws {
        var random = SeededGenerator(for: "O7")
        let trip = try await Trip.make(people: 4)
        await trip.me.types("/rate USD 0.9153")
        for _ in 0..<15 {
            let before = try await trip.balances()
            let people = random.some(trip.names)
            let payer = trip.names[random.below(trip.names.count)]
            let weights = people.map { "\($0) \(1 + random.below(7))" }.joined(separator: ", ")
            let currency = random.below(2) == 0 ? " USD" : ""
            let amount = trip.text(random.amount() + 100)
            let tail =
                "\(amount)\(currency) Deposit by \(payer) for \(people.joined(separator: ","))"
                + (random.below(2) == 0 ? " split shares \(weights)" : "")
            let first = try await trip.writes("+ \(tail)")
            #expect(try await trip.balances() != before || people == [payer], "\(tail)")
            let second = try await trip.writes("/refund \(tail)")
            #expect(try await trip.balances() == before, "\(tail)")
            #expect(
                try await trip.shares(first).mapValues { -$0 }
                    == trip.shares(second).mapValues { -abs($0) }, "\(tail)")
        }
    }
}
