import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// Money as it is typed: amounts, currencies, rates and days keep what they say.
@Suite("Cases: money as it is typed")
struct TypedMoneyCases {
    @Test("B13 parts that miss the amount are refused with both figures, by how much, and why")
    func misses() async throws {
        var random = SeededGenerator(for: "B13")
        let trip = try await Trip.make(people: 5)
        for _ in 0..<20 {
            let parts = (0..<5).map { _ in 1 + Int64(random.below(50_000)) }
            let sum = parts.reduce(0, +)
            let off = 1 + Int64(random.below(min(300, Int(sum) - 1)))
            let isOver = random.below(2) == 0
            let typed = zip(trip.names, parts).map { "\($0) \(trip.text($1))" }
            let amount = trip.text(isOver ? sum - off : sum + off)
            let before = try await trip.balances()
            await trip.me.fails(
                "+ \(amount) Shop split \(typed.joined(separator: ", "))", status: 2,
                "\(trip.text(sum)) entered, \(trip.text(off)) \(isOver ? "over" : "short")")
            #expect(try await trip.balances() == before)
        }
        await trip.me.fails(
            "+ 524.34 Shop split Alice 110.11, Bob 209.74, Cy 104.87, Dora 89.14, Eve 10.49",
            status: 2, "524.35 entered, 0.01 over")
    }

    @Test("O1 percent are summed as integers: what doubles refuse is taken, what is off is not")
    func percent() async throws {
        let trip = try await Trip.make(people: 7)
        let seven = trip.names.dropLast().map { "\($0) 14.29%" } + ["\(trip.names[6]) 14.26%"]
        try await trip.writes("+ 100 Tea split \(seven.joined(separator: ", "))")
        try await trip.writes(
            "+ 33.33 Tea for Alice,Bob,Cy split Alice 28.72%, Bob 35.48%, Cy 35.80%")
        await trip.me.fails(
            "+ 33.33 Tea for Alice,Bob,Cy split Alice 28.72%, Bob 35.48%, Cy 35.79%", status: 2,
            "0.01")
    }

    @Test("B36 every way of writing an amount is read as that amount")
    func separators() async throws {
        var random = SeededGenerator(for: "B36")
        let trip = try await Trip.make()
        for _ in 0..<25 {
            let minor = 1 + Int64(random.below(random.below(2) == 0 ? 99_999 : 999_999_999))
            let point = trip.text(minor)
            let comma = point.replacing(".", with: ",")
            var forms = [
                point, comma, "€\(point)", "\(comma)eur", "EUR \(point)", "\(point) EUR",
            ]
            for (mark, decimal) in [(",", "."), (".", ","), ("'", "."), ("’", ",")] {
                let grouped = AmountFormat.plain(minor, trip.currency, grouping: "#")
                forms.append(
                    grouped.replacing(".", with: decimal).replacing("#", with: mark))
            }
            let form = forms[random.below(forms.count)]
            let written = try await trip.writes("+ \(form) Tea for Bob")
            #expect(try await trip.shares(written) == ["Bob": minor], "\(form)")
        }
        for form in ["1,234", "1.234", "12,345", "1'234.567", "15.389"] {
            await trip.me.fails("+ \(form) Tea", status: 2)
        }
        let said = await trip.me.session.execute("+ 1,234 Tea").errorLines.joined(separator: " ")
        #expect(said.contains("1.23") && said.contains("1234"), "\(said)")
    }

