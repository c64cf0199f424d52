import FenMoney
import Testing

@Suite("Rates and conversion")
struct RateTests {
    private let usd = money("USD")

    @Test(
        "the protocol's grammar is taken to the letter",
        arguments: [
            ("1", 1, 0), ("0.915", 915, 3), ("0.00005", 5, 5), ("123456789012", 123_456_789_012, 0),
            ("0.000000000001", 1, 12), ("100000.000001", 100_000_000_001, 6),
            ("999999999999", 999_999_999_999, 0), ("10", 10, 0),
        ]
    )
    func grammar(text: String, digits: Int64, scale: Int) throws {
        let rate = try Rate(protocolText: text)
        #expect(rate.digits == digits)
        #expect(rate.scale == scale)
        #expect(rate.text == text)
    }

    @Test(
        "nothing else is a rate of the protocol",
        arguments: [
            "", "0", "0.0", "0.10", "1.", ".5", "01", "00.5", "+1", "-1", "1e3", "1,5", "1.50",
            " 1", "1 ", "1.2.3", "1234567890123", "0.0000000000001", "1234567.890123", "١", "0x1",
            "100000000000.5", "0.000000000000",
        ]
    )
    func refusedGrammar(text: String) {
        let error = refusal { try Rate(protocolText: text) }
        #expect(error?.code == .badRate)
    }

    @Test(
        "typed numbers become the grammar's one spelling",
        arguments: [
            ("0.915", "0.915"), ("0,915", "0.915"), ("0.9150", "0.915"), ("1.0", "1"),
            (".5", "0.5"), ("1.093", "1.093"), ("17'850", "17850"), ("17,850.25", "17850.25"),
            ("1/1.25", "0.8"), ("1 / 4", "0.25"), ("2/3", "0.666666666667"), ("007", "7"),
            ("1,5", "1.5"), ("1234.567", "1234.567"),
        ]
    )
    func typed(text: String, expected: String) throws {
        #expect(try Rate.parse(typed: text).text == expected)
    }

    @Test(
        "a rate is typed either way round",
        arguments: [
            ("0.915", "0.915"), ("0.915 EUR", "0.915"), ("1 USD = 0.915 EUR", "0.915"),
            ("USD = 0.915 EUR", "0.915"), ("0.915 EUR = 1 USD", "0.915"),
            ("0.915 eur/usd", "0.915"), ("0.915 EUR per USD", "0.915"), ("1.25 USD", "0.8"),
            ("1 EUR = 1.25 USD", "0.8"), ("EUR = 1.25 USD", "0.8"), ("1.25 USD/EUR", "0.8"),
            ("1.25 USD per EUR", "0.8"), ("40 USD = 36.60 EUR", "0.915"), ("1/1.25", "0.8"),
        ]
    )
    func eitherWay(text: String, expected: String) throws {
        #expect(try Rate.parse(typed: text, from: usd, to: eur).text == expected)
    }

    @Test(
        "what is no rate is refused",
        arguments: [
            "", "abc", "0", "0.00", "-1", "1/0", "1 CHF = 2 EUR", "1 USD = 2 USD", "1 USD = ",
            "1 = 2 = 3", "1,093", "1 EUR = 1,093 USD", "0.9151234567891", "1/2/3", "= 5",
            "1 EUR = 1.2.3 USD", "€ = 1.25 USD", "1/", "0 EUR = 1 USD", "EUR = USD = 1",
        ]
    )
    func refusedTyped(text: String) {
        let error = refusal { try Rate.parse(typed: text, from: usd, to: eur) }
        #expect(error != nil)
        #expect(error?.message.isEmpty == false)
    }

    @Test("the group's own currency has no rate")
    func ownCurrency() {
        let error = refusal { try Rate.parse(typed: "1", from: eur, to: eur) }
        #expect(error?.message == "EUR is the group's own currency and has no rate")
    }

    @Test("rates beyond twelve digits on either side are refused")
    func beyondDigits() {
        for text in ["1/0.000000000001", "0.000000000001/999999999999", "999999999999/0.1"] {
            let error = refusal { try Rate.parse(typed: text) }
            #expect(error?.code == .badRate)
        }
    }

    @Test("the inverse has twelve digits, half up")
    func inverse() throws {
        let cases = [
            ("0.915", "1.09289617486"), ("3", "0.333333333333"), ("0.000000000003", "333333333333"),
            ("1", "1"), ("8", "0.125"), ("25.25", "0.039603960396"), ("0.999999999999", "1"),
            ("999999999999", "0.000000000001"), ("0.6", "1.66666666667"),
        ]
        for (text, inverse) in cases {
            #expect(try Rate(protocolText: text).inverse().text == inverse)
        }
        let error = refusal { try Rate(protocolText: "0.000000000001").inverse() }
        #expect(error?.code == .badRate)
    }

