import FenMoney
import Testing

@Suite("Which way round a rate is")
struct RateDirectionTests {
    @Test(
        "a rate is compared with one known",
        arguments: [
            ("1.093", "0.915", Rate.Standing.inverted), ("1.1", "0.915", .inverted),
            ("0.93", "0.915", .alike), ("0.915", "0.915", .alike), ("0.8", "0.915", .alike),
            ("25.25", "0.0396", .inverted), ("24", "0.0396", .inverted),
            ("26", "0.0396", .inverted),
            ("0.04", "0.0396", .alike), ("0.2", "0.0396", .far), ("0.01", "0.0396", .far),
            ("3", "0.0396", .far), ("162.6", "0.00615", .inverted), ("0.00615", "162.6", .inverted),
            ("1.01", "0.99", .alike), ("1", "1", .alike), ("2", "1", .alike), ("4", "1", .far),
            ("20000", "0.00005", .inverted), ("1.05", "0.95", .inverted),
            ("999999999999", "0.000000000001", .inverted),
            ("0.000000000001", "0.000000000001", .alike),
            ("999999999999", "999999999999", .alike), ("999999999999", "1", .far),
        ]
    )
    func standing(typed: String, known: String, expected: Rate.Standing) throws {
        let (typed, known) = (try Rate(protocolText: typed), try Rate(protocolText: known))
        #expect(typed.standing(to: known) == expected)
        // Both the other way round: nothing changes, but for what twelve digits cut off.
        if let one = try? typed.inverse(), let other = try? known.inverse() {
            #expect(one.standing(to: other) == expected)
        }
    }

    @Test("any rate is its own likeness, and its inverse is inverted unless near one")
    func property() throws {
        try forEachSeed(500) { (numbers, seed) throws in
            let digits = Int64.random(in: 1...999_999_999, using: &numbers)
            let scale = Int.random(in: 0...9, using: &numbers)
            let text = "\(digits)/1" + String(repeating: "0", count: scale)
            guard let rate = try? Rate.parse(typed: text), let inverse = try? rate.inverse() else {
                return
            }
            #expect(rate.standing(to: rate) == .alike, seed)
            let apart = inverse.tenfoldFactor(to: rate)
            // An inverse of few digits is a rough one.
            guard inverse.digits > 1000, apart >= 11 else { return }
            #expect(inverse.standing(to: rate) == .inverted, seed)
            #expect(inverse.isLarger(than: rate) != rate.isLarger(than: inverse), seed)
        }
    }

    @Test("how many times, in tenths")
    func factor() throws {
        let known = try Rate(protocolText: "0.2")
        #expect(try Rate(protocolText: "1").tenfoldFactor(to: known) == 50)
        #expect(try known.tenfoldFactor(to: Rate(protocolText: "1")) == 50)
        #expect(known.tenfoldFactor(to: known) == 10)
    }

    @Test("a number alone does not say which way round it is")
    func bare() {
        for text in ["0.915", "1,093", " 25.25", "1'000"] { #expect(Rate.isBareNumber(text)) }
        for text in ["0.915 EUR", "1/1.093", "1 EUR = 25.25 CZK"] {
            #expect(!Rate.isBareNumber(text))
        }
    }

    @Test("numbers of programs are read digit by digit")
    func written() throws {
        let cases = [
            ("0.915", "0.915"), ("1.0", "1"), ("5.5e-05", "0.000055"), ("9.15E-1", "0.915"),
            ("2E+2", "200"), ("1e0", "1"), ("0.91512345678949999", "0.915123456789"),
            ("0.0000000000005", "0.000000000001"), ("17850", "17850"),
            ("123456.7890123456789", "123456.789012"), ("0.30000000000000004", "0.3"),
        ]
        for (text, rate) in cases { #expect(try Rate(written: text).text == rate) }
        for text in [
            "", "0", "0.0", "-1", "+1", ".5", "1.", "1e", "e5", "1e5e5", "1.2.3", "0x1", "NaN",
            "1e41", "1e-41", "1e13", "1e-13", String(repeating: "9", count: 41), "1 ", "١",
        ] {
            #expect(refusal { try Rate(written: text) }?.code == .badRate, "\(text)")
        }
    }

    @Test("both amounts of a receipt, in either order")
    func receipt() {
        let crowns = money("CZK")
        for text in ["101 CZK = 4 EUR", "4.00 EUR = 101,00 CZK", "CZK 101 = €4"] {
            let read = Rate.receipt(typed: text, from: crowns, to: eur)
            #expect(read?.paid == 10_100 && read?.became == 400, "\(text)")
        }
        for text in [
            "25.25 CZK", "0.0396", "CZK = 4 EUR", "1 CZK = 0.0396 EUR", "101 CZK = 4 USD",
            "4 EUR = 4 EUR", "101 CZK = 4", "1 = 2 = 3", "0 CZK = 4 EUR",
        ] {
            #expect(Rate.receipt(typed: text, from: crowns, to: eur) == nil, "\(text)")
        }
    }

    @Test("twelve digits make the second amount of a receipt of the first, however odd they are")
    func exact() throws {
        try forEachSeed(500) { (numbers, seed) throws in
            let crowns = money("CZK")
            let paid = Int64.random(in: 1...100_000_000, using: &numbers)
            let became = Int64.random(in: 1...100_000_000, using: &numbers)
            let text =
                "\(AmountFormat.withCode(paid, crowns)) = \(AmountFormat.withCode(became, eur))"
            guard let rate = try? Rate.parse(typed: text, from: crowns, to: eur),
                rate.digits > 1_000_000_000
            else { return }
            let got = try Conversion.convert(minor: paid, from: crowns, to: eur, rate: rate)
            #expect(got == became, seed)
        }
    }
}
