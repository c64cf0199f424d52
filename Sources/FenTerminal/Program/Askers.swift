internal import CTerminal
internal import FenEncoding
internal import FenREPL
internal import Glibc

/// Asks the person at the prompt, whose draft waits meanwhile.
struct PromptAsker: Asker {
    let mailbox: PromptMailbox

    func confirm(_ lines: [String], question: String) async -> Bool? {
        if !lines.isEmpty { mailbox.show(lines) }
        return Answer.isYes(await mailbox.ask(question + " [y/N] "))
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        if !lines.isEmpty { mailbox.show(lines) }
        let suffix = suggestion.map { " [\(Neutraliser.line($0))] " } ?? " "
        return Answer.text(await mailbox.ask(question + suffix), suggestion: suggestion)
    }

    func secret(_ question: String) async -> String? {
        await mailbox.ask(question + " ", isSecret: true)
    }
}

/// Asks the person who called one command from a shell. What stands in a pipe instead of a
/// terminal answers for the secret only, as in `fen join <link.txt`.
struct ShellAsker: Asker {
    let style: TerminalStyle

    /// The most bytes that are read as a secret.
    private static let longestSecret = 8192

    private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Whether somebody is there who can answer.
    static var isInteractive: Bool { isTerminal }

    func confirm(_ lines: [String], question: String) async -> Bool? {
        guard Self.isTerminal else { return nil }
        return Answer.isYes(ask(lines.joined(separator: "\n"), question + " [y/N] "))
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        guard Self.isTerminal else { return nil }
        let suffix = suggestion.map { " [\(Neutraliser.line($0))] " } ?? " "
        let answer = ask(lines.joined(separator: "\n"), question + suffix)
        return Answer.text(answer, suggestion: suggestion)
    }

    func secret(_ question: String) async -> String? {
        guard isatty(STDIN_FILENO) == 1 else {
            // All of it: a link may stand anywhere in a saved mail, and be broken into lines.
            var reader = LineReader(descriptor: STDIN_FILENO)
            var text = ""
            while text.utf8.count < Self.longestSecret, let line = reader.next() {
                text += line + "\n"
            }
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
        var bytes = [UInt8](repeating: 0, count: Self.longestSecret)
        let count = fen_terminal_read_secret(style.shown(question + " "), &bytes, bytes.count)
        defer {
            bytes.withUnsafeMutableBytes { buffer in
                if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            }
        }
        return count < 0 ? nil : String(decoding: bytes[..<Int(count)], as: UTF8.self)
    }

    private func ask(_ above: String, _ question: String) -> String? {
        let text = style.shown(above.isEmpty ? question : above + "\n" + question)
        guard OutputPipe.writeAll(Array(text.utf8), to: STDERR_FILENO) else { return nil }
        var reader = LineReader(descriptor: STDIN_FILENO)
        return reader.next()
    }
}

/// Nobody is there to be asked.
struct NoAsker: Asker {
    func confirm(_ lines: [String], question: String) async -> Bool? { nil }
    func text(_ lines: [String], question: String, suggestion: String?) async -> String? { nil }
    func secret(_ question: String) async -> String? { nil }
}

private enum Answer {
    static func isYes(_ answer: String?) -> Bool? {
        answer.map { ["y", "yes"].contains($0.trimmingWhitespace.lowercased()) }
    }

    static func text(_ answer: String?, suggestion: String?) -> String? {
        guard let answer = answer?.trimmingWhitespace else { return nil }
        return answer.isEmpty ? suggestion ?? answer : answer
    }
}
