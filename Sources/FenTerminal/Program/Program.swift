internal import FenEngine
internal import FenREPL
internal import Glibc

/// The program `fen`: reads the arguments, opens the home and hands over to the prompt, a script,
/// one command or the table player.
package struct Program {

    let environment: [String: String]
    let invocation: Invocation
    let style: TerminalStyle
    let output: OutputPipe
    private let table: TableSettings

    /// Runs the program to its end.
    package static func main() -> Never {
        signal(SIGPIPE, SIG_IGN)
        keepStandardDescriptors()
        exit(run(Array(CommandLine.arguments.dropFirst()), environment: processEnvironment()))
    }

    /// Runs the program with these arguments; the result is its exit status.
    package static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        do throws(UsageError) {
            return Program(try Invocation.parse(arguments), environment).runAndCheckOutput()
        } catch {
            let output = OutputPipe(style: TerminalStyle(isTerminal: false))
            output.complain([error.message] + (error.hint.map { [$0] } ?? []))
            return ExitStatus.usage.rawValue
        }
    }

    private init(_ invocation: Invocation, _ environment: [String: String]) {
        self.invocation = invocation
        self.environment = environment
        table = TableSettings(environment)
        style = TerminalStyle.detect(
            environment: environment,
            isTerminal: isatty(STDOUT_FILENO) == 1,
            plain: invocation.isPlain
        )
        output = OutputPipe(style: invocation.wantsJSON ? style.forDocuments : style)
    }

    /// An answer that could not be printed is a failure, whatever was done.
    private func runAndCheckOutput() -> Int32 {
        let status = run()
        guard let failure = output.failure else { return status }
        output.complain([
            "The output could not be written: \(failure). What was printed is not whole.",
            "What was saved is saved; make room or print elsewhere, and ask again.",
        ])
        return status == 0 ? ExitStatus.failed.rawValue : status
    }

    private func run() -> Int32 {
        switch invocation.action {
        case .help, .tableHelp:
            let place = place(.arguments, asker: NoAsker(), isInteractive: false)
            let page =
                invocation.action == .help ? HelpText.program() : HelpText.table()
            output.print(CommandOutcome.help(page, environment: place).lines)
            return 0
        case .version:
            output.print(["fen \(FenVersion.text)"])
            return 0
        case .table(let play):
            return self.play(play)
        case .command(let words):
            return command(words)
        case .prompt where style.isTerminal && isatty(STDIN_FILENO) == 1:
            return prompt()
        case .prompt:
            return script()
        }
    }

    // MARK: The ways in

    private func prompt() -> Int32 {
        let mailbox = PromptMailbox()
        var place = place(.prompt, asker: PromptAsker(mailbox: mailbox), isInteractive: true)
        place.progress = { mailbox.report($0.map { ProgressState($0) }) }
        return withSession(place) { session in
            let loop = PromptLoop(
                session: session,
                mailbox: mailbox,
                style: style,
                lessons: LessonProcess(environment: environment, isPlain: style.isPlain),
                historyPath: home() + "/history"
            )
            return loop.run() ?? 1
        }
    }

    private func script() -> Int32 {
        let input = ScriptInput(descriptor: STDIN_FILENO)
        let frames = table.frames
        let asker: any Asker =
            frames.map { TableAsker(input: input, frames: $0) }
            ?? ScriptAsker(input: input, output: output)
        return withSession(place(.script, asker: asker, isInteractive: false)) { session in
            ScriptRunner(
                session: session, input: input, output: output, frames: frames,
                isJSON: invocation.wantsJSON,
                lessons: LessonProcess(environment: environment, isPlain: invocation.isPlain)
            ).run()
        }
    }

    private func command(_ words: [String]) -> Int32 {
        var place = place(
            .arguments,
            asker: ShellAsker(style: style),
            isInteractive: ShellAsker.isInteractive
        )
        if let answer = CommandOutcome.withoutHome(words, environment: place) {
            let shown = PromptOutcome(answer, wantsJSON: invocation.wantsJSON)
            output.print(shown.lines)
            output.complain(shown.errorLines)
            guard let lesson = answer.lesson, shown.lesson != nil else { return shown.status }
            let isWatched = style.isTerminal && isatty(STDIN_FILENO) == 1
            return play(lesson.script, named: lesson.name) { $0.steps = isWatched }
        }
        let row = ProgressRow(style: style)
        place.progress = { row.show($0.map { ProgressState($0) }) }
        let name = words.first.flatMap { try? CommandTable.find($0).name }
        return withSession(place, for: name) { session in
            let outcome = Blocking.run { () -> PromptOutcome in
                let start = await session.begin()
                if start.status != 0 { return start }
                return await session.execute(words: words)
            }
            row.show(nil)
            output.print(outcome.lines)
            output.complain(outcome.errorLines)
            return outcome.status
        }
    }

    // MARK: The session

    private func place(
        _ source: ReplEnvironment.Source,
        asker: any Asker,
        isInteractive: Bool
    ) -> ReplEnvironment {
        var place = ReplEnvironment(
            source: source,
            isInteractive: isInteractive,
            asker: asker,
            qr: TerminalQR(style: style)
        )
        place.saysYes = invocation.saysYes
        place.isPlain = invocation.isPlain
        place.width = style.size().columns
        place.wraps = style.isTerminal
        place.passphraseFile = environment["FEN_PASSPHRASE_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        place.defaultName = environment[TableProtocol.nameVariable]
        if let clock = table.clock { place.now = TableClock.reading(clock) }
        return place
    }

    private func withSession(
        _ place: ReplEnvironment,
        for command: String? = nil,
        _ body: (ReplPromptSession) -> Int32
    ) -> Int32 {
        var options = SessionOptions(home: home())
        options.onlyReads = invocation.onlyReads
        options.group = invocation.group
        if let command { options.command = command }
        options.crashPhase = environment["FEN_CRASH_AT"]
        options.practice = table.practice
        let opening = options
        switch Blocking.run({ await ReplSession.open(opening, environment: place) }) {
        case .refused(let outcome):
            let shown = PromptOutcome(outcome, wantsJSON: invocation.wantsJSON)
            output.print(shown.lines)
            output.complain(shown.errorLines)
            return shown.status
        case .session(let session):
            let wrapped = ReplPromptSession(
                session,
                style: style,
                wantsJSON: invocation.wantsJSON
            )
            let status = body(wrapped)
            // What was answered is on disk; a store that hangs may not keep the person here.
            Blocking.run(seconds: 5) { await session.close() }
            return status
        }
    }
}
