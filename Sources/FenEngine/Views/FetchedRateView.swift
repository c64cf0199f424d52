package import FenMoney

/// An exchange rate that a service answered.
package struct FetchedRateView: Sendable, Hashable {
    /// The foreign currency.
    package let currency: Currency
    /// Units of the group's currency for one of it.
    package let rate: Rate
    /// The day that was asked for.
    package let asked: CalendarDate
    /// The day the rate is of: the same one, or the last before it that has rates.
    package let date: CalendarDate
    /// Who said so.
    package let source: String

    /// Describes an answer.
    package init(
        currency: Currency, rate: Rate, asked: CalendarDate, date: CalendarDate, source: String
    ) {
        self.currency = currency
        self.rate = rate
        self.asked = asked
        self.date = date
        self.source = source
    }
}
