/// The ISO 4217 table of this version of the program: codes and decimals, nothing else.
///
/// It is for typing and showing; no event is refused by it. Operating systems carry other numbers
/// (CLDR gives HUF, IDR and COP none), so a formatter of theirs never decides a scale.
package enum ISO4217 {
    /// The day of the edition: SIX lists one and three as of then.
    package static let edition = "2026-02-01"

    /// The decimals of a currency that the table does not have.
    package static let digitsElsewhere = 2

    /// Every current currency that amounts can be in, with its decimals.
    package static let digits: [String: Int] = {
        var table: [String: Int] = [:]
        for (digits, codes) in [(0, none), (2, two), (3, three), (4, four)] {
            for code in words(codes) { table[code] = digits }
        }
        return table
    }()

    /// Codes that ISO 4217 states no decimals for: metals, bond and drawing units, tests.
    package static let withoutDecimals = words(
        "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"
    )

    /// Withdrawn codes whose currency the euro replaced.
    package static let replacedByEuro = words(
        """
        ADP ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK
        XEU
        """
    )

    /// All other withdrawn codes.
    package static let withdrawn = words(
        """
        AFA ALK ANG AOK AON AOR ARA ARP ARY AYM AZM BAD BEC BEL BGJ BGK BGL BOP BRB BRC BRE BRN
        BRR BUK BYB BYR CHC CSD CSJ CSK CUC DDM ECS ECV ESA ESB GEK GHC GHP GNE GNS GQE GWE GWP
        HRD ILP ILR ISJ LAJ LSM LTT LUC LUL LVR MGF MLF MRO MTP MVQ MXP MZE MZM NIC PEH PEI PES
        PLZ RHD ROK ROL RUR SDD SDP SLL SRG STD SUR TJR TMM TPE TRL UAK UGS UGW USS UYN UYP VEB
        VEF VNC XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR
        """
    )

    /// Codes that people mean more often than others; they come first among near ones.
    package static let common = words(
        """
        AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF IDR ILS INR ISK JPY KRW MXN NOK NZD PLN RON SEK
        SGD THB TRY UAH USD VND ZAR
        """
    )

    private static let none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"

    private static let two = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
        XAD XCD XCG YER ZAR ZMW ZWG
        """

    private static let three = "BHD IQD JOD KWD LYD OMR TND"

    private static let four = "CLF UYW"

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
