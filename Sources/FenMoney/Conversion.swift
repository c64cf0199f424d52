/// From one currency to the group's, the way every device does it.
package enum Conversion {
    /// `(2·a·R·10^g + D) div (2·D)` with `D = 10^(k+e)`: half up, in whole minor units.
    ///
    /// `a` are minor units, the rate is R/10^k, g and e the decimals of group and expense
    /// currency. The result is refused where it is 0 or above what an event may carry.
    package static func convert(
        minor: Int64,
        from: Currency,
        to: Currency,
        rate: Rate
    ) throws(MoneyError) -> Int64 {
        guard MoneyLimits.amounts.contains(minor) else {
            throw MoneyError(
                .amountOutOfRange, "\(AmountFormat.withCode(minor, from)) cannot be converted",
                hint: "amounts are above zero and at most 10^15 minor units"
            )
        }
        // a ≤ 10^15, R < 10^12 and g ≤ 4, so 2·a·R·10^g < 2·10^31; k ≤ 12 and e ≤ 4, so D ≤ 10^16.
        // Even with a = 2^63 the sum stays below 2^117: 128 bits hold every intermediate value.
        let product = 2 * Int128(minor) * Int128(rate.digits) * PowersOfTen.int128[to.digits]
        let divisor = PowersOfTen.int128[rate.scale + from.digits]
        let result = (product + divisor) / (2 * divisor)
        if result == 0 {
            throw MoneyError(
                .convertsToZero,
                "\(AmountFormat.withCode(minor, from)) at \(rate) is less than half of the smallest "
                    + "\(to) amount",
                hint: "check the rate: it is \(to) for one \(from)"
            )
        }
        guard result <= MoneyLimits.largestAmount else {
            throw MoneyError(
                .amountOutOfRange,
                "\(AmountFormat.withCode(minor, from)) at \(rate) is more than an expense can carry",
                hint: "check the rate: it is \(to) for one \(from)"
            )
        }
        return Int64(result)
    }
}
