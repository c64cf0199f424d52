/// A day of the Gregorian calendar, 1900-01-01 … 9999-12-31; never turned into an instant.
package struct CalendarDate: Hashable, Comparable, Sendable {
    /// The year, 1900 … 9999.
    package let year: Int

    /// The month, 1 … 12.
    package let month: Int

    /// The day of the month, 1 … 31.
    package let day: Int

    /// The years the protocol takes.
    package static let years = 1900...9999

    /// Makes a date; nil for a day the calendar does not have.
    package init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads exactly "2026-08-01"; nil for any other form and for unreal days.
    package init?(iso text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 45, bytes[7] == 45 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// The date as "2026-08-01".
    package var iso: String {
        let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(pad(month))-\(pad(day))"
    }

    /// The date as one number: 20260801.
    package var digits: Int { year * 10_000 + month * 100 + day }

    /// Reads a date written as one number; nil for unreal days.
    package init?(digits: Int) {
        self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }

    /// The day of the week.
    package var weekday: Weekday {
        // Day 0, 1970-01-01, was a Thursday.
        Weekday.allCases[((dayNumber + 3) % 7 + 7) % 7]
    }

    /// The date some days later, or earlier; nil outside of the calendar's years.
    package func adding(days: Int) -> CalendarDate? {
        let (number, overflows) = dayNumber.addingReportingOverflow(days)
        return overflows ? nil : CalendarDate(dayNumber: number)
    }

    /// Earlier days come first.
    package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// How many days a month has.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether February of the year has 29 days.
    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date as "2026-08-01".
    package var description: String { iso }
}

extension CalendarDate {
    /// Days since 1970-01-01, negative before it.
    package var dayNumber: Int {
        // Years begin in March here, so that the leap day is their last; eras have 400 years.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date of a number of days since 1970-01-01; nil outside of the calendar's years.
    package init?(dayNumber: Int) {
        // 1900-01-01 and 9999-12-31.
        guard (-25_567...2_932_896).contains(dayNumber) else { return nil }
        let shifted = dayNumber + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

/// A day of the week, Monday first.
package enum Weekday: Int, Hashable, Sendable, CaseIterable {
    /// The first day of the ISO week.
    case monday = 1
    /// The second day.
    case tuesday
    /// The third day.
    case wednesday
    /// The fourth day.
    case thursday
    /// The fifth day.
    case friday
    /// The sixth day.
    case saturday
    /// The seventh day.
    case sunday
}
