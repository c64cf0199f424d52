internal import FenEngine
package import FenREPL

/// FenREPL's session as the prompt and the script runner need it.
final class ReplPromptSession: PromptSession {
    let notices: AsyncStream<[String]>
    private let session: ReplSession
    private let style: TerminalStyle
    private let wantsJSON: Bool

    init(_ session: ReplSession, style: TerminalStyle, wantsJSON: Bool = false) {
        self.session = session
        self.style = style
        self.wantsJSON = wantsJSON
        notices = session.notices()
    }

    func begin() async -> PromptOutcome { converted(await session.begin()) }

    func prompt() -> String { session.prompt() }

    func destination() -> String? { session.destination() }

    func choosesChannel(_ text: String) -> Bool { ReplSession.choosesGroup(text) }

    func execute(_ line: Line) async -> PromptOutcome {
        await session.resize(width: style.size().columns)
        switch line.kind {
        case .typed:
            guard case .fixed(let group) = line.destination else {
                return converted(await session.execute(line.text))
            }
            return converted(await session.execute(line.text, typedIn: group))
        case .block:
            guard case .fixed(let group) = line.destination else {
                return converted(await session.execute(block: line.text))
            }
            return converted(await session.execute(block: line.text, pastedIn: group))
        }
    }

    /// Runs one command given as separate words.
    func execute(words: [String]) async -> PromptOutcome {
        converted(await session.execute(words: words))
    }

    func refusal(_ message: String, hint: String, code: String) async -> PromptOutcome {
        converted(await session.refusal(message, hint: hint, code: code))
    }

    func complete(_ text: String, cursor: Int) -> [String] {
        session.complete(text, cursor: cursor)
    }

    func keepsInHistory(_ text: String) -> Bool { ReplSession.keepsInHistory(text) }

    func line(forChannelKey key: Character) -> Line? {
        session.line(forChannelKey: key).map { Line($0) }
    }

    func farewell() async -> [String] { await session.farewell() }

    func converted(_ outcome: CommandOutcome) -> PromptOutcome {
        PromptOutcome(outcome, wantsJSON: wantsJSON)
    }
}

extension PromptOutcome {
    /// The face of an outcome that was asked for.
    init(_ outcome: CommandOutcome, wantsJSON: Bool) {
        self.init()
        lines = wantsJSON ? outcome.json : outcome.lines
        errorLines = outcome.errorLines
        status = outcome.exitCode
        mainValue = outcome.mainValue
        prefill = outcome.prefill
        nextLine = outcome.nextLine
        lesson = wantsJSON ? nil : outcome.lesson?.name
        leaves = outcome.leave
        lacksAnswer = outcome.lacksAnswer
        lacksSecret = outcome.lacksSecret
    }
}

extension TerminalQR: QRPresenter {
    /// The code as FenREPL asks for it.
    package func lines(for text: String, variant: QRVariant) -> [String] {
        lines(
            for: text,
            drawing: QRDrawing(
                isBig: variant.isBig,
                isInverted: variant.isInverted,
                isASCII: variant.isASCII
            )
        )
    }

    /// Writes the picture; a sentence where that is not possible.
    package func writePNG(_ text: String, to path: String) -> String? {
        do throws(FileError) {
            try Self.write(text, to: path)
            return nil
        } catch {
            switch error {
            case .tooLong: return "This is too long for a QR code; use the link."
            case .exists: return "There is a file of that name already; choose another."
            case .system(let reason): return "The file could not be written: \(reason)."
            }
        }
    }
}

extension ProgressState {
    /// FenREPL's report of long work.
    init(_ report: ProgressReport) {
        self.init(
            label: report.label,
            done: report.done,
            total: report.total > 0 ? report.total : nil,
            unit: report.unit
        )
    }
}
