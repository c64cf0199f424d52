internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Listing and showing entries.
enum ExpenseCommands {
    /// The commands of this file, with those that change entries.
    static let all: [CommandSpec] =
        EditCommands.all + [
            CommandSpec(
                name: "expenses",
                group: .money,
                summary: "lists expenses and settlements, the newest last",
                usage: ExpenseFilter.usage + ["[deleted] [all or last N]"],
                page: [
                    "by NAME: what they paid. for NAME: what they take part in, or payments to them.",
                    "Words are looked for in descriptions, notes and categories; from DATE and to DATE",
                    "narrow the days, in EUR a currency, over and under the amount, in the group's",
                    "currency. Twenty are shown unless all or last N is said.",
                ],
                examples: [
                    "/expenses", "/expenses by Bob in drinks", "/expenses for May",
                    "/expenses unsynced", "/expenses over 100 from 2026-11-01",
                ],
                access: .reads,
                arguments: [.words(ExpenseFilter.keywords + ["deleted", "all", "last"])],
                body: list
            ),
            CommandSpec(
                name: "show",
                group: .money,
                summary: "shows one entry whole, with its shares and every version of it",
                usage: ["REF [history]"],
                page: [
                    "Versions are listed in the order in which they count, the last one in force."
                ],
                examples: ["/show bob:1", "/show ^"],
                access: .reads,
                arguments: [.reference],
                mostWords: 2,
                body: show
            ),
        ]

    @Sendable
    private static func list(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let query = try ExpenseFilter.query(
            arguments.words, in: group, today: session.today)
        let entries = try await session.engine.entries(query, in: group.id)
        let face = EntryFace(group)
        var result = CommandResult()
        for entry in entries { session.shown.add(entry.id) }
        if entries.isEmpty {
            result.say(
                arguments.words.isEmpty
                    ? "No expenses yet. Type + 21.60 \(own: group.currency.code) Guinness to log one."
                    : "No entry fits. /expenses all lists everything."
            )
        }
        result.show(face.table(entries))
        if let limit = query.limit, entries.count == limit {
            result.say("The newest \(limit); /expenses all lists everything.")
        }
        result.text += session.totalMarks(group)
        result.set("group", .string(group.name))
        result.set("entries", .list(entries, face.json))
        result.set("partial", group.partial.json)
        return result
    }

    @Sendable
    private static func show(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "the entry to show", for: "show")
        if let word = arguments.word(1), word.lowercased() != "history" {
            throw UsageError(
                "/show does not take “\(word)”.",
                hint: "One entry at a time: /show REF, or /show REF history")
        }
        let entry = try await session.entry(reference, in: group)
        let history = try await session.engine.entryHistory(entry.id, in: group.id)
        let face = EntryFace(group)
        let events = await session.eventFace(group, for: history)
        session.shown.add(entry.id)
        var result = CommandResult()
        result.text = face.page(entry)
        if history.count > 1 {
            result.say("Versions:")
            for event in history {
                result.say("  \(own: session.time(event.createdAt).text)  \(events.line(event))")
            }
        }
        result.set("entry", face.json(entry))
        result.set("history", .list(history, events.json))
        result.mainValue = face.roster.text(entry.reference)
        return result
    }
}