    @Test("two amounts say a rate, in their own scales")
    func fromAmounts() throws {
        let yen = Amount(minorUnits: 10_000, currency: money("JPY"))
        let euros = Amount(minorUnits: 6_150, currency: eur)
        #expect(try Rate.fromAmounts(yen, became: euros).text == "0.00615")
        let dinar = Amount(minorUnits: 3_000, currency: money("KWD"))
        #expect(try Rate.fromAmounts(dinar, became: euros).text == "20.5")
        let most = Amount(minorUnits: MoneyLimits.largestAmount, currency: eur)
        let least = Amount(minorUnits: 1, currency: money("CLF"))
        let error = refusal { try Rate.fromAmounts(least, became: most) }
        #expect(error?.code == .badRate)
        let zero = Amount(minorUnits: 0, currency: eur)
        let second = refusal { try Rate.fromAmounts(zero, became: euros) }
        #expect(second?.code == .amountOutOfRange)
    }

    @Test(
        "amounts convert half up, in both currencies' scales",
        arguments: [
            // B25, B26, B28, and 0.5 of the smallest unit either side.
            (1999, "USD", "0.87", "EUR", 1739), (4500, "CHF", "0.9215", "EUR", 4147),
            (10_000, "JPY", "0.00615", "EUR", 6150), (10_000, "USD", "0.95", "EUR", 9500),
            (49_168_700, "IDR", "0.00005", "EUR", 2458), (10_000, "USD", "0.9", "EUR", 9000),
            (1, "USD", "0.5", "EUR", 1), (3, "USD", "0.5", "EUR", 2),
            (100, "JPY", "0.00615", "EUR", 62),
            (1000, "KWD", "3.25", "EUR", 325), (1000, "EUR", "162.456", "JPY", 1625),
            (1, "CLF", "1", "JPY", 0),
            (1_000_000_000_000_000, "EUR", "1", "USD", 1_000_000_000_000_000),
            (1, "JPY", "999999999999", "CLF", 0), (4, "KWD", "1", "EUR", 0),
            (5, "KWD", "1", "EUR", 1),
        ]
    )
    func converts(minor: Int64, from: String, rate: String, to: String, expected: Int64) throws {
        let rate = try Rate(protocolText: rate)
        let (from, to) = (money(from), money(to))
        if expected == 0 {
            let error = refusal {
                try Conversion.convert(minor: minor, from: from, to: to, rate: rate)
            }
            #expect([.convertsToZero, .amountOutOfRange].contains(error?.code))
        } else {
            #expect(
                try Conversion.convert(minor: minor, from: from, to: to, rate: rate) == expected)
        }
    }

    @Test("a reciprocal rate does not lose the cent (B29)")
    func reciprocal() throws {
        let crowns = money("CZK")
        let rate = try Rate.parse(typed: "25.25 CZK = 1 EUR", from: crowns, to: eur)
        #expect(try Conversion.convert(minor: 10_100, from: crowns, to: eur, rate: rate) == 400)
    }

    @Test("the ends of the range are refusals, never a trap")
    func extremes() throws {
        let rates = try ["0.000000000001", "999999999999", "1"].map { try Rate(protocolText: $0) }
        for minor in [Int64.min, -1, 0, MoneyLimits.largestAmount + 1, Int64.max] {
            for rate in rates {
                let error = refusal {
                    try Conversion.convert(minor: minor, from: eur, to: money("CLF"), rate: rate)
                }
                #expect(error?.code == .amountOutOfRange)
            }
        }
        let error = refusal {
            try Conversion.convert(
                minor: MoneyLimits.largestAmount, from: money("JPY"), to: money("CLF"),
                rate: rates[1])
        }
        #expect(error?.code == .amountOutOfRange)
    }

    @Test("conversion is the formula, whatever the scales")
    func formula() throws {
        try forEachSeed(500) { (numbers, seed) throws in
            let codes = ["EUR", "JPY", "KWD", "CLF"]
            let from = money(codes.randomElement(using: &numbers) ?? "EUR")
            let to = money(codes.randomElement(using: &numbers) ?? "EUR")
            let minor = Int64.random(in: 1...1_000_000_000, using: &numbers)
            let top = Int64.random(in: 1...999_999, using: &numbers)
            let rate = try Rate.parse(typed: "\(top)/1000")
            var exact = Int128(minor) * Int128(top) * 2
            var unit: Int128 = 1000
            for _ in 0..<to.digits { exact *= 10 }
            for _ in 0..<from.digits { unit *= 10 }
            let expected = (exact + unit) / (2 * unit)
            guard expected > 0, expected <= MoneyLimits.largestAmount else { return }
            let got = try Conversion.convert(minor: minor, from: from, to: to, rate: rate)
            #expect(Int128(got) == expected, seed)
        }
    }
}
