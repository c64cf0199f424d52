internal import FenEngine

extension ReplSession {
    /// Asks for a yes, after showing what is about to be touched.
    ///
    /// `--yes` answers it. Where nobody can be asked and `--yes` is missing the command is refused
    /// with exit status 2.
    func confirm(_ blocks: [TextBlock], _ question: Phrase) async throws -> Bool {
        if saysYes { return true }
        guard environment.isInteractive else {
            throw UsageError(
                "This needs a yes, and there is nobody to ask: \(question.text)",
                hint: "Add --yes if that is what you want.",
                code: "NEEDS_YES"
            )
        }
        let lines = OutcomeRenderer(environment: environment).lines(blocks)
        return await environment.asker.confirm(lines, question: question.text) ?? false
    }

    /// Whether the line or the call answers every confirmation with yes.
    var saysYes: Bool { environment.saysYes || lineSaysYes }

    /// What a command answers when the person said no.
    func dropped(_ sentence: Phrase) -> CommandResult {
        var result = CommandResult(sentence)
        result.status = .failed
        result.set("confirmed", .bool(false))
        return result
    }
}
