internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Changing, deleting and restoring expenses.
enum EditCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "edit",
            group: .money,
            summary: "changes an expense; what is not mentioned stays as it is",
            usage: [
                "REF [AMOUNT [CURRENCY]] [DESCRIPTION] [by WHO] [for WHO] [split SPEC] [on DATE] "
                    + "[in CATEGORY] [note TEXT]"
            ],
            page: [
                "Without a change it puts the whole line into the prompt, ready to be altered, its",
                "split and its rate in the words they were typed in.",
                "Split and weights stay exactly as they were unless the line says others; split",
                "without for is among the same people, where its words fit them. A description that",
                "begins with a number goes in quotation marks. in \"\" and note \"\" clear. Only who",
                "logged an expense may change it, unless /settings edit any_member.",
            ],
            examples: [
                "/edit bob:1", "/edit bob:1 22.40", "/edit ^ Guinness and crisps in drinks",
            ],
            access: .writes,
            arguments: [.reference, .moneyLine],
            body: edit
        ),
        CommandSpec(
            name: "delete",
            group: .money,
            summary: "deletes an expense; /undelete brings it back",
            usage: ["REF"],
            page: [
                "It shows what it is about to delete and asks. Nothing is ever lost: the event",
                "stays in the log, and /expenses deleted lists what was deleted.",
            ],
            examples: ["/delete bob:1", "/delete ^ --yes"],
            access: .writes,
            arguments: [.reference],
            mostWords: 1,
            body: delete
        ),
        CommandSpec(
            name: "undelete",
            group: .money,
            summary: "brings a deleted expense back",
            usage: ["REF"],
            page: ["/expenses deleted lists what can be brought back."],
            examples: ["/undelete bob:1"],
            access: .writes,
            arguments: [.reference],
            mostWords: 1,
            body: undelete
        ),
    ]

    @Sendable
    private static func edit(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "the expense to change", for: "edit")
        let (entry, expense) = try await session.expense(reference, in: group)
        let face = EntryFace(group)
        let line = try MoneyLineParser.parse(Array(arguments.words.dropFirst()), form: .edit)
        if line == MoneyLine() {
            return prefilled(
                entry, expense, face: face, builder: try MoneyBuilder(group, today: session.today),
                atPrompt: session.environment.source == .prompt)
        }
        let builder = try await session.moneyBuilder(for: line, in: group, changing: expense)
        let edit = try MoneyBuilder.hintingAtQuotes { () throws(UsageError) in
            try builder.change(line, of: expense)
        }
        guard let change = edit else {
            var result = CommandResult("Nothing would change: \(face.sentence(entry)).")
            result.set("entry", face.json(entry))
            result.set("changed", .bool(false))
            result.mainValue = face.roster.text(entry.reference)
            return result
        }
        let money = change.money ?? expense.money
        let remarks =
            change.money == nil ? [] : builder.remarks(line, money, changing: expense.money)
        if change.money != nil || change.date != nil {
            let preview = try ExpensePreview(
                money, description: change.description ?? expense.description,
                date: change.date ?? CalendarDate(iso: expense.date) ?? builder.today)
            if let answer = try await session.declined(preview, remarks: remarks, in: group) {
                return answer
            }
        }
        return try await session.update(
            entry.id, shown: expense, by: change, verb: "Changed", remarks: remarks, in: group.id)
    }

    private static func prefilled(
        _ entry: EntryView,
        _ expense: ExpenseView,
        face: EntryFace,
        builder: MoneyBuilder,
        atPrompt: Bool
    ) -> CommandResult {
        let line =
            "/edit \(face.roster.text(entry.reference)) "
            + MoneyLineText.line(for: expense, builder: builder)
        var result: CommandResult
        if atPrompt {
            result = CommandResult(
                "Change what you like and press Enter; Ctrl-C leaves it as it is.")
        } else {
            result = CommandResult("No change was named. The line with what may be changed:")
            result.say("\(foreign: line)")
        }
        result.set("line", .string(line))
        result.set("entry", face.json(entry))
        let isSafe = Neutraliser.line(line) == line
        // What cannot stand in the draft as it is has to be read and typed.
        if atPrompt, !isSafe { result.say("\(foreign: line)") }
        result.prefill = isSafe ? line : nil
        result.mainValue = face.roster.text(entry.reference)
        return result
    }

    @Sendable
    private static func delete(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "the expense to delete", for: "delete")
        let (entry, _) = try await session.expense(reference, in: group)
        let face = EntryFace(group)
        guard !entry.isWithdrawn else {
            throw FenError(
                "ALREADY_DELETED",
                "\(face.roster.text(entry.reference)) is deleted already.",
                hint: "/undelete \(face.roster.text(entry.reference)) brings it back."
            )
        }
        let sure = try await session.confirm(
            [.line("\(face.sentence(entry))")],
            "Delete this expense? /undelete brings it back."
        )
        guard sure else { return session.dropped("Left as it is: \(face.sentence(entry)).") }
        let written = try await session.engine.deleteExpense(entry.id, in: group.id)
        return try await session.withdrawn(
            written, of: entry.id, verb: "Deleted", tierB: Sentences.pendingDeletion, in: group.id)
    }

    @Sendable
    private static func undelete(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(
            arguments, 0, "the expense to bring back", for: "undelete")
        let (entry, _) = try await session.expense(reference, in: group)
        let face = EntryFace(group)
        guard entry.isWithdrawn else {
            throw FenError(
                "NOT_DELETED",
                "\(face.roster.text(entry.reference)) is not deleted.",
                hint: "/expenses deleted lists what can be brought back."
            )
        }
        let written = try await session.engine.restoreExpense(entry.id, in: group.id)
        return try await session.written(written, of: entry.id, verb: "Restored", in: group.id)
    }
}

extension ReplSession {
    /// The answer of a command that took something back: the entry, and loudly that nobody else
    /// knows of it, while that is so.
    func withdrawn(
        _ written: Written,
        of id: EventID,
        verb: Phrase,
        tierB: Phrase,
        in groupID: GroupID
    ) async throws -> CommandResult {
        let group = try await engine.view(groupID)
        let face = EntryFace(group)
        let entry = try await engine.entry(id, in: groupID)
        shown.add(entry.id)
        var result = CommandResult()
        result.say("\(verb) \(face.sentence(entry)).")
        if !group.hasStore, group.connected > 0 {
            // It is on its way to everybody who is there.
            result.text += savingLines(group)
        } else {
            if group.unsynced > 0 { result.say(tierB) }
            if group.myStatus == .pending { result.text += savingLines(group) }
        }
        result.set("entry", face.json(entry))
        result.set("ref", .string(face.roster.text(written.reference)))
        result.set("unsynced", .number(group.unsynced))
        result.mainValue = face.roster.text(entry.reference)
        return result
    }
}
