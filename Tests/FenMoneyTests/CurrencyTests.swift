import FenMoney
import Testing

@Suite("Currencies")
struct CurrencyTests {
    /// ISO 4217 list one of 2026-02-01, code and minor unit, "-" where none is stated.
    private static let listOne = """
        AED2 AFN2 ALL2 AMD2 AOA2 ARS2 AUD2 AWG2 AZN2 BAM2 BBD2 BDT2 BHD3 BIF0 BMD2 BND2 BOB2 BOV2
        BRL2 BSD2 BTN2 BWP2 BYN2 BZD2 CAD2 CDF2 CHE2 CHF2 CHW2 CLF4 CLP0 CNY2 COP2 COU2 CRC2 CUP2
        CVE2 CZK2 DJF0 DKK2 DOP2 DZD2 EGP2 ERN2 ETB2 EUR2 FJD2 FKP2 GBP2 GEL2 GHS2 GIP2 GMD2 GNF0
        GTQ2 GYD2 HKD2 HNL2 HTG2 HUF2 IDR2 ILS2 INR2 IQD3 IRR2 ISK0 JMD2 JOD3 JPY0 KES2 KGS2 KHR2
        KMF0 KPW2 KRW0 KWD3 KYD2 KZT2 LAK2 LBP2 LKR2 LRD2 LSL2 LYD3 MAD2 MDL2 MGA2 MKD2 MMK2 MNT2
        MOP2 MRU2 MUR2 MVR2 MWK2 MXN2 MXV2 MYR2 MZN2 NAD2 NGN2 NIO2 NOK2 NPR2 NZD2 OMR3 PAB2 PEN2
        PGK2 PHP2 PKR2 PLN2 PYG0 QAR2 RON2 RSD2 RUB2 RWF0 SAR2 SBD2 SCR2 SDG2 SEK2 SGD2 SHP2 SLE2
        SOS2 SRD2 SSP2 STN2 SVC2 SYP2 SZL2 THB2 TJS2 TMT2 TND3 TOP2 TRY2 TTD2 TWD2 TZS2 UAH2 UGX0
        USD2 USN2 UYI0 UYU2 UYW4 UZS2 VED2 VES2 VND0 VUV0 WST2 XAD2 XAF0 XAG- XAU- XBA- XBB- XBC-
        XBD- XCD2 XCG2 XDR- XOF0 XPD- XPF0 XPT- XSU- XTS- XUA- XXX- YER2 ZAR2 ZMW2 ZWG2
        """

    @Test("the pinned table is list one, code by code")
    func table() {
        var listed: [String: Int] = [:]
        for entry in Self.listOne.split(whereSeparator: \.isWhitespace) {
            let code = String(entry.prefix(3))
            if let digits = Int(entry.dropFirst(3)) { listed[code] = digits }
            #expect(money(code).isKnown == (entry.last != "-"))
        }
        #expect(listed.count == 165)
        #expect(ISO4217.digits == listed)
        #expect(ISO4217.withoutDecimals.count == 13)
        #expect(ISO4217.withdrawn.count + ISO4217.replacedByEuro.count == 129)
        #expect(Currency.isoEdition == "2026-02-01")
    }

    @Test("no code stands in two lists")
    func disjoint() {
        let current = Set(ISO4217.digits.keys)
        #expect(current.isDisjoint(with: ISO4217.withdrawn))
        #expect(current.isDisjoint(with: ISO4217.replacedByEuro))
        #expect(current.isDisjoint(with: ISO4217.withoutDecimals))
        #expect(current.isSuperset(of: ISO4217.common))
    }

    @Test("ISO decides the decimals, not the operating system's formatter (O9)")
    func differsFromCLDR() {
        let twoByISO = [
            "AFN", "ALL", "COP", "HUF", "IDR", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "SOS",
            "SYP", "YER",
        ]
        for code in twoByISO { #expect(money(code).digits == 2) }
        #expect(money("IQD").digits == 3)
    }

    @Test("three letters make a currency, anything else none")
    func codes() {
        #expect(Currency(code: "ZZZ")?.digits == 2)
        #expect(Currency(code: "ZZZ")?.isKnown == false)
        for text in ["", "EU", "EURO", "eur", "E1R", "EÜR", "ＥＵＲ", "EU\u{301}R"] {
            #expect(Currency(code: text) == nil)
        }
    }

    @Test(
        "an unknown code is refused with the nearest ones",
        arguments: [
            ("EUX", "EUR"), ("ERU", "EUR"), ("USB", "USD"), ("CHG", "CHF"), ("GPB", "GBP"),
            ("DEM", "EUR"), ("BGN", "EUR"), ("HRK", "EUR"), ("JPN", "JPY"),
        ]
    )
    func nearest(typed: String, meant: String) {
        #expect(Currency.nearest(to: typed).first == meant)
        let error = refusal { try Currency.parse(typed: typed) }
        #expect(error?.code == .unknownCurrency)
        #expect(error?.hint.contains(meant) == true)
    }

    @Test("codes are typed in either case; metals and tests are no money")
    func typed() throws {
        #expect(try Currency.parse(typed: "chf").code == "CHF")
        for code in ["XAU", "XXX", "XDR", "XTS", "EURO", "12", ""] {
            let error = refusal { try Currency.parse(typed: code) }
            #expect(error?.code == .unknownCurrency)
        }
    }
}
