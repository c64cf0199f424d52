/// An exchange rate: group-currency units for one unit of the other currency.
///
/// Its text is the protocol's grammar `(0|[1-9][0-9]{0,11})(\.[0-9]{0,11}[1-9])?`, not 0, with at
/// most twelve significant digits, so that a rate is digits / 10^scale exactly.
package struct Rate: Hashable, Sendable {
    /// The rate in the protocol's grammar, as it stands in the event.
    package let text: String

    /// The digits without the decimal mark: 1 … 10^12 − 1.
    package let digits: Int64

    /// How many of the digits stand behind the decimal mark: 0 … 12.
    package let scale: Int

    /// Reads a rate as it stands in an event; refuses whatever the grammar does not have.
    package init(protocolText text: String) throws(MoneyError) {
        guard let parts = Self.parts(of: text) else {
            throw MoneyError(
                .badRate, "\(AmountParser.quote(text)) is no rate of the protocol",
                hint: "a rate is a number above zero with at most 12 digits"
            )
        }
        self.text = text
        (digits, scale) = parts
    }

    /// The rate nearest to a fraction, half up, in as many of the twelve digits as it needs.
    ///
    /// Both must be between 1 and 10^25: then 2·n·10^12 is at most 2·10^37 and cannot overflow.
    init(numerator: Int128, denominator: Int128) throws(MoneyError) {
        let range = 1...PowersOfTen.int128[25]
        guard range.contains(numerator), range.contains(denominator) else {
            throw Self.outOfReach
        }
        let most = PowersOfTen.int128[MoneyLimits.rateDigits]
        for scale in stride(from: MoneyLimits.rateDigits, through: 0, by: -1) {
            let scaled = numerator * PowersOfTen.int128[scale]
            let digits = (2 * scaled + denominator) / (2 * denominator)
            if digits >= most { continue }
            guard digits > 0 else { throw Self.outOfReach }
            self.init(digits: Int64(digits), scale: scale)
            return
        }
        throw Self.outOfReach
    }

    /// Makes a rate of digits / 10^scale with 1 ≤ digits < 10^12 and 0 ≤ scale ≤ 12.
    private init(digits: Int64, scale: Int) {
        var digits = digits
        var scale = scale
        while scale > 0, digits % 10 == 0 {
            digits /= 10
            scale -= 1
        }
        self.digits = digits
        self.scale = scale
        text = Self.text(digits: digits, scale: scale)
    }

    private static func text(digits: Int64, scale: Int) -> String {
        let plain = String(digits)
        if scale == 0 { return plain }
        let missing = scale + 1 - plain.utf8.count
        let padded = missing > 0 ? String(repeating: "0", count: missing) + plain : plain
        return padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    /// Digits and scale of a text in the grammar; nil for any other text.
    private static func parts(of text: String) -> (digits: Int64, scale: Int)? {
        let bytes = Array(text.utf8)
        let point = bytes.firstIndex(of: 46)
        let whole = bytes[..<(point ?? bytes.count)]
        let fraction = point.map { bytes[($0 + 1)...] } ?? []
        guard (1...12).contains(whole.count), fraction.count <= 12,
            whole.first != 48 || whole.count == 1,
            point == nil || (!fraction.isEmpty && fraction.last != 48)
        else { return nil }
        var digits: Int64 = 0
        for byte in whole + fraction {
            guard (48...57).contains(byte), digits < 100_000_000_000 else { return nil }
            digits = digits * 10 + Int64(byte - 48)
        }
        return digits > 0 ? (digits, fraction.count) : nil
    }

    /// Refusal of a rate that twelve digits cannot carry.
    static let outOfReach = MoneyError(
        .badRate, "this rate is outside what can be written",
        hint: "a rate has at most 12 digits before and 12 behind the mark"
    )
}

extension Rate: CustomStringConvertible {
    /// The text in the protocol's grammar.
    package var description: String { text }
}

extension Rate {
    /// One over the rate, to twelve digits: from "0.915 EUR for a dollar" to "1.092896 …".
    package func inverse() throws(MoneyError) -> Rate {
        try Rate(numerator: PowersOfTen.int128[scale], denominator: Int128(digits))
    }

    /// The rate at which an amount of the other currency became an amount of the group's.
    package static func fromAmounts(
        _ foreign: Amount,
        became group: Amount
    ) throws(MoneyError) -> Rate {
        guard MoneyLimits.amounts.contains(foreign.minorUnits),
            MoneyLimits.amounts.contains(group.minorUnits)
        else {
            throw MoneyError(.amountOutOfRange, "a rate needs two amounts above zero")
        }
        // At most 10^15 · 10^4 each: within the 10^25 that the fraction takes.
        return try Rate(
            numerator: Int128(group.minorUnits) * Int128(foreign.currency.minorUnitsPerUnit),
            denominator: Int128(foreign.minorUnits) * Int128(group.currency.minorUnitsPerUnit)
        )
    }
}
