/// The numbers that bound money in the protocol, in one place.
package enum MoneyLimits {
    /// The largest amount an event may carry, in minor units: 10^15.
    package static let largestAmount: Int64 = 1_000_000_000_000_000

    /// The amounts an event may carry, in minor units.
    package static let amounts: ClosedRange<Int64> = 1...largestAmount

    /// The largest weight of a split by shares.
    package static let largestShare: Int64 = 1_000_000

    /// What the parts of a split by percent sum to: hundredths of a percent.
    package static let wholePercent: Int64 = 10_000

    /// The most parties a list of payers or participants may hold.
    package static let mostParties = 128

    /// The most digits a rate has, before and after its decimal mark together.
    package static let rateDigits = 12
}
