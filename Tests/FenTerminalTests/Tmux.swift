import Foundation

/// A program in a real terminal: a tmux server of its own with one window.
final class Tmux {
    /// Where the program leaves its files.
    let folder: URL
    private let socket = "fen-\(UUID().uuidString)"

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

    /// The program that stands beside the test bundle.
    static var probe: String {
        let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return bundle.appending(path: "editor-probe").path
    }

    /// The real program: the one that the test command built, or the one beside the bundle.
    static var fen: String {
        if let built = ProcessInfo.processInfo.environment["FEN_BINARY"] { return built }
        let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return bundle.appending(path: "fen").path
    }

    /// Opens a window of this size; `then` runs in it when the program has ended;
    /// with `shell` there is an interactive shell, where `go` starts the program.
    init(
        columns: Int = 40,
        rows: Int = 16,
        program: String = Tmux.probe,
        arguments: String = "",
        environment: [String: String] = [:],
        then: String = "echo ended with $?; stty -a; sleep 60",
        shell: Bool = false
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "fen-terminal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard mkfifo(folder.appending(path: "notices").path, 0o600) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        var variables = [
            "LC_ALL": "C.UTF-8",
            "FEN_HOME": folder.appending(path: "home").path,
            "PROBE_LOG": folder.appending(path: "log").path,
            "PROBE_NOTICES": folder.appending(path: "notices").path,
            "PROBE_HISTORY": folder.appending(path: "history").path,
            "INPUTRC": "/dev/null",
            "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "",
            "COLUMNS": "",
        ]
        variables.merge(environment) { $1 }
        let settings = variables.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        var command = "env \(settings) '\(program)' \(arguments); \(then)"
        if shell {
            // With job control, as a person's shell has it.
            let script = folder.appending(path: "start")
            try "PS1='shell$ '\nalias go=\"env \(settings) '\(Self.probe)'\"\n"
                .write(to: script, atomically: true, encoding: .utf8)
            command = "bash --noprofile --rcfile '\(script.path)' -i"
        }
        try run(
            ["-f", "/dev/null", "-u", "new-session", "-d"]
                + ["-x", "\(columns)", "-y", "\(rows)", command]
        )
        try run(["set-option", "-g", "status", "off"])
        try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    deinit {
        _ = try? run(["kill-server"])
        try? FileManager.default.removeItem(at: folder)
    }

    /// Types the text as it is.
    func type(_ text: String) throws { try run(["send-keys", "-l", text]) }

    /// Sends bytes as they are.
    func send(bytes: [UInt8]) throws {
        try run(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Presses keys by tmux's names for them.
    func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

    /// Pastes as a terminal does: marked as a paste, line ends as carriage returns.
    func paste(_ text: String) throws {
        try run(["set-buffer", text])
        try run(["paste-buffer", "-p"])
    }

    /// Changes the window's size and waits until the program may know: tmux tells it up to a
    /// quarter of a second later.
    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
        let name = try run(["display-message", "-p", "#{pane_tty}"])
        let terminal = open(name.trimmingCharacters(in: .newlines), O_RDONLY | O_NOCTTY)
        defer { close(terminal) }
        for _ in 0..<100 {
            var size = winsize()
            if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col == columns { return }
            usleep(10_000)
        }
    }

    /// Lines that arrive by themselves, all in one go.
    func deliver(_ lines: [String]) throws {
        let descriptor = open(folder.appending(path: "notices").path, O_WRONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// The screen's rows, without the empty ones at the end.
    func screen(withHistory: Bool = false, escapes: Bool = false) throws -> [String] {
        var arguments = ["capture-pane", "-p"]
        if withHistory { arguments += ["-S", "-"] }
        if escapes { arguments += ["-e", "-N"] }
        var rows = try run(arguments).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows
    }

    /// The cursor's place, counted from zero.
    func cursor() throws -> (row: Int, column: Int) {
        let words = try run(["display-message", "-p", "#{cursor_y} #{cursor_x}"]).split {
            $0.isWhitespace
        }
        return (Int(words[0]) ?? -1, Int(words[1]) ?? -1)
    }

    /// The process that runs in the window, not counting the shell around it.
    func child() throws -> Int32? {
        let shell = try run(["display-message", "-p", "#{pane_pid}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let children = "/proc/\(shell)/task/\(shell)/children"
        let text = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// What the program wrote down, line by line.
    func log() -> [String] {
        let path = folder.appending(path: "log").path
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until the rows satisfy the condition; the last rows seen are the result.
    @discardableResult
    func wait(
        seconds: Double = 8,
        withHistory: Bool = false,
        until condition: ([String]) -> Bool
    ) throws -> [String] {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            let rows = try screen(withHistory: withHistory)
            if condition(rows) || Date() > end { return rows }
            usleep(20_000)
        }
    }

    /// Waits for the first prompt.
    func ready() throws { try wait { $0.last?.hasPrefix("[dublin] a>") == true } }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        try Command.run("/usr/bin/tmux", ["-L", socket] + arguments).output
    }
}
