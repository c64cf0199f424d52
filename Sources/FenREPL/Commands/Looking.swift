internal import FenEngine
internal import FenMoney

/// Looking at money as a whole.
enum LookingCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "stats",
            group: .money,
            summary: "adds up what was spent, by member, category, day and currency",
            usage: ExpenseFilter.usage,
            page: [
                "The words are those of /expenses. used by: everybody's shares; paid by: what they",
                "paid. Refunds are taken off, payments between people are no spending. Where there",
                "are many days they are drawn together to months, or years.",
            ],
            examples: ["/stats", "/stats in food", "/stats for May from 2026-11-01"],
            access: .reads,
            arguments: [.words(ExpenseFilter.keywords)],
            body: stats
        ),
        CommandSpec(
            name: "report",
            group: .inAndOut,
            summary: "writes a page for the browser: balances, plan, charts and all expenses",
            usage: ["FILE.html"],
            page: [
                "One file that loads nothing from anywhere and needs no script: it can be mailed, read",
                "on a phone and printed. It is not encrypted. The file is written with mode 0600,",
                "whole or not at all.",
            ],
            examples: ["/report dublin.html", "fen report ~/dublin.html --yes"],
            access: .reads,
            arguments: [.file],
            mostWords: 1,
            body: report
        ),
    ]

    @Sendable
    private static func stats(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        var query = try ExpenseFilter.query(
            arguments.words, in: group, today: session.today, isSum: true)
        query.includesSettlements = false
        let view = try await session.engine.spending(query, in: group.id)
        let environment = session.environment
        var result = SpendingFace(
            group: group, width: environment.width, isPlain: environment.isPlain
        ).result(view)
        result.text += session.totalMarks(group)
        return result
    }

    @Sendable
    private static func report(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let id = try await session.group().id
        let path = FileNames.expanded(try session.required(arguments, 0, "a file", for: "report"))
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        // One moment for all of it: what the totals lack is said of these totals.
        let money = try await session.engine.moneyReport(in: id)
        let group = money.group
        let page = ReportPage(
            money: money,
            marks: OutcomeRenderer(environment: session.environment)
                .lines(session.totalMarks(group)),
            made: session.time(session.environment.now()).text)
        try await OutputFile.write(Array(page.html.utf8), to: path)
        var result = CommandResult(
            "Wrote \(money.entries.count, "entry", "entries") to \(foreign: path).", main: path)
        result.text += session.totalMarks(group)
        result.set("file", .string(path))
        result.set("entries", .number(money.entries.count))
        result.set("partial", group.partial.json)
        return result
    }
}
