/// How far long work is.
package struct ProgressState: Hashable, Sendable {
    /// What is being done, in words.
    package var label: String
    /// How many units are done.
    package var done: Int
    /// How many there will be, where that is known.
    package var total: Int?
    /// What is counted: `events`, `bytes`.
    package var unit: String

    /// A state of these figures.
    package init(label: String, done: Int, total: Int? = nil, unit: String = "") {
        self.label = label
        self.done = done
        self.total = total
        self.unit = unit
    }
}

/// The row that shows long work: appears after half a second, then tells rate and time left.
struct ProgressBar {
    /// Shorter work shows nothing.
    static let delay = Duration.milliseconds(500)
    /// Redrawn at most this often.
    static let interval = Duration.milliseconds(100)

    private let started: ContinuousClock.Instant
    private var drawn: ContinuousClock.Instant?
    /// The newest figures.
    private(set) var state: ProgressState

    /// Work that begins now.
    init(_ state: ProgressState, at moment: ContinuousClock.Instant = .now) {
        self.state = state
        started = moment
    }

    /// Takes newer figures.
    mutating func update(_ newer: ProgressState) { state = newer }

    /// The row to draw, or nil while nothing new is due.
    mutating func row(
        width: Int,
        unicode: Bool,
        at moment: ContinuousClock.Instant = .now
    ) -> String? {
        guard moment - started >= Self.delay else { return nil }
        if let drawn, moment - drawn < Self.interval { return nil }
        drawn = moment
        return text(width: width, unicode: unicode, elapsed: moment - started)
    }

    private func text(width: Int, unicode: Bool, elapsed: Duration) -> String {
        let seconds =
            Double(elapsed.components.seconds)
            + Double(elapsed.components.attoseconds) / 1e18
        let rate = seconds > 0 ? Double(state.done) / seconds : 0
        var words = state.total.map { "\(state.done)/\($0)" } ?? "\(state.done)"
        if !state.unit.isEmpty { words += " " + state.unit }
        if rate >= 1 { words += ", \(Int(rate))/s" }
        if let total = state.total, rate > 0, state.done < total {
            words += ", " + Self.left(Double(total - state.done) / rate)
        }
        let label = state.label + " "
        guard let total = state.total, total > 0 else { return label + words }
        let room = min(30, width - label.utf8.count - words.utf8.count - 5)
        guard room >= 5 else { return label + words }
        let filled = min(room, max(0, room * state.done / total))
        let bar =
            String(repeating: unicode ? "█" : "#", count: filled)
            + String(repeating: unicode ? "░" : ".", count: room - filled)
        return label + "[" + bar + "] " + words
    }

    private static func left(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s left" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s left" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min left"
    }
}
