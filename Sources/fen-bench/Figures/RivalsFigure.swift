import Glibc

/// Balances and plan as a whole process, beside other programs on the same entries.
///
/// Of `ihatemoney` only its own counting is taken, without the start of Python; `ledger` is run
/// whole, and has no plan.
struct RivalsFigure {
    let workshop: Workshop

    private static let ledger = "/usr/bin/ledger"
    private static let script = "Tests/Rivals/ihatemoney_balance.py"

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let events = workshop.arguments.events
        let home = try await workshop.home(events, .expenses)
        let group = try await workshop.group(events, .expenses)
        let balances = Spent.median(
            of: try (0..<workshop.rounds).map { _ in
                try Process.run(.balances(home: home)).spent
            })
        let both = Spent.median(
            of: try (0..<workshop.rounds).map { _ in try Process.run(.settle(home: home)).spent })
        var rows: [Row] = []
        let name = "balances of \(events) expenses, against ledger bal"
        if let theirs = try? Process.median(
            Self.ledger, ["-f", group.journal, "bal"], rounds: workshop.rounds)
        {
            rows.append(row(name, balances, theirs.wall, atLeast: 100))
        } else {
            rows.append(
                Row(name, ours: Numbers.time(balances.wall), floor: "ledger is not installed"))
        }
        guard let python = getenv("FEN_BENCH_PYTHON").map({ String(cString: $0) }),
            let times = try? Process.run(python, [Self.script, group.rows]).output
                .split(separator: " ").compactMap({ Double($0.filter { $0 != "\n" }) }),
            times.count == 2
        else {
            rows.append(
                Row(
                    "balances and plan, against ihatemoney", ours: Numbers.time(both.wall),
                    floor: "FEN_BENCH_PYTHON names no Python that has it"))
            return rows
        }
        rows.append(
            row("balances of \(events) expenses, against ihatemoney", balances, times[0]))
        rows.append(row("balances and plan, against ihatemoney", both, times[0] + times[1]))
        return rows
    }

    private func row(
        _ name: String, _ ours: Spent, _ theirs: Double, atLeast goal: Double = 10
    ) -> Row {
        Row(
            name, ours: Numbers.time(ours.wall), floor: Numbers.time(theirs),
            faster: theirs / ours.wall, atLeast: goal)
    }
}
