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
        let mailbox = PromptMailbox()
        let session = RecordingSession(
            logPath: environment["PROBE_LOG"],
            noticesPath: environment["PROBE_NOTICES"],
            mailbox: mailbox,
            style: style
        )
        let loop = PromptLoop(
            session: session,
            mailbox: mailbox,
            style: style,
            historyPath: environment["PROBE_HISTORY"]
        )
        exit(loop.run() ?? 2)
    }
}
