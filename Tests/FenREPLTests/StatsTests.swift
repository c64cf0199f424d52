import FenMoney
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

/// What was spent, added up.
@Suite("Sums of what was spent")
struct StatsTests {
    @Test("members, categories, days and currencies; refunds are taken off, payments are none")
    func sums() async throws {
        let (_, alice) = try await World.trip()
        await alice.types("/rate CZK 0.04")
        await alice.types("+ 30 Dinner in food on 2026-11-03")
        await alice.types("+ 12.50 Lunch in food on 2026-11-04")
        await alice.types("+ 250 CZK Tram on 2026-11-04 in transport")
        await alice.types("/refund 5 Dinner in food on 2026-11-05")
        await alice.types("+ 99 Mistake")
        await alice.types("/delete ^ --yes")
        let lines = await alice.types("/stats").lines
        #expect(lines.first == "47.50 EUR in 4 expenses, 2026-11-03 to 2026-11-05.")
        for line in [
            "used by", "Alice 47.50 EUR " + String(repeating: "#", count: 30), "by category",
            "food 37.50 EUR 3x " + String(repeating: "#", count: 30),
            "transport 10.00 EUR 1x ########",
            "by day", "2026-11-05 -5.00 EUR 1x #####", "250.00 CZK 10.00 EUR 1x ########",
        ] { #expect(lines.contains(line), "\(line) in \(lines)") }
        let food = await alice.types("/stats in food under 20").lines
        #expect(food.first == "7.50 EUR in 2 expenses, 2026-11-04 to 2026-11-05.")
        #expect(!food.contains("by currency"))
        let json = await alice.types("/stats --json").lines.joined()
        #expect(json.contains("\"total\":4750,\"count\":4"))
        #expect(
            json.contains(
                "{\"currency\":\"CZK\",\"amount\":25000,\"in_group_currency\":1000,\"count\":1}"))
        #expect(await alice.types("/stats whatever").lines == ["No expense to add up."])
        for word in ["last 5", "deleted", "settlements"] {
            await alice.fails("/stats \(word)", status: 2, "means nothing")
        }
        await alice.fails("/stats over", status: 2, "Nothing follows")
        await alice.fails("/stats over lots", status: 2)
        await alice.fails("/stats over 20czk", status: 2, "group's currency")
    }

    @Test("over and under narrow what is listed, by what it is in the group's currency")
    func amounts() async throws {
        let (_, alice) = try await World.trip()
        for amount in ["5", "10", "15"] { await alice.types("+ \(amount) Tea\(amount)") }
        let lines = await alice.types("/expenses over 5 under 15").lines.joined()
        #expect(lines.contains("Tea10") && !lines.contains("Tea5") && !lines.contains("Tea15"))
    }

    @Test("many days are drawn together to months, and many months to years")
    func periods() throws {
        func days(_ count: Int, every step: Int) throws -> [SpendingPeriods.Period] {
            let first = try #require(CalendarDate(iso: "2020-01-01"))
            let days = try (0..<count).map {
                try SpendingView.Day(
                    date: #require(first.adding(days: $0 * step)), minor: 1, count: 1)
            }
            return SpendingPeriods(days).periods
        }
        #expect(try days(31, every: 1).count == 31)
        #expect(try days(32, every: 1).map(\.name) == ["2020-01", "2020-02"])
        #expect(try days(32, every: 1).map(\.minor) == [31, 1])
        #expect(try days(100, every: 31).map(\.name).first == "2020")
        #expect(try days(100, every: 31).map(\.minor).reduce(0, +) == 100)
    }

    @Test("sums are what the entries add up to", arguments: [UInt64(7), 8, 9])
    func property(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (_, alice) = try await World.trip()
        var total = 0
        for index in 0..<20 {
            let cents = Int.random(in: 1...9_999, using: &generator)
            let refund = Int.random(in: 0..<4, using: &generator) == 0
            let text = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            await alice.types(refund ? "/refund \(text) Thing\(index)" : "+ \(text) Thing\(index)")
            total += refund ? -cents : cents
        }
        let json = await alice.types("/stats --json").lines.joined()
        #expect(json.contains("\"total\":\(total),\"count\":20"), "seed \(seed)")
    }
}
