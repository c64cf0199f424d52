internal import FenREPL
internal import Glibc

/// Plays a table script: every member is a process of its own with its own home.
package final class TablePlayer {
    /// How a script is played.
    package struct Options: Sendable {
        /// The program that each member runs, with `--home DIR` as its arguments.
        package var program: String
        /// Turns `=`, `-`, `!`, `exit` and `same` into assertions.
        package var checks = false
        /// Shows each line and waits for Enter before it is sent.
        package var steps = false
        /// The folder to use and leave behind; otherwise one that is removed.
        package var keep: String?
        /// A script that only says what names stand for, read before the script that is played.
        package var given: TableScript?
        /// How long one line may take.
        package var secondsALine = 120
        /// How long a repeated line is tried.
        package var secondsToRepeat = 10

        /// Plays with this program.
        package init(program: String) { self.program = program }
    }

    let options: Options
    let environment: [String: String]
    var display: TableDisplay
    private let script: TableScript
    private var members: [TableMember] = []
    /// What `$name` stands for.
    var names: [String: String] = [:]
    private var folder = ""
    private var clock: TableClock?
    private var interruption: Interruption?
    /// Ctrl-D, or Ctrl-C, while the reader was waited for.
    private var hasLeft = false
    /// What the reader thinks the next line will show.
    private var prediction: String?

    /// A player of one script.
    package init(
        script: TableScript,
        options: Options,
        style: TerminalStyle,
        environment: [String: String]
    ) {
        self.script = script
        self.options = options
        self.environment = environment
        display = TableDisplay(style: style)
    }

    /// Plays the script; 0 when it was played and, with checks, everything held.
    package func run() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        let interruption = Interruption()
        self.interruption = interruption
        defer { interruption.end() }
        guard let folder = makeFolder() else { return 1 }
        self.folder = folder
        names["dir"] = folder
        defer {
            for member in members { member.leave() }
            if options.keep == nil { FileTree.remove(folder) }
        }
        if script.seed != nil {
            clock = TableClock(in: folder)
            guard clock != nil else { return cannotWrite(folder) }
        }
        for step in (options.given?.steps ?? []) + script.steps {
            var failure: TableFailure?
            do throws(TableFailure) {
                try play(step)
            } catch {
                failure = error
            }
            // The members hear a Ctrl-C too, so a line that failed may have failed by it.
            if let signal = interruption.pending {
                display.say("Interrupted.")
                return 128 + signal
            }
            if hasLeft { return 0 }
            if let failure {
                display.fail(failure)
                return 1
            }
            showNotices()
        }
        if options.checks { display.say("All \(script.expectationCount) expectations hold.") }
        return 0
    }

    private func play(_ step: TableScript.Numbered<TableScript.Step>) throws(TableFailure) {
        switch step.value {
        case .narration(let text):
            display.narrate(text)
        case .prediction(let question):
            predict(question)
        case .command(let command):
            try play(command, line: step.line)
        case .same(let names):
            try compare(names, line: step.line)
        case .kill(let name):
            display.say("kill \(name)")
            guard pause() != nil else { return }
            guard let index = members.firstIndex(where: { $0.name == name }) else {
                throw TableFailure(line: step.line, expected: "\(name) is running", shown: [])
            }
            members.remove(at: index).kill()
        case .set(let name, let words):
            if names[name] == nil { names[name] = try substitute(words, step.line) }
        }
    }

    private func play(_ command: TableScript.Command, line: Int) throws(TableFailure) {
        let text = try substitute(command.text, line)
        display.type(command.member, text)
        guard pause() != nil else { return }
        // What is waited for belongs to the line before: no time passes.
        if !command.repeats, clock?.tick() == false {
            throw TableFailure(line: line, expected: "a clock that can be written", shown: [])
        }
        var answer = try type(command.member, text, line, command.answers)
        if command.repeats {
            let deadline = ContinuousClock.now + .seconds(options.secondsToRepeat)
            var wait = 20
            while try failure(of: command, answer, line) != nil, ContinuousClock.now < deadline {
                usleep(UInt32(wait) * 1000)
                wait = min(wait * 2, 500)
                answer = try type(command.member, text, line, command.answers)
            }
        }
        display.show(answer)
        if let prediction { display.say("You predicted: " + Neutraliser.line(prediction)) }
        prediction = nil
        if let binding = command.binding {
            guard let main = answer.main else {
                throw TableFailure(
                    line: line,
                    expected: "a value for $\(binding)",
                    shown: answer.shown
                )
            }
            names[binding] = main
        }
        if options.checks, let failure = try failure(of: command, answer, line) { throw failure }
    }

    private func compare(_ members: [String], line: Int) throws(TableFailure) {
        var first: TableAnswer?
        for name in members {
            let answer = try type(name, "/dump", line)
            if answer.status != 0 || answer.lines.isEmpty {
                throw TableFailure(line: line, expected: "\(name)'s dump", shown: answer.shown)
            }
            guard let known = first else {
                first = answer
                continue
            }
            if known.lines == answer.lines { continue }
            let shown = TableDisplay.difference(members[0], known.lines, name, answer.lines)
            if options.checks {
                throw TableFailure(line: line, expected: "the same dump", shown: shown)
            }
            display.say("\(members[0]) and \(name) differ")
            return
        }
        display.say(members.joined(separator: ", ") + ": the same, byte for byte")
    }

    private func type(
        _ name: String,
        _ text: String,
        _ line: Int,
        _ answers: [TableScript.Numbered<String>] = []
    ) throws(TableFailure) -> TableAnswer {
        // What comes to nothing answers nothing.
        var left: [TableScript.Numbered<String>] = []
        for answer in answers {
            let words = try substitute(answer.value, answer.line)
            if !words.isEmpty { left.append(.init(line: answer.line, value: words)) }
        }
        func type() throws(TableFailure) -> TableAnswer {
            try find(name, line).type(text, seconds: options.secondsALine) { _ in
                left.isEmpty ? nil : left.removeFirst().value
            }
        }
        var answer = try type()
        if answer.isGone { members.removeAll { $0.name == name } }
        if answer.wasNotTaken {
            // The line before made the process end, as `/quit` does.
            answer = try type()
            if answer.isGone { members.removeAll { $0.name == name } }
        }
        answer.unasked = left.first?.line
        return answer
    }

    /// The member's process, started when it is needed.
    private func find(_ name: String, _ line: Int) throws(TableFailure) -> TableMember {
        if let member = members.first(where: { $0.name == name }) { return member }
        var settings = environment
        for name in ["FEN_HOME", "FEN_PASSPHRASE_FILE", "NO_COLOR"] { settings[name] = nil }
        settings["TZ"] = "UTC"
        settings["LC_ALL"] = "C.UTF-8"
        settings["COLUMNS"] = "100"
        settings[TableProtocol.nameVariable] = name.prefix(1).uppercased() + name.dropFirst()
        settings[TableProtocol.seedVariable] = script.seed.map { String($0) }
        settings[TableProtocol.clockVariable] = clock?.path
        let member = TableMember(
            name: name,
            program: options.program,
            arguments: ["--home", folder + "/" + name],
            environment: settings
        )
        guard let member else {
            throw TableFailure(line: line, expected: "\(options.program) to start", shown: [])
        }
        members.append(member)
        return member
    }

    private func showNotices() {
        for member in members { display.notice(member.name, member.takeNotices()) }
    }

    /// Waits for Enter where the play goes step by step; what was typed before it, nil where the
    /// reader wants no more.
    private func pause() -> String? {
        guard options.steps, let interruption else { return "" }
        let text = display.pause(interruption)
        hasLeft = text == nil
        return text
    }

    private func predict(_ question: String) {
        display.ask(question)
        guard let text = pause() else { return }
        prediction = text.allSatisfy(\.isWhitespace) ? nil : text
    }
}
