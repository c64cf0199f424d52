internal import FenEncoding
internal import Glibc

/// Runs lines that come from a file or a pipe: no prompt, no colour, no cursor movement. Results
/// go to standard output, what went wrong to standard error, and where the table player listens,
/// a frame follows each line.
package struct ScriptRunner {
    private let session: any PromptSession
    private let input: ScriptInput
    private let output: OutputPipe
    private let frames: Int32?

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
        frames: Int32?
    ) {
        self.session = session
        self.input = input
        self.output = output
        self.frames = frames
        if let frames { _ = fcntl(frames, F_SETFD, FD_CLOEXEC) }
    }

    /// Runs every line of standard input, also after one failed; the result is the first failure's
    /// status.
    package func run() -> Int32 {
        let (session, output) = (session, output)
        let listener = Task.detached {
            for await lines in session.notices {
                output.print(lines, prefix: TableProtocol.noticePrefix)
            }
        }
        defer { listener.cancel() }
        let start = Blocking.run { await session.begin() }
        output.print(start.lines)
        output.complain(start.errorLines)
        var status = start.status
        var hasFailed = false
        while let item = input.next() {
            let outcome = outcome(of: item, afterFailure: hasFailed)
            hasFailed = outcome.status != 0
            if status == 0 { status = outcome.status }
            let isRead = show(outcome)
            if outcome.leaves || !isRead { break }
        }
        return status
    }

    private func outcome(of item: LineReader.Item, afterFailure: Bool) -> PromptOutcome {
        switch item {
        case .line(let text) where afterFailure && Answer.isAnswer(text):
            // Meant for a question that was never asked, and not for the whole group.
            var outcome = PromptOutcome()
            outcome.status = 2
            outcome.errorLines = [
                "“\(text.trimmingWhitespace)” answers nothing: the line before it failed. "
                    + "It was not sent.",
                "\\ in front sends it as a message.",
            ]
            return outcome
        case .line(let text):
            let session = session
            return Blocking.run { await session.execute(Line(text)) }
        case .tooLong:
            var outcome = PromptOutcome()
            outcome.status = 2
            outcome.errorLines = [
                "A line of this script is longer than 64 KB and was left out.",
                "A message has at most 4000 characters.",
            ]
            return outcome
        }
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
