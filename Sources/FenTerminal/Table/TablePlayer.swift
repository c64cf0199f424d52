internal import Glibc

/// Plays a table script: every member is a process of its own with its own home.
package final class TablePlayer {
    /// How a script is played.
    package struct Options: Sendable {
        /// The program that each member runs, with `--home DIR` as its arguments.
        package var program: String
        /// Turns `=`, `-`, `!`, `exit` and `same` into assertions.
        package var checks = false
        /// Waits for Enter before each line.
        package var steps = false
        /// The folder to use and leave behind; otherwise one that is removed.
        package var keep: String?
        /// How long one line may take.
        package var secondsALine = 120
        /// How long a repeated line is tried.
        package var secondsToRepeat = 10

        /// Plays with this program.
        package init(program: String) { self.program = program }
    }

    let options: Options
    private let script: TableScript
    private let environment: [String: String]
    private var display: TableDisplay
    private var members: [TableMember] = []
    /// What `$name` stands for.
    var names: [String: String] = [:]
    private var folder = ""
    private var last: TableAnswer?

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
        guard let folder = makeFolder() else { return 1 }
        self.folder = folder
        names["dir"] = folder
        defer {
            for member in members { member.leave() }
            if options.keep == nil { FileTree.remove(folder) }
        }
        for step in script.steps {
            do throws(TableFailure) {
                try play(step)
            } catch {
                display.fail(error)
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
        case .command(let command):
            try play(command, line: step.line)
        case .same(let names):
            try compare(names, line: step.line)
        case .kill(let name):
            pause()
            display.say("kill \(name)")
            guard let index = members.firstIndex(where: { $0.name == name }) else {
                throw TableFailure(line: step.line, expected: "\(name) is running", shown: [])
            }
            members.remove(at: index).kill()
        }
    }

    private func play(_ command: TableScript.Command, line: Int) throws(TableFailure) {
        let text = try substitute(command.text, line)
        pause()
        display.type(command.member, text)
        var answer = try type(command.member, text, line)
        if command.repeats {
            let deadline = ContinuousClock.now + .seconds(options.secondsToRepeat)
            var wait = 20
            while try failure(of: command, answer, line) != nil, ContinuousClock.now < deadline {
                usleep(UInt32(wait) * 1000)
                wait = min(wait * 2, 500)
                answer = try type(command.member, text, line)
            }
        }
        display.show(answer)
        last = answer
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
        _ line: Int
    ) throws(TableFailure) -> TableAnswer {
        let member = try find(name, line)
        let answer = member.type(text, seconds: options.secondsALine)
        if answer.isGone { members.removeAll { $0.name == name } }
        return answer
    }

    /// The member's process, started when it is needed.
    private func find(_ name: String, _ line: Int) throws(TableFailure) -> TableMember {
        if let member = members.first(where: { $0.name == name }) { return member }
        var settings = environment
        for name in ["FEN_HOME", "NO_COLOR"] { settings[name] = nil }
        settings["TZ"] = "UTC"
        settings["LC_ALL"] = "C.UTF-8"
        settings["COLUMNS"] = "100"
        settings[TableProtocol.nameVariable] = name.prefix(1).uppercased() + name.dropFirst()
        settings[TableProtocol.seedVariable] = script.seed.map { String($0) }
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

    private func pause() {
        if options.steps { display.pause() }
    }

    private func makeFolder() -> String? {
        if let keep = options.keep {
            guard mkdir(keep, 0o700) == 0 || errno == EEXIST, let path = realpath(keep, nil) else {
                display.say("\(keep): \(String(cString: strerror(errno)))")
                return nil
            }
            defer { free(path) }
            return String(cString: path)
        }
        var template = Array("\(environment["TMPDIR"] ?? "/tmp")/fen-table-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            display.say("No temporary folder: \(String(cString: strerror(errno)))")
            return nil
        }
        return template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) }
        }
    }
}
