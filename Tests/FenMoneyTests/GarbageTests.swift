import FenMoney
import Testing

/// Whatever is typed gets an answer or a refusal, never a trap, and what is accepted is in range.
@Suite("Garbage")
struct GarbageTests {
    private func garbage(_ numbers: inout SeededNumbers, _ pieces: [String]) -> String {
        (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
            pieces.randomElement(using: &numbers) ?? ""
        }.joined()
    }

    private let marks = [
        "0", "1", "9", "12", "345", "999999999999", ".", ",", "'", " ", "-", "+", "−", "\u{A0}",
        "e", "٣", "\u{301}", "\u{0}", "👩‍👧", "",
    ]

    @Test("amounts")
    func amounts() throws {
        let pieces = marks + ["EUR", "€", "$", "kwd", "Fr.", "JPY", ".-"]
        try forEachSeed(3_000) { (numbers, seed) throws in
            let text = garbage(&numbers, pieces)
            guard let read = try? AmountParser.parse(text, defaultCurrency: eur) else { return }
            #expect(MoneyLimits.amounts.contains(read.minor), seed)
        }
    }

    @Test("rates")
    func rates() throws {
        let pieces = marks + ["EUR", "USD", "=", "/", " per "]
        try forEachSeed(3_000) { (numbers, seed) throws in
            let text = garbage(&numbers, pieces)
            guard let rate = try? Rate.parse(typed: text, from: money("USD"), to: eur) else {
                return
            }
            #expect(try Rate(protocolText: rate.text) == rate, seed)
            _ = try? rate.inverse()
        }
    }

    @Test("dates")
    func dates() throws {
        let pieces = marks + ["/", "nov", "may ", "mon", "2026", "last ", "today"]
        try forEachSeed(3_000) { (numbers, seed) throws in
            guard let today = CalendarDate(dayNumber: Int.random(in: -25_567...0, using: &numbers))
            else { return }
            guard let date = try? DateParser.parse(typed: garbage(&numbers, pieces), today: today)
            else { return }
            #expect(CalendarDate(iso: date.iso) == date, seed)
        }
    }

    @Test("splits")
    func splits() throws {
        let pieces =
            marks + [
                "Alice ", "Bob ", "May ", ", ", "; ", "%", ":", "=", "x", "rest ", "equally",
                "shares ",
                "percent ", "in proportion", "EUR", "$", "all ", "tax ", "tip ", "items ",
            ]
        try forEachSeed(3_000) { (numbers, seed) throws in
            let amount = Int64.random(in: 1...MoneyLimits.largestAmount, using: &numbers) >> 33
            guard amount > 0 else { return }
            let parser = SplitSpecParser(
                amount: amount, currency: eur, participants: [alice, bob, may],
                resolve: { ["Alice": alice, "Bob": bob, "May": may][$0] }
            )
            let text = garbage(&numbers, pieces)
            // The bill that comes to the amount, with garbage in it.
            let bill = "items Alice \(AmountFormat.plain(amount, eur)) " + text
            for text in [text, "items " + text, bill] {
                guard let split = try? parser.parse(text) else { continue }
                var unit = expense(amount, by: alice, among: [alice])
                unit.split = split
                #expect(throws: Never.self, seed) { try unit.validate(groupCurrency: eur) }
            }
        }
    }
}
