internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// A line that waited for others, and the group that was the current one when it was typed.
struct TypedAhead {
    /// The line.
    let text: String
    /// The group; nil where none was chosen.
    let group: GroupID?
    /// Something was done in the group.
    var isUsed = false

    /// What is said of a line that was typed where no group was chosen: the one that somebody was
    /// let into meanwhile was not meant.
    var refusal: FenError {
        // A secret may stand in it, at its end as well.
        let shown =
            HistoryFilter.keeps(text) ? "“\(text.trimmingWhitespace.prefix(80))”" : "this line"
        return FenError(
            "NO_GROUP_THEN",
            "Not done, since no group was chosen when you typed \(shown).",
            hint: "Type it again to do it in the group that is chosen now.")
    }
}

extension ReplSession {
    /// Executes a line in the group that was the current one when it was typed, as ``destination()``
    /// named it; nil is none.
    package func execute(_ line: String, typedIn group: String?) async -> CommandOutcome {
        await executing(line, in: group) { session in await session.execute(line) }
    }

    /// Sends a pasted block to the group that was the current one when it was pasted; nil is none.
    package func execute(block: String, pastedIn group: String?) async -> CommandOutcome {
        await executing(block, in: group) { session in await session.execute(block: block) }
    }

    private func executing(
        _ text: String, in name: String?,
        _ body: @Sendable (isolated ReplSession) async -> CommandOutcome
    ) async -> CommandOutcome {
        let group = name.flatMap { GroupID(uuidString: $0) }
        guard group != current else { return await body(self) }
        typedAhead = TypedAhead(text: text, group: group)
        var outcome = await body(self)
        let wasUsed = typedAhead?.isUsed == true
        typedAhead = nil
        if wasUsed, let group, let view = try? await engine.view(group) {
            let renderer = OutcomeRenderer(environment: environment)
            outcome.lines.insert(
                contentsOf: renderer.lines([.line("In \(foreign: view.name), where you typed it:")]
                ),
                at: 0)
        }
        return outcome
    }

    /// Whether a line goes into a group because the person says so in it.
    package static func choosesGroup(_ line: String) -> Bool {
        guard case .command(let name, _)? = try? InputLine.read(line),
            let command = try? CommandTable.find(name)
        else { return false }
        return command.name == "use" || command.name == "new"
    }
}
