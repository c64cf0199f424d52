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
        return Answer.isYes(await ask(lines, question + " [y/N] "))
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        guard Self.isTerminal else { return nil }
        let suffix = suggestion.map { " [\(Neutraliser.line($0))] " } ?? " "
        return Answer.text(await ask(lines, question + suffix), suggestion: suggestion)
    }

    func secret(_ question: String) async -> String? {
        let shown = style.shown(question + " ")
        return await Blocking.elsewhere {
            isatty(STDIN_FILENO) == 1 ? Self.hidden(shown) : Self.piped()
        }
    }

    /// What stands in the pipe, all of it: a link may stand anywhere in a saved mail, and be
    /// broken into lines.
    private static func piped() -> String? {
        var reader = LineReader(descriptor: STDIN_FILENO)
        var text = ""
        while text.utf8.count < longestSecret, case .line(let line)? = reader.next() {
            text += line + "\n"
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static func hidden(_ question: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: longestSecret)
        let count = fen_terminal_read_secret(question, &bytes, bytes.count)
        defer {
            bytes.withUnsafeMutableBytes { buffer in
                if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            }
        }
        return count < 0 ? nil : String(decoding: bytes[..<Int(count)], as: UTF8.self)
    }

    private func ask(_ above: [String], _ question: String) async -> String? {
        let text = style.shown((above + [question]).joined(separator: "\n"))
        return await Blocking.elsewhere {
            guard OutputPipe.writeAll(Array(text.utf8), to: STDERR_FILENO) else { return nil }
            var reader = LineReader(descriptor: STDIN_FILENO)
            guard case .line(let answer)? = reader.next() else { return nil }
            return answer
        }
    }
}

/// Asks a table's player, which has the script's answers.
struct TableAsker: Asker {
    /// Where replies come from.
    let input: ScriptInput
    /// The descriptor that questions go to.
    let frames: Int32

    func confirm(_ lines: [String], question: String) async -> Bool? {
        Answer.isYes(await ask(lines + [question + " [y/N]"]))
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        Answer.text(await ask(lines + [question]), suggestion: suggestion)
    }

    func secret(_ question: String) async -> String? {
        await ask([question], isSecret: true)
    }

    private func ask(_ lines: [String], isSecret: Bool = false) async -> String? {
        let question = TableQuestion(lines: lines, isSecret: isSecret).encode()
        let (input, frames) = (input, frames)
        return await Blocking.elsewhere {
            guard OutputPipe.writeAll(question, to: frames), case .line(let reply)? = input.next()
            else { return nil }
            return TableQuestion.answer(in: reply)
        }
    }
}

/// Nobody is there to be asked.
struct NoAsker: Asker {
    func confirm(_ lines: [String], question: String) async -> Bool? { nil }
    func text(_ lines: [String], question: String, suggestion: String?) async -> String? { nil }
    func secret(_ question: String) async -> String? { nil }
}
