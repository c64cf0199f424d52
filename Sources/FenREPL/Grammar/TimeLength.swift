/// Lengths of time as they are typed, `90s`, `30m`, `2h`, `7d`, and as they are said.
enum TimeLength {
    /// The most units that are taken.
    private static let most = 10_000

    /// The length in seconds. `typed` is what an error quotes, where more was typed than the length.
    static func seconds(_ text: String, typed: String? = nil) throws(UsageError) -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let last = text.last, let unit = units[last], text.count > 1,
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw UsageError(
                "“\(typed ?? text)” is no length of time.", hint: "Such as: 30m, 2h or 1d")
        }
        let number = Int(text.dropLast())
        guard let number, (1...most).contains(number) else {
            throw UsageError(
                "“\(typed ?? text)” is too \(number == 0 ? "short" : "long") a length of time.",
                hint: "From 1\(last) to \(most)\(last).")
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
