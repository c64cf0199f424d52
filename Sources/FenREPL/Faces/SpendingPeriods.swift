package import FenEngine
internal import FenMoney

/// What was spent over time, by day, month or year, as few as can be looked at.
package struct SpendingPeriods: Sendable {
    /// What was spent in one period.
    package struct Period: Sendable, Equatable {
        /// `2026-11-03`, `2026-11` or `2026`.
        package let name: String
        /// Minor units of the group's currency.
        package var minor: Int128
        /// In how many expenses.
        package var count: Int
    }

    /// `day`, `month` or `year`.
    package let unit: String
    /// The earliest first; periods without an expense are left out.
    package let periods: [Period]

    /// How many are shown at most before they are drawn together.
    private static let most = 31

    /// Days, or what they are drawn together to where there are many.
    package init(_ days: [SpendingView.Day]) {
        let units = [("day", 10), ("month", 7), ("year", 4)]
        let all = units.map { unit, length in (unit, Self.periods(days, length)) }
        let (unit, periods) = all.first { $0.1.count <= Self.most } ?? all[2]
        self.unit = unit
        self.periods = periods
    }

    /// Days that begin with the same letters, drawn together.
    private static func periods(_ days: [SpendingView.Day], _ length: Int) -> [Period] {
        var periods: [Period] = []
        for day in days {
            let name = String(day.date.iso.prefix(length))
            if periods.last?.name == name {
                periods[periods.count - 1].minor += day.minor
                periods[periods.count - 1].count += day.count
            } else {
                periods.append(Period(name: name, minor: day.minor, count: day.count))
            }
        }
        return periods
    }
}