    @Test("B34 B35 large amounts are taken up to the limit; what is beyond is refused, not stored")
    func large() async throws {
        let trip = try await Trip.make()
        await trip.me.types("/rate IDR 0.00005")
        try await trip.writes("+ 12000000 IDR Villa for Bob")
        #expect(try await trip.original()["IDR"]?["Bob"] == -1_200_000_000)
        #expect(try await trip.balances()["Bob"] == -60_000)
        try await trip.writes("+ \(trip.text(MoneyLimits.amounts.upperBound)) Planet for May")
        let before = await trip.me.types("/dump").lines
        for digits in [14, 17, 19, 20, 40, 46] {
            let number = String(repeating: "9", count: digits)
            await trip.me.fails("+ \(number) Tea", status: 2)
            await trip.me.fails("/settle Bob \(number)", status: 2)
            let path = "\(trip.world.folder)/\(digits).csv"
            let text = """
                Date,Description,Category,Cost,Currency,Alice,Bob
                2026-07-04,Tea,General,\(number).00,EUR,\(number).00,-\(number).00
                """
            try Data(text.utf8).write(to: URL(filePath: path))
            await trip.me.fails("/import \(path) --yes", status: 2, "Row 2")
        }
        #expect(await trip.me.types("/dump").lines == before)
        #expect(try await trip.balances().values.reduce(0, +) == 0)
    }

    @Test(
        "B25 B26 B28 B29 the reported conversions",
        arguments: [
            ("EUR", "19.99 USD", "rate 0.87", 1999, 1739),
            ("EUR", "100.00 USD", "rate 0.90", 10_000, 9000),
            ("EUR", "491687 IDR", "rate 0.00005", 49_168_700, 2458),
            ("EUR", "101.00 CZK", "at 25.25 CZK", 10_100, 400),
            ("JPY", "12.34 EUR", "rate 161.5", 1234, 1993),
            ("KWD", "103 JPY", "rate 0.00205", 103, 211),
        ] as [(String, String, String, Int64, Int64)])
    func conversions(
        group: String, amount: String, rate: String, own: Int64, settled: Int64
    ) async throws {
        let trip = try await Trip.make(in: group)
        let written = try await trip.writes("+ \(amount) Museum for Bob \(rate)")
        #expect(try await trip.shares(written) == ["Bob": own])
        #expect(try await trip.shares(written, inGroupCurrency: true) == ["Bob": settled])
        #expect(try await trip.balances()["Bob"] == -settled)
    }

    @Test("B25 B26 B28 B29 any rate converts half up to the unit, and a new one converts anew")
    func rates() async throws {
        var random = SeededGenerator(for: "B26")
        for (group, code) in [("EUR", "USD"), ("EUR", "JPY"), ("JPY", "KWD"), ("KWD", "IDR")] {
            let trip = try await Trip.make(in: group)
            let currency = try #require(Currency(code: code))
            for _ in 0..<6 {
                let amount = 10_000 + Int64(random.below(10_000_000))
                func rate() -> (text: String, digits: Int128, scale: Int) {
                    let scale = 1 + random.below(5)
                    let digits = Int128(1 + 10 * random.below(9_999) + random.below(9))
                    let text = String(digits)
                    let padded =
                        String(repeating: "0", count: max(0, scale + 1 - text.count)) + text
                    return (
                        padded.dropLast(scale) + "." + padded.suffix(scale), digits, scale
                    )
                }
                func expected(_ rate: (text: String, digits: Int128, scale: Int)) -> Int128 {
                    var up = 2 * Int128(amount) * rate.digits
                    var down: Int128 = 1
                    for _ in 0..<trip.currency.digits { up *= 10 }
                    for _ in 0..<(rate.scale + currency.digits) { down *= 10 }
                    return (up + down) / (2 * down)
                }
                let first = rate()
                let line = "+ \(AmountFormat.plain(amount, currency)) \(code) Tea for Bob"
                guard expected(first) > 0, expected(first) < 1_000_000_000_000_000 else { continue }
                let written = try await trip.writes("\(line) rate \(first.text)")
                let found = try await trip.shares(written, inGroupCurrency: true)["Bob"] ?? 0
                #expect(Int128(found) == expected(first), "\(line) rate \(first.text)")
                let second = rate()
                guard expected(second) > 0, expected(second) < 1_000_000_000_000_000 else {
                    continue
                }
                await trip.me.types("/edit \(written) rate \(second.text)")
                let anew = try await trip.shares(written, inGroupCurrency: true)["Bob"] ?? 0
                #expect(Int128(anew) == expected(second), "\(line) edited to \(second.text)")
                #expect(try await trip.shares(written) == ["Bob": amount])
            }
        }
    }

