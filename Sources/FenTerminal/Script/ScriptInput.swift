internal import FenEncoding
internal import FenREPL
internal import Synchronization

/// The lines of a script: the runner takes them in order, and a question takes the next one where
/// that is an answer.
final class ScriptInput: Sendable {
    private struct State {
        var reader: LineReader
        var waiting: LineReader.Item?
    }

    private let state: Mutex<State>

    /// The lines that come from a descriptor.
    init(descriptor: Int32) {
        state = Mutex(State(reader: LineReader(descriptor: descriptor)))
    }

    /// The next line, or nil after the last.
    func next() -> LineReader.Item? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting ?? state.reader.next()
        }
    }

    /// The next line if it is an answer; one that is not stays the next line.
    func nextAnswer(where isAnswer: (String) -> Bool) -> String? {
        state.withLock { state in
            let item = state.waiting ?? state.reader.next()
            guard case .line(let text) = item, isAnswer(text) else {
                state.waiting = item
                return nil
            }
            state.waiting = nil
            return text
        }
    }
}

/// Asks a script: the question goes to standard error, and the next line answers it. A line that
/// answers nothing, such as the next command, is left alone, and the question has no answer.
struct ScriptAsker: Asker {
    /// Where answers come from.
    let input: ScriptInput
    /// Where questions go.
    let output: OutputPipe

    func confirm(_ lines: [String], question: String) async -> Bool? {
        let answer = await answer(to: lines, question + " [y/N]") { Answer.isAnswer($0) }
        return Answer.isYes(answer)
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        let answer = await answer(to: lines, question) { Self.isText($0) }
        return Answer.text(answer, suggestion: suggestion)
    }

    func secret(_ question: String) async -> String? {
        await answer(to: [], question) { Self.isText($0) }
    }

    private func answer(
        to lines: [String], _ question: String, where isAnswer: @escaping @Sendable (String) -> Bool
    ) async -> String? {
        output.complain(lines + [question])
        let input = input
        return await Blocking.elsewhere { input.nextAnswer(where: isAnswer) }
    }

    /// Whether a line can be meant as an answer: it is neither empty nor what a script does next.
    private static func isText(_ line: String) -> Bool {
        let text = line.trimmingWhitespace
        guard let first = text.first, first != "+", first != "\\" else { return false }
        guard first == "/" else { return true }
        let name = text.dropFirst().prefix { !$0.isWhitespace }
        // A path begins with a slash too, and no command is called like one.
        return (try? CommandTable.find(String(name))) == nil
    }
}
