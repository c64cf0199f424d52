internal import Glibc

/// Dates as servers write them.
package enum HTTPDate {
    /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send
    /// today; nil for anything else.
    package static func seconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let month = months.firstIndex(of: String(words[2])),
            let day = Int32(words[1]), let year = Int32(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { $0.utf8.count == 2 ? Int32($0) : nil }
        guard clock.count == 3, 1...31 ~= day, 1970...9999 ~= year, 0...23 ~= clock[0],
            0...59 ~= clock[1], 0...60 ~= clock[2]
        else { return nil }
        var parts = tm()
        parts.tm_year = year - 1900
        parts.tm_mon = Int32(month)
        parts.tm_mday = day
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return Int64(timegm(&parts))
    }

    /// How long to wait by a `Retry-After`, in seconds or as a date: from 0 to a day; nil for
    /// anything else.
    package static func retryAfter(_ text: String, now: Int64) -> Duration? {
        let wait = Int64(text) ?? seconds(text).map { $0 - now }
        return wait.map { .seconds(min(max(0, $0), 86_400)) }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
