/// Lengths of time as they are typed, `90s`, `30m`, `2h`, `7d`, and as they are said.
enum TimeLength {
    /// The length in seconds.
    static func seconds(_ typed: String) throws(UsageError) -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let last = typed.last, let unit = units[last],
            let number = Int(typed.dropLast()), (1...10_000).contains(number)
        else {
            throw UsageError(
                "“\(typed)” is no length of time.",
                hint: "Such as: 30m, 2h or 1d"
            )
        }
        return number * unit
    }

    /// A length of milliseconds in words, as a countdown says it: `8 s`, `4 min`, `2 h 10 min`.
    static func words(_ milliseconds: Int64) -> String {
        let seconds = (max(0, milliseconds) + 999) / 1_000
        if seconds < 90 { return "\(seconds) s" }
        let minutes = (seconds + 59) / 60
        if minutes < 90 { return "\(minutes) min" }
        let rest = minutes % 60
        return rest == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(rest) min"
    }
}
