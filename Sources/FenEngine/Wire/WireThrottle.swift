/// Lets so many lines a second through and counts the rest, so that a long transfer does not bury
/// what a person is typing.
struct WireThrottle: Sendable {
    /// How many lines a second are shown.
    static let mostPerSecond = 20
    /// The time in which they are counted.
    static let window: Duration = .seconds(1)

    private var end: ContinuousClock.Instant?
    private var shown = 0
    private var left = 0

    /// What is to be done with one more line.
    struct Verdict: Equatable, Sendable {
        /// How many were left out before it and are to be mentioned first.
        var mention = 0
        /// It is to be shown.
        var isShown = true
        /// It is the first that is left out: they are to be mentioned then at the latest.
        var mentionBy: ContinuousClock.Instant?
    }

    /// Decides about a line.
    mutating func take(at now: ContinuousClock.Instant) -> Verdict {
        var verdict = Verdict()
        if end.map({ now >= $0 }) ?? true {
            verdict.mention = takeLeft()
            end = now + Self.window
            shown = 0
        }
        if shown < Self.mostPerSecond {
            shown += 1
        } else {
            verdict.isShown = false
            left += 1
            if left == 1 { verdict.mentionBy = end }
        }
        return verdict
    }

    /// How many were left out and not mentioned yet.
    mutating func takeLeft() -> Int {
        defer { left = 0 }
        return left
    }
}
