/// The lines that wait for their turn behind the one at work.
struct LineQueue {
    /// How long a line is at work before those behind it are said to wait.
    private static let patience: Duration = .seconds(1)

    private var waiting: [Line] = []
    private var running: (line: Line, since: ContinuousClock.Instant)?

    /// Whether no line waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// Whether the line at work takes so long that who types behind it wonders.
    var isLong: Bool {
        running.map { ContinuousClock.now - $0.since > Self.patience } ?? false
    }

    /// Puts a line behind the others.
    mutating func append(_ line: Line) { waiting.append(line) }

    /// Puts a line before the others.
    mutating func prepend(_ line: Line) { waiting.insert(line, at: 0) }

    /// Takes the line whose turn it is; nil where none waits.
    mutating func next() -> Line? {
        guard !waiting.isEmpty else { return nil }
        let line = waiting.removeFirst()
        running = (line, .now)
        return line
    }

    /// The line at work is done.
    mutating func finish() { running = nil }

    /// Drops what waits; says how many lines that were.
    mutating func drop() -> Int {
        defer { waiting = [] }
        return waiting.count
    }

    /// Where a typed line goes that has to wait: where it would have gone at once, so that a group
    /// which somebody is let into meanwhile never gets what was not meant for it; unless a line
    /// before it chooses another.
    func destination(in session: any PromptSession) -> Line.Destination {
        let before = (running.map { [$0.line] } ?? []) + waiting
        return before.contains { session.choosesChannel($0.text) }
            ? .current : .fixed(session.destination())
    }
}
