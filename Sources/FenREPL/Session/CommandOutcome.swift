package import FenEngine

/// What executing one line gives: both faces of the result, ready to be printed.
package struct CommandOutcome: Sendable, Equatable {
    /// The text face, for standard output.
    package var lines: [String] = []
    /// What went wrong, for standard error.
    package var errorLines: [String] = []
    /// The JSON face: one object a line.
    package var json: [String] = []
    /// How a process that runs only this line ends.
    package var status: ExitStatus = .done
    /// What a table script binds with `=> name`: the link of an invite, the reference of a write.
    package var mainValue: String?
    /// A line to put into the prompt for changing, as `/edit REF` does.
    package var prefill: String?
    /// Whether the person wants to leave.
    package var leave = false
    /// A confirmation was needed and nobody gave it: what comes next may have been meant for it.
    package var lacksAnswer = false

    /// The number a process ends with.
    package var exitCode: Int32 { status.rawValue }

    /// Nothing to print.
    package init() {}

    /// The outcome of a line or of arguments that were not understood.
    package init(_ error: UsageError, environment: ReplEnvironment) {
        self = OutcomeRenderer(environment: environment).outcome(of: error, command: nil)
    }

    /// The answer of a call that only asks for help, which needs no home; nil for any other.
    package static func help(
        for words: [String], environment: ReplEnvironment
    ) -> CommandOutcome? {
        guard let first = words.first else { return nil }
        let asked =
            first == "help"
            ? Array(words.dropFirst()) : words.contains("--help") ? [first] : nil
        guard let asked else { return nil }
        let renderer = OutcomeRenderer(environment: environment)
        do {
            let help = try CommandTable.find("help")
            let arguments = try Arguments(asked.map { Token($0) }, for: help)
            return renderer.outcome(of: try StartCommands.help(arguments), command: "help")
        } catch {
            return renderer.outcome(of: error, command: "help")
        }
    }

    /// Lines of help, as `--help` prints them.
    package static func help(
        _ page: [TextBlock] = HelpText.program(), environment: ReplEnvironment
    ) -> CommandOutcome {
        var outcome = CommandOutcome()
        outcome.lines = OutcomeRenderer(environment: environment).lines(page)
        return outcome
    }
}
