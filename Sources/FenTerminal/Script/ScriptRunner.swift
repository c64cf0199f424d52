internal import FenEncoding
internal import FenREPL
internal import Glibc

/// Runs lines that come from a file or a pipe: no prompt, no colour, no cursor movement. Results
/// go to standard output, what went wrong to standard error, and where the table player listens,
/// a frame follows each line.
package struct ScriptRunner {
    private let session: any PromptSession
    private let input: ScriptInput
    private let output: OutputPipe
    private let frames: Int32?
    private let isJSON: Bool
    private let lessons: LessonProcess?

    /// A runner over standard input; `environment` may name the descriptor for frames.
    package init(
        session: any PromptSession,
        output: OutputPipe,
        environment: [String: String]
    ) {
        self.init(
            session: session,
            input: ScriptInput(descriptor: STDIN_FILENO),
            output: output,
            frames: environment[TableProtocol.frameVariable].flatMap { Int32($0) }
        )
    }

    /// A runner over a session; `frames` is the descriptor on which a table player listens.
    init(
        session: any PromptSession,
        input: ScriptInput,
        output: OutputPipe,
        frames: Int32?,
        isJSON: Bool = false,
        lessons: LessonProcess? = nil
    ) {
        self.session = session
        self.input = input
        self.output = output
        self.frames = frames
        self.isJSON = isJSON
        self.lessons = lessons
        if let frames { _ = fcntl(frames, F_SETFD, FD_CLOEXEC) }
    }

    /// Runs every line of standard input, also after one failed; the result is the first failure's
    /// status.
    package func run() -> Int32 {
        let (session, output, isJSON) = (session, output, isJSON)
        let listener = Task.detached {
            for await lines in session.notices {
                let prefix = TableProtocol.noticePrefix
                if isJSON {
                    output.complain(lines, prefix: prefix)
                } else {
                    output.print(lines, prefix: prefix)
                }
            }
        }
        defer { listener.cancel() }
        let start = Blocking.run { await session.begin() }
        output.print(start.lines)
        output.complain(start.errorLines)
        var status = start.status
        // A home that stays locked answers nothing.
        if start.leaves { return status }
        var before = PromptOutcome()
        while let item = input.next() {
            let outcome = outcome(of: item, after: before)
            // An empty line does nothing, and what is behind it is still behind the one before.
            if !item.isBlank { before = outcome }
            if status == 0 { status = outcome.status }
            let isRead = show(outcome)
            if outcome.leaves || !isRead { break }
        }
        return status
    }

    private func outcome(of item: LineReader.Item, after before: PromptOutcome) -> PromptOutcome {
        switch item {
        case .line(let text) where before.lacksSecret && Self.mayBeSecret(text):
            var outcome = refused(
                "A line behind a command that asks for a secret and has failed is not done, and not "
                    + "shown.",
                hint: "Mend the command; then its next line answers it.", code: "NOT_SENT")
            // A name may have stood before the secret.
            outcome.lacksSecret = true
            return outcome
        case .line(let text) where before.status != 0 && Answer.isAnswer(text):
            // Meant for a question that was never asked, and not for the whole group.
            return notSent(text, "answers nothing: the line before it failed")
        case .line(let text) where before.lacksAnswer && Self.isPlain(text):
            return notSent(text, "is no yes or no, and the line before it asked for one")
        case .line(let text):
            let session = session
            var outcome = Blocking.run { await session.execute(Line(text)) }
            if let lesson = outcome.lesson, let lessons {
                output.print(outcome.lines)
                outcome.lines = []
                if let status = lessons.play(lesson, input: nil) {
                    outcome.status = status
                } else {
                    outcome.status = 1
                    outcome.errorLines = [LessonProcess.refusal]
                }
            }
            return outcome
        case .tooLong:
            return refused(
                "A line of this script is longer than 64 KB and was left out.",
                hint: "A message has at most 4000 characters.", code: "LINE_TOO_LONG")
        }
    }

    /// A line that would have become a message, and was hardly meant as one.
    private func notSent(_ text: String, _ why: String) -> PromptOutcome {
        let shown = Neutraliser.line(String(text.trimmingWhitespace.prefix(80)))
        return refused(
            "“\(shown)” \(why). It was not sent.", hint: "\\ in front sends it as a message.",
            code: "NOT_SENT")
    }

    /// A line that the session never sees, answered like any other.
    private func refused(_ message: String, hint: String, code: String) -> PromptOutcome {
        let session = session
        return Blocking.run { await session.refusal(message, hint: hint, code: code) }
    }

    /// Whether a line is neither empty nor a command, an expense or marked as a message.
    private static func isPlain(_ line: String) -> Bool {
        guard let first = line.trimmingWhitespace.first else { return false }
        return !"/+\\".contains(first)
    }

    /// Whether a line may be a secret: it would be a message, or is a single word and no command.
    private static func mayBeSecret(_ line: String) -> Bool {
        if isPlain(line) { return true }
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let word = words.first else { return false }
        return word.first != "/" || (try? CommandTable.find(String(word.dropFirst()))) == nil
    }

    /// Prints an outcome, then tells the player that it is complete.
    package func show(_ outcome: PromptOutcome) -> Bool {
        let isRead = output.print(outcome.lines)
        output.complain(outcome.errorLines)
        guard let frames else { return isRead }
        let frame = TableFrame(status: outcome.status, main: outcome.mainValue)
        return OutputPipe.writeAll(frame.encode(), to: frames)
    }
}
