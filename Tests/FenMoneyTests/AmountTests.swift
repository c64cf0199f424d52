import FenMoney
import Testing

@Suite("Typed amounts")
struct AmountTests {
    @Test(
        "every form is read",
        arguments: [
            ("21.60", "EUR", 2160), ("21,60", "EUR", 2160), ("21.6", "EUR", 2160),
            ("21", "EUR", 2100), ("0.01", "EUR", 1), (".50", "EUR", 50), (",5", "EUR", 50),
            ("1'234.50", "EUR", 123_450), ("1’234.50", "EUR", 123_450),
            ("1.234,50", "EUR", 123_450), ("1,234.50", "EUR", 123_450),
            ("12,000,000.00", "EUR", 1_200_000_000), ("12.000.000", "EUR", 1_200_000_000),
            ("12,00,000.50", "INR", 120_000_050), ("1 234,50", "EUR", 123_450),
            ("1\u{202F}234,50", "EUR", 123_450), ("1'234", "EUR", 123_400),
            ("1234.5", "EUR", 123_450), ("007", "EUR", 700), ("+21.60", "EUR", 2160),
            ("45.-", "CHF", 4500), ("45.– CHF", "CHF", 4500), ("  21.60  ", "EUR", 2160),
            ("1234.567", "KWD", 1_234_567), ("1.234", "KWD", 1234), ("1,234", "KWD", 1234),
            ("1,234", "JPY", 1234), ("1.234", "JPY", 1234), ("1,234,567", "JPY", 1_234_567),
            (".500", "KWD", 500), ("1.2345", "CLF", 12_345),
            // B34: no ceiling of ten million. B31, B30: currencies without decimals.
            ("12000000", "IDR", 1_200_000_000), ("1500000", "VND", 1_500_000),
            // B36: decimal commas.
            ("15,38", "EUR", 1538), ("1,23", "EUR", 123), ("2,55", "EUR", 255),
            ("1.659,84", "EUR", 165_984), ("1,659.84", "EUR", 165_984),
            ("10000000000000.00", "EUR", 1_000_000_000_000_000),
        ]
    )
    func forms(text: String, code: String, minor: Int64) throws {
        let read = try AmountParser.parse(text, defaultCurrency: money(code))
        #expect(read.minor == minor)
        #expect(read.currency == money(code))
    }

    @Test(
        "a currency is read with the amount",
        arguments: [
            ("€21.60", "EUR", 2160), ("21.60€", "EUR", 2160), ("21.60 €", "EUR", 2160),
            ("21.60eur", "EUR", 2160), ("21.60 EUR", "EUR", 2160), ("EUR 21.60", "EUR", 2160),
            ("Fr. 20", "CHF", 2000), ("20 fr", "CHF", 2000), ("£3", "GBP", 300),
            ("¥1,500", "JPY", 1500), ("100 yen", "JPY", 100), ("US$ 5", "USD", 500),
            ("$5 CAD", "CAD", 500), ("CAD 5 $", "CAD", 500), ("€5 EUR", "EUR", 500),
            ("45chf", "CHF", 4500), ("12 zł", "PLN", 1200), ("1.5kwd", "KWD", 1500),
        ]
    )
    func currencies(text: String, code: String, minor: Int64) throws {
        let assumed = text.hasPrefix("¥") ? money("JPY") : money("SEK")
        let read = try AmountParser.parse(text, defaultCurrency: assumed)
        #expect(read.minor == minor)
        #expect(read.currency == money(code))
    }

    @Test(
        "what is no amount is refused by name",
        arguments: [
            ("", MoneyError.Code.notAnAmount), ("abc", .notAnAmount), ("21.", .notAnAmount),
            ("1.2.3", .notAnAmount), ("1,2,3", .notAnAmount), ("1.234,567.89", .notAnAmount),
            ("1'23", .notAnAmount), ("12 5", .notAnAmount), ("1e5", .notAnAmount),
            ("0x10", .notAnAmount), ("١٢", .notAnAmount), ("1..5", .notAnAmount),
            ("0,123,456", .notAnAmount), ("5 EUR USD", .notAnAmount), ("€5 USD", .notAnAmount),
            ("NaN", .notAnAmount), ("inf", .notAnAmount), ("5 5 EUR", .notAnAmount),
            ("21.605", .ambiguousAmount), ("1,234", .ambiguousAmount), ("1.234", .ambiguousAmount),
            ("0.915", .tooManyDecimals), ("1234.567", .tooManyDecimals),
            ("1.2345", .tooManyDecimals), ("1'234.567", .tooManyDecimals),
            ("1.5 JPY", .tooManyDecimals), ("0.500 JPY", .tooManyDecimals),
            ("0", .amountOutOfRange), ("0.00", .amountOutOfRange), ("-5", .amountOutOfRange),
            ("−5", .amountOutOfRange), ("10000000000000.01", .amountOutOfRange),
            ("9223372036854775807", .amountOutOfRange), ("5 EUX", .unknownCurrency),
            ("5 XAU", .unknownCurrency), ("5 DEM", .unknownCurrency), ("$5", .ambiguousCurrency),
            ("5 kr", .ambiguousCurrency),
            // B35: 46 digits.
            (String(repeating: "9", count: 46), .amountOutOfRange),
        ]
    )
    func refusals(text: String, code: MoneyError.Code) {
        let error = refusal {
            try AmountParser.parse(text, defaultCurrency: eur)
        }
        #expect(error?.code == code)
        #expect(error?.message.isEmpty == false)
    }

