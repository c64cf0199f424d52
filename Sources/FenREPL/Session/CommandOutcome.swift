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
    /// A line that was typed in place of an answer, to be run next.
    package var nextLine: String?
    /// A lesson to be played behind the answer; with the JSON face it is the answer.
    package var lesson: Lesson?
    /// Whether the person wants to leave.
    package var leave = false
    /// A confirmation was needed and nobody gave it: what comes next may have been meant for it.
    package var lacksAnswer = false
    /// The line failed, and may have been to ask for a secret: what comes next may be that secret.
    package var lacksSecret = false

    /// Puts the JSON face in the place of the text face.
    mutating func showJSON() {
        lines = json
        lesson = nil
    }

    /// The number a process ends with.
    package var exitCode: Int32 { status.rawValue }

    /// Nothing to print.
    package init() {}

    /// The outcome of a line or of arguments that were not understood.
    package init(_ error: UsageError, environment: ReplEnvironment) {
        self = OutcomeRenderer(environment: environment).outcome(of: error, command: nil)
    }

    /// The answer of a call that asks for help or a lesson, which needs no home; nil for any other.
    package static func withoutHome(
        _ words: [String], environment: ReplEnvironment
    ) -> CommandOutcome? {
        guard let first = words.first else { return nil }
        let rest = Array(words.dropFirst())
        if first != "help", words.contains("--help") {
            return answer("help", [first], environment, StartCommands.help)
        }
        return switch first {
        case "help": answer("help", rest, environment, StartCommands.help)
        case "lesson": answer("lesson", rest, environment, LessonCommands.lesson)
        default: nil
        }
    }

    private static func answer(
        _ name: String, _ words: [String], _ environment: ReplEnvironment,
        _ body: (Arguments) throws -> CommandResult
    ) -> CommandOutcome {
        let renderer = OutcomeRenderer(environment: environment)
        do {
            let command = try CommandTable.find(name)
            let arguments = try Arguments(words.map { Token($0) }, for: command)
            try command.checkWords(arguments)
            var outcome = renderer.outcome(of: try body(arguments), command: name)
            if arguments.wantsJSON { outcome.showJSON() }
            return outcome
        } catch {
            return renderer.outcome(of: error, command: name)
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
