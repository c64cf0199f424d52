import FenEngine
import FenREPL

/// Every command that a person waits for, in a group of a hundred people and twenty currencies, as
/// a session of the prompt answers it: words in, lines out.
struct ScaleFigure {
    let workshop: Workshop

    /// What each may take, in seconds.
    private static let goal = 0.1
    /// What the plan may take.
    private static let planGoal = 1.0

    /// What is typed. What somebody has just written stands last.
    private static let lines = [
        "/status", "/groups", "/members", "/settings", "/balances", "/balances original",
        "/why \"Person 7\"", "/why \"Person 7\" \"Person 8\"", "/settle", "/expenses",
        "/expenses last 200", "/expenses guinness", "/expenses nobody wrote this",
        "/expenses by \"Person 7\" in fun", "/expenses in JPY from 2026-02-01 to 2026-02-09",
        "/expenses over 119", "/expenses deleted", "/expenses unsynced", "/stats",
        "/stats in food", "/stats for \"Person 7\"", "/stats crisps", "/stats in USD",
        "/history", "/history 200", "/search tickets", "/search nobody wrote this",
        "/log", "/log \"Person 7\" last 50", "/graph", "/frontier", "/gaps", "/rates",
        "/whois \"Person 7\"", "/show ^", "+ 21.60 EUR Guinness",
        "+ 40 USD Museum rate 0.91 for \"Person 7\", \"Person 9\"", "/show ^", "/edit ^ 22 EUR",
        "/delete ^ --yes", "/undelete ^", "/settle \"Person 7\" 12.50", "who has the tickets?",
    ]

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let group = try await workshop.group(workshop.arguments.events, .crowd)
        let home = try TemporaryFolder("home")
        try Files.copy(try await workshop.author().home.path, to: home.path)
        Narration.say("  joining it …")
        let engine = try await Member.join(
            home: home.path, store: group.folder.path, link: group.link)
        guard let joined = try await engine.groups().first else { return [] }
        // No store is bound while this is measured: it is about what happens on this device.
        try await engine.setBackend(.none, in: joined.id)
        let silence = Silence()
        var environment = ReplEnvironment(
            source: .script, isInteractive: false, asker: silence, qr: silence)
        environment.width = 120
        let session = ReplSession(engine: engine, environment: environment)
        _ = await session.begin()
        var times: [[Spent]] = Self.lines.map { _ in [] }
        var shown = Self.lines.map { _ in 0 }
        // All of them in turn, since some need what those before them wrote.
        for _ in 0..<workshop.rounds {
            for (index, line) in Self.lines.enumerated() {
                let watch = Stopwatch()
                let outcome = await session.execute(line)
                times[index].append(watch.spent)
                shown[index] = outcome.lines.count
                guard outcome.status == .done else {
                    throw Process.Failure(
                        description: "\(line): \(outcome.errorLines.joined(separator: " "))")
                }
            }
        }
        await engine.close()
        return Self.lines.indices.map { index in
            let mine = Spent.median(of: times[index])
            let most = Self.lines[index] == "/settle" ? Self.planGoal : Self.goal
            return Row(
                Self.lines[index], ours: "\(Numbers.spent(mine)), \(shown[index]) lines",
                goal: "≤ \(Numbers.time(most))", isMet: mine.wall <= most)
        }
    }
}

/// Nobody who could be asked, and no terminal to draw on.
private struct Silence: Asker, QRPresenter {
    func confirm(_ lines: [String], question: String) async -> Bool? { nil }
    func text(_ lines: [String], question: String, suggestion: String?) async -> String? { nil }
    func secret(_ question: String) async -> String? { nil }
    func lines(for text: String, variant: QRVariant) -> [String] { [] }
    func writePNG(_ text: String, to path: String) -> String? { nil }
}
