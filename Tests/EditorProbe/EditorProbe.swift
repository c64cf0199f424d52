import FenTerminal
import Foundation

/// The prompt over a session that only records, for the tests that drive a real terminal.
@main
struct EditorProbe {
    static func main() {
        let environment = ProcessInfo.processInfo.environment
        let style = TerminalStyle.detect(
            environment: environment,
            isTerminal: isatty(1) == 1,
            plain: CommandLine.arguments.contains("--plain")
        )
        if let table = CommandLine.arguments.firstIndex(of: "--table") {
            let path = CommandLine.arguments[table + 1]
            exit(play(path, style: style, environment: environment))
        }
        let mailbox = PromptMailbox()
        let session = RecordingSession(
            logPath: environment["PROBE_LOG"],
            noticesPath: environment["PROBE_NOTICES"],
            mailbox: mailbox,
            style: style
        )
        if let home = CommandLine.arguments.firstIndex(of: "--home") {
            session.enter(home: CommandLine.arguments[home + 1])
            let output = OutputPipe(style: style)
            let script = ScriptRunner(session: session, output: output, environment: environment)
            exit(script.run())
        }
        let loop = PromptLoop(
            session: session,
            mailbox: mailbox,
            style: style,
            historyPath: environment["PROBE_HISTORY"]
        )
        exit(loop.run() ?? 2)
    }

    private static func play(
        _ path: String,
        style: TerminalStyle,
        environment: [String: String]
    ) -> Int32 {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let script = try? TableScript(parsing: text)
        else { return 2 }
        var options = TablePlayer.Options(program: CommandLine.arguments[0])
        options.checks = true
        options.secondsToRepeat = 5
        let player = TablePlayer(
            script: script,
            options: options,
            style: style,
            environment: environment
        )
        return player.run()
    }
}
