internal import FenEngine

/// Makes both faces of a result or of an error.
struct OutcomeRenderer {
    let environment: ReplEnvironment

    func outcome(of result: CommandResult, command: String) -> CommandOutcome {
        var outcome = CommandOutcome()
        outcome.lines = lines(result.text)
        let isDone = result.status == .done
        let status = OutputJSON.Field(
            key: "status", value: .integer(Int128(result.status.rawValue)))
        outcome.json = [envelope(command, ok: isDone, (isDone ? [] : [status]) + result.data)]
        outcome.status = result.status
        outcome.mainValue = result.mainValue
        outcome.prefill = result.prefill
        outcome.nextLine = result.nextLine
        outcome.lesson = result.lesson
        outcome.leave = result.leave
        return outcome
    }

    func outcome(of error: any Error, command: String?) -> CommandOutcome {
        let failure = Self.failure(error)
        var outcome = CommandOutcome()
        outcome.status = failure.status
        outcome.lacksAnswer = failure.code == UsageError.needsYes
        outcome.errorLines = lines(
            [.line(Phrase(foreignBlock: failure.message))]
                + (failure.hint.map { [.line(Phrase(foreignBlock: $0))] } ?? [])
        )
        outcome.json = [
            envelope(
                command,
                ok: false,
                [
                    .init(key: "status", value: .integer(Int128(failure.status.rawValue))),
                    .init(
                        key: "error",
                        value: .fields([
                            "code": .string(failure.code),
                            "message": .string(failure.message),
                            "hint": .text(failure.hint),
                            "cause": .text(failure.cause),
                        ])
                    ),
                ]
            )
        ]
        return outcome
    }

    func lines(_ blocks: [TextBlock]) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .line(let phrase): split(phrase.text, width: windowWidth)
            case .paragraph(let phrase): split(phrase.text, width: paragraphWidth)
            case .table(let table):
                table.lines(width: windowWidth)
                    .map(Self.plain(environment.isPlain))
            case .blank: [""]
            case .verbatim(let text):
                text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            case .qr(let text, let variant): environment.qr.lines(for: text, variant: variant)
            }
        }
    }

    /// The most columns of a paragraph: longer rows are hard to read.
    private static let widest = 100

    private var windowWidth: Int? { environment.wraps ? environment.width : nil }

    private var paragraphWidth: Int { min(windowWidth ?? Self.widest, Self.widest) }

    /// A question; the last of its rows is the one that is answered.
    func question(_ question: Phrase) -> String {
        split(question.text, width: windowWidth).joined(separator: "\n")
    }

    private func split(_ text: String, width: Int?) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.plain(environment.isPlain)(String($0)) }
            .flatMap { row in width.map { LineWrap.rows(row, width: $0) } ?? [row] }
    }

    /// With `--plain` our own typography becomes ASCII; people's letters stay theirs.
    private static func plain(_ isPlain: Bool) -> (String) -> String {
        guard isPlain else { return { $0 } }
        return { line in
            var text = ""
            for character in line.replacing(Sentences.sign, with: "") {
                text += ASCII.replacement[character] ?? String(character)
            }
            return text
        }
    }

    private func envelope(
        _ command: String?,
        ok: Bool,
        _ data: [OutputJSON.Field]
    ) -> String {
        let head: [OutputJSON.Field] = [
            .init(key: "command", value: .text(command)),
            .init(key: "ok", value: .bool(ok)),
        ]
        return OutputJSON.object(head + data).line
    }

    /// Every error as the struct the program's edge knows.
    static func failure(_ error: any Error) -> FenError {
        switch error {
        case let error as FenError:
            // Lower rooms write without a capital and a stop, to be put into sentences.
            FenError(
                error.code,
                UsageError.sentence(error.message),
                hint: error.hint.map(UsageError.capitalised),
                status: error.status,
                cause: error.cause
            )
        case let error as UsageError:
            FenError(error.code, error.message, hint: error.hint, status: .usage)
        case is CancellationError:
            FenError(
                "INTERRUPTED", "Interrupted; nothing is lost.", hint: "Type it again to go on.")
        default:
            FenError(
                "DEFECT",
                "fen met a case it does not know.",
                hint: "Your data is safe. Please report this, with the command you typed.",
                status: .defect,
                cause: String(describing: type(of: error))
            )
        }
    }
}

/// Our typography in ASCII.
enum ASCII {
    static let replacement: [Character: String] = [
        "“": "\"", "”": "\"", "’": "'", "—": "-", "–": "-", "·": "-", "…": "...", "→": "->",
        "⚠": "!", "█": "#", "×": "x", "≠": "!=", "✓": "x",
    ]
}
