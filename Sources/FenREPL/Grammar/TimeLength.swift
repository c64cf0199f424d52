/// Lengths of time as they are typed: `90s`, `30m`, `2h`, `7d`.
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
}
