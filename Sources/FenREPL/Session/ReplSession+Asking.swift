internal import FenEngine

extension ReplSession {
    /// Asks for a yes, after showing what is about to be touched.
    ///
    /// `--yes` answers it, and so does a script's next line. Where nobody can be asked and `--yes`
    /// is missing the command is refused with exit status 2.
    func confirm(_ blocks: [TextBlock], _ question: Phrase) async throws -> Bool {
        if saysYes { return true }
        if canAsk {
            let renderer = OutcomeRenderer(environment: environment)
            let answer = await environment.asker.confirm(
                renderer.lines(blocks), question: renderer.question(question))
            if let answer { return answer }
            if environment.isInteractive { return false }
        }
        throw UsageError(
            "This needs a yes, and there is nobody to ask: \(question.text)",
            hint: environment.source == .script
                ? "Add --yes, or a line with y behind it, if that is what you want."
                : "Add --yes if that is what you want.",
            code: UsageError.needsYes
        )
    }

    /// Whether a file may be written: there is none of that name, or the person wants it replaced.
    func mayReplace(_ path: String) async throws -> Bool {
        guard !FileNames.isFolder(path) else {
            throw UsageError("The place \(path) is a folder.", hint: "Name a file in it.")
        }
        guard OutputFile.exists(path) else { return true }
        return try await confirm([.line("\(foreign: path) exists.")], "Replace this file?")
    }

    /// Whether a question may find an answer: from a person, or from a script's next line.
    var canAsk: Bool { environment.isInteractive || environment.source == .script }

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

extension ReplSession {
    /// The answer to a line that whoever reads lines does not hand on.
    package func refusal(_ message: String, hint: String, code: String) -> CommandOutcome {
        OutcomeRenderer(environment: environment).outcome(
            of: UsageError(message, hint: hint, code: code), command: "message")
    }
}