    @Test("B25 the amount as it was paid stands in list, page, line and every file")
    func everywhere() async throws {
        var random = SeededGenerator(for: "B25")
        for (group, code) in [("EUR", "USD"), ("JPY", "EUR"), ("EUR", "JPY"), ("EUR", "KWD")] {
            let trip = try await Trip.make(in: group)
            let currency = try #require(Currency(code: code))
            await trip.me.types("/rate \(code) \(group == "JPY" ? "161.5" : "0.87")")
            for number in 0..<4 {
                let minor = number == 0 ? 1999 : 1000 + Int64(random.below(5_000_000))
                let typed = "\(AmountFormat.plain(minor, currency)) \(code)"
                let written = try await trip.writes("+ \(typed) Museum\(number) for Bob")
                for line in ["/expenses", "/show \(written)", "/edit \(written)"] {
                    let said = await trip.me.types(line).lines
                    #expect(said.contains { $0.contains(typed) }, "\(line) \(typed): \(said)")
                }
                let back = await trip.me.types("/edit \(written) Gallery\(number)")
                #expect(back.lines.contains { $0.contains(typed) }, "\(back.lines)")
                #expect(try await trip.shares(written) == ["Bob": minor])
                let amounts = [
                    "csv": "\(AmountFormat.plain(minor, currency)),\"\(code)\"",
                    "jsonl": "\"amount\":\(minor),", "journal": typed,
                ]
                for (format, text) in amounts {
                    let path = "\(trip.world.folder)/\(number).\(format)"
                    await trip.me.types("/export \(path)")
                    let file = try String(contentsOfFile: path, encoding: .utf8)
                    #expect(file.contains(text), "\(text)\n\(file)")
                }
            }
        }
    }

    @Test("B37 a day stays that day in list, line, page and files, wherever the laptop is")
    func days() async throws {
        for offset in [-12, -4, 0, 5, 14] {
            let world = try World()
            let alice = try await world.person("Alice", hoursFromUTC: offset)
            _ = await alice.session.begin()
            await alice.types("/new Trip EUR")
            for day in ["2026-08-01", "2024-02-29", "2026-12-31"] {
                let written = try #require(await alice.types("+ 3 Tea\(day) on \(day)").mainValue)
                let entry = try await Trip.json(alice, "/show \(written)")["entry"]
                #expect((entry as? [String: Any])?["date"] as? String == day)
                let list = await alice.types("/expenses from \(day) to \(day)").lines
                #expect(list.contains { $0.contains("Tea\(day)") && $0.contains(day) })
                await alice.types("/edit \(written) 4")
                #expect(
                    await alice.types("/edit \(written)").lines.contains {
                        $0.contains("on \(day)")
                    })
                for format in ["csv", "jsonl", "json", "journal"] {
                    let path = "\(world.folder)/\(day).\(format)"
                    await alice.types("/export \(path)")
                    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(day))
                }
            }
        }
    }

    @Test("O9 decimals are ISO's, and every file says them")
    func decimals() async throws {
        for (code, digits) in [("HUF", 2), ("IDR", 2), ("COP", 2), ("JPY", 0), ("KWD", 3)] {
            let trip = try await Trip.make(in: code)
            #expect(trip.currency.digits == digits)
            let written = try await trip.writes("+ 5 Tea for Bob")
            var five: Int64 = 5
            for _ in 0..<digits { five *= 10 }
            #expect(try await trip.shares(written) == ["Bob": five])
            let path = "\(trip.world.folder)/out.jsonl"
            await trip.me.types("/export \(path)")
            let lines = try String(contentsOfFile: path, encoding: .utf8)
            #expect(lines.contains("\"digits\":\(digits)"))
        }
    }
}