    @Test("a lone mark with three digits behind it spells out both readings")
    func ambiguity() {
        let cases = [
            ("1,234", "EUR", "1.23", "1234"), ("1.230", "EUR", "1.23", "1230"),
            ("12.345", "USD", "12.34", "12345"), ("1,234", "CLF", "1.2340", "1234"),
        ]
        for (text, code, small, large) in cases {
            let error = refusal {
                try AmountParser.parse(text, defaultCurrency: money(code))
            }
            #expect(error?.message == "\"\(text)\" is unclear: \(small) or \(large) \(code)?")
            #expect(error?.hint == "write \(small) or \(large)")
        }
    }

    @Test("signed amounts keep their sign, as imported cells need")
    func signed() throws {
        for (text, minor) in [
            ("−$1,659.84", -165_984), ("-$1,659.84", -165_984), ("$-1,659.84", -165_984),
            ("-0.00", 0), ("0", 0), ("+3", 300), ("-1.659,84", -165_984),
        ] as [(String, Int64)] {
            let read = try AmountParser.parse(text, defaultCurrency: money("USD"), range: .signed)
            #expect(read.minor == minor)
        }
    }

    @Test("no currency at all is asked for")
    func missingCurrency() throws {
        let error = refusal { try AmountParser.parse("5", defaultCurrency: nil) }
        #expect(error?.code == .missingCurrency)
        #expect(try AmountParser.parse("5 EUR", defaultCurrency: nil).minor == 500)
    }

    @Test("long nonsense is not repeated at length")
    func longText() {
        let error = refusal {
            try AmountParser.parse(String(repeating: "1x", count: 5_000), defaultCurrency: eur)
        }
        #expect((error?.message.count ?? 1_000) < 100)
    }

    @Test("formatting writes every decimal and the sign asked for")
    func formats() {
        #expect(AmountFormat.plain(2160, eur) == "21.60")
        #expect(AmountFormat.plain(-5, eur) == "-0.05")
        #expect(AmountFormat.plain(0, eur) == "0.00")
        #expect(AmountFormat.signed(1080, eur) == "+10.80")
        #expect(AmountFormat.signed(-1080, eur) == "-10.80")
        #expect(AmountFormat.signed(0, eur) == "0.00")
        #expect(AmountFormat.plain(1500, money("JPY")) == "1500")
        #expect(AmountFormat.plain(1, money("KWD")) == "0.001")
        #expect(AmountFormat.plain(123_456_789, eur, grouping: ",") == "1,234,567.89")
        #expect(AmountFormat.plain(99_999, eur, grouping: "'") == "999.99")
        #expect(AmountFormat.plain(1_234_567, money("JPY"), grouping: " ") == "1 234 567")
        #expect(AmountFormat.plain(Int64.min, eur) == "-92233720368547758.08")
        #expect(AmountFormat.plain(Int64.max, eur) == "92233720368547758.07")
        #expect(
            AmountFormat.plain(Int128.min, money("JPY"))
                == "-170141183460469231731687303715884105728")
        #expect("\(Amount(minorUnits: 1999, currency: money("USD")))" == "19.99 USD")
    }

    @Test("what is written is read back, in every currency's scale")
    func roundTrip() throws {
        try forEachSeed(300) { (numbers, seed) throws in
            let currency = money(
                ["EUR", "JPY", "KWD", "CLF"].randomElement(using: &numbers) ?? "EUR")
            let minor =
                Int64.random(in: 1...MoneyLimits.largestAmount, using: &numbers)
                >> Int64.random(in: 0..<50, using: &numbers)
            guard minor > 0 else { return }
            let plain = AmountFormat.plain(minor, currency)
            if currency.digits != 3 || plain.count < 6 {
                #expect(
                    try AmountParser.parse(plain, defaultCurrency: currency).minor == minor, seed)
            }
            let text = AmountFormat.withCode(minor, currency)
            #expect(try AmountParser.parse(text, defaultCurrency: eur).minor == minor, seed)
            let grouped = AmountFormat.plain(minor, currency, grouping: "'")
            #expect(try AmountParser.parse(grouped, defaultCurrency: currency).minor == minor, seed)
        }
    }
}
