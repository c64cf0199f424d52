package import FenMoney
internal import Glibc

/// A moment as clocks on this wall show it.
package struct LocalTime: Hashable, Sendable {
    /// The day; nil before 1900 and after 9999.
    package var date: CalendarDate?
    /// The hour, 0–23.
    package var hour: Int
    /// The minute.
    package var minute: Int

    /// A moment given by its parts.
    package init(date: CalendarDate?, hour: Int, minute: Int) {
        self.date = date
        self.hour = hour
        self.minute = minute
    }

    /// The local time of a Unix time in milliseconds; no day where no calendar
    /// holds it.
    package init(milliseconds: Int64) {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let iso =
            Self.padded(Int(parts.tm_year) + 1900, 4) + "-" + Self.padded(Int(parts.tm_mon) + 1, 2)
            + "-" + Self.padded(Int(parts.tm_mday), 2)
        date = CalendarDate(iso: iso)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
    }

    /// `14:32`.
    package var clockText: String {
        Self.padded(hour, 2) + ":" + Self.padded(minute, 2)
    }

    /// `2026-08-01 14:32`.
    package var text: String {
        (date?.iso ?? "-") + " " + clockText
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
