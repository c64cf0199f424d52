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
    /// Whether the day asked for was over for good then, so that the answer stays the same.
    package let isFinal: Bool

    /// Describes an answer.
    package init(
        currency: Currency, rate: Rate, asked: CalendarDate, date: CalendarDate, source: String,
        isFinal: Bool
    ) {
        self.currency = currency
        self.rate = rate
        self.asked = asked
        self.date = date
        self.source = source
        self.isFinal = isFinal
    }

    /// Whether the service may say another rate for `day` by now: it was asked before that day was
    /// over for good and answered with an earlier one's.
    package func mayChange(for day: CalendarDate) -> Bool { !isFinal && date != day }
}
