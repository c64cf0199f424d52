import FenTerminal
import Foundation
import Synchronization

/// Writes down every line it gets. Notices are the lines of a FIFO; a handful of commands make it
/// behave as a real session would.
final class RecordingSession: PromptSession {
    let notices: AsyncStream<[String]>
    private let channel = Mutex("dublin")
    private let logPath: String?
    private let mailbox: PromptMailbox
    private let style: TerminalStyle
    private let yieldNotice: AsyncStream<[String]>.Continuation
    private let home = Mutex(".")

    init(logPath: String?, noticesPath: String?, mailbox: PromptMailbox, style: TerminalStyle) {
        self.logPath = logPath
        self.style = style
        self.mailbox = mailbox
        let (stream, continuation) = AsyncStream<[String]>.makeStream()
        notices = stream
        yieldNotice = continuation
        if let noticesPath {
            Thread.detachNewThread {
                while let file = fopen(noticesPath, "r") {
                    while let line = readLine(from: file) { continuation.yield([line]) }
                    fclose(file)
                }
            }
        }
    }

    func prompt() -> String { "[\(channel.withLock { $0 })] a> " }

    func destination() -> String? { channel.withLock { $0 } }

    func choosesChannel(_ text: String) -> Bool { text.hasPrefix("/use") }

    func complete(_ text: String, cursor: Int) -> [String] {
        let head = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
        let word = head.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        return ["/balances", "/backend", "/backup", "Zoë", "Zoo"].filter { $0.hasPrefix(word) }
    }

    func keepsInHistory(_ text: String) -> Bool {
        !text.hasPrefix(" ") && !text.hasPrefix("/join")
    }

    func line(forChannelKey key: Character) -> Line? { Line("/use \(key)") }

    func farewell() async -> [String] { ["2 events are unsent."] }

    func execute(_ line: Line) async -> PromptOutcome {
        var outcome = PromptOutcome()
        let destination =
            if case .fixed(let name) = line.destination { name ?? "none" } else { "-" }
        log("\(line.kind) \(destination) \(line.text.debugDescription)")
        guard line.kind == .typed, line.text.hasPrefix("/") else {
            outcome.lines = ["sent \(line.text.count)"]
            return outcome
        }
        let words = line.text.split(separator: " ")
        switch words[0] {
        case "/use": channel.withLock { $0 = String(words.dropFirst().first ?? "x") }
        case "/quit": outcome.leaves = true
        case "/joining":
            // Another channel becomes the current one, some time after this was typed.
            try? await Task.sleep(for: .milliseconds(2_500))
            channel.withLock { $0 = "cork" }
            outcome.lines = ["joined"]
        case "/asked": outcome.nextLine = "/echo " + (words.dropFirst().first ?? "")
        case "/slow": outcome.lines = [await slow()]
        case "/secret":
            let secret = await mailbox.ask("Passphrase: ", isSecret: true)
            log("secret \(secret.map { "\($0.debugDescription)" } ?? "none")")
        case "/ask":
            let answer = await mailbox.ask("Your name? ")
            outcome.lines = ["Hello \(answer ?? "nobody")."]
        case "/edit": outcome.prefill = "+ 12 Beer"
        case "/crash": abort()
        case "/trap": outcome.lines = [words[99].description]
        case "/work": await work()
        case "/qr": outcome.lines = drawn(words)
        default: script(words, &outcome)
        }
        return outcome
    }

    /// Takes a folder whose lines outlive the process.
    func enter(home path: String) {
        mkdir(path, 0o700)
        home.withLock { $0 = path }
    }

    /// What the tests of table scripts use.
    private func script(_ words: [Substring], _ outcome: inout PromptOutcome) {
        let rest = words.dropFirst().joined(separator: " ")
        let state = home.withLock { $0 } + "/state"
        let known = (try? String(contentsOfFile: state, encoding: .utf8)) ?? ""
        switch words[0] {
        case "/echo": outcome.lines = rest.split(separator: "|").map(String.init)
        case "/value": outcome.mainValue = rest
        case "/fail":
            outcome.errorLines = [rest]
            outcome.status = 3
        case "/add":
            try? (known + rest + "\n").write(toFile: state, atomically: true, encoding: .utf8)
        case "/dump": outcome.lines = ["state"] + known.split(separator: "\n").map(String.init)
        case "/later":
            let text = rest
            Task.detached {
                try? await Task.sleep(for: .milliseconds(300))
                try? (known + text + "\n").write(toFile: state, atomically: true, encoding: .utf8)
            }
        case "/notice": yieldNotice.yield([rest])
        case "/name": outcome.lines = [ProcessInfo.processInfo.environment["FEN_NAME"] ?? "none"]
        case "/seed": outcome.lines = [ProcessInfo.processInfo.environment["FEN_SEED"] ?? "none"]
        case "/die": exit(9)
        case "/long":
            outcome.lines = Array(repeating: String(repeating: "x", count: 99), count: 5000)
        default: outcome.lines = ["ran " + words.joined(separator: " ")]
        }
    }

    private func slow() async -> String {
        do {
            try await Task.sleep(for: .seconds(20))
            return "slow is done"
        } catch {
            return "slow was stopped"
        }
    }

    private func work() async {
        for done in 0...20 {
            mailbox.report(
                ProgressState(label: "Syncing", done: done * 100, total: 2000, unit: "events")
            )
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func drawn(_ words: [Substring]) -> [String] {
        let kinds = words.dropFirst(2)
        let drawing = QRDrawing(
            isBig: kinds.contains("big"),
            isInverted: kinds.contains("invert"),
            isASCII: kinds.contains("ascii")
        )
        return TerminalQR(style: style).lines(for: String(words[1]), drawing: drawing)
    }

    private func log(_ text: String) {
        guard let logPath, let file = fopen(logPath, "a") else { return }
        fputs(text + "\n", file)
        fclose(file)
    }
}

private func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(buffer) }
    guard getline(&buffer, &size, file) > 0, let buffer else { return nil }
    return String(cString: buffer).trimmingCharacters(in: .newlines)
}
