internal import CTerminal
internal import FenREPL

/// What the editor tells its owner; every call comes on the thread that runs the editor.
package protocol LineEditorDelegate: AnyObject {
    /// Enter was pressed.
    func editor(_ editor: LineEditor, entered text: String, kind: Line.Kind)
    /// A block was pasted: its destination is fixed now.
    func editorPasted(_ editor: LineEditor)
    /// Ctrl-D on an empty line, or the terminal is gone.
    func editorEnded(_ editor: LineEditor)
    /// Ctrl-C; true keeps the draft.
    func editorInterrupted(_ editor: LineEditor) -> Bool
    /// Alt with a digit or `a`.
    func editor(_ editor: LineEditor, channelKey: Character)
    /// Some thread called ``LineEditor/wake()``.
    func editorWoken(_ editor: LineEditor)
    /// The answer to a question; nil when it was given up.
    func editor(_ editor: LineEditor, answered answer: String?)
    /// SIGTERM or SIGHUP.
    func editor(_ editor: LineEditor, terminatedBy signal: Int32)
    /// Candidates for the word before the cursor.
    func editor(_ editor: LineEditor, complete text: String, cursor: Int) -> [String]
}

/// The prompt with its draft. It owns the terminal from ``run()`` on, on the thread that calls it;
/// only ``wake()`` may be called from elsewhere. There is one in a process.
package final class LineEditor {
    private let style: TerminalStyle
    private weak var delegate: (any LineEditorDelegate)?

    /// An editor that has not taken the terminal yet.
    package init(style: TerminalStyle, delegate: any LineEditorDelegate) {
        self.style = style
        self.delegate = delegate
    }

    /// Draws the prompt and serves the terminal until ``close()``; false where standard input and
    /// output are no terminal.
    package func run(prompt: String) -> Bool {
        let drawing = fen_terminal_style(
            plain: style.isPlain,
            columns: Int32(style.fixedColumns ?? 0)
        )
        // The editor outlives the call, and C forgets the pointer when the loop ends.
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            fen_terminal_open(
                style.shown(prompt),
                drawing,
                { context, event, text in
                    LineEditor.from(context)?.handle(event, text) ?? 0
                },
                { context, line, cursor in
                    LineEditor.from(context)?.candidates(line, cursor)
                },
                context
            )
        else { return false }
        fen_terminal_run()
        return true
    }

    /// Ends ``run(prompt:)``; the terminal is put back as it was.
    package func close() { fen_terminal_close() }

    /// Makes the editor call its delegate soon. Any thread.
    package static func wake() { fen_terminal_wake() }

    /// Prints lines above prompt and draft.
    package func print(_ lines: [String]) {
        if lines.isEmpty { return }
        fen_terminal_print(style.shown(lines.joined(separator: "\n")))
    }

    /// Shows this prompt, and this row above it.
    package func show(prompt: String, status: String? = nil) {
        fen_terminal_show(style.shown(prompt), status.map(style.shown))
    }

    /// Puts a text into an empty draft.
    package func prefill(_ text: String) { fen_terminal_prefill(text) }

    /// Asks in place of the prompt; the answer comes to the delegate. Of a question of several
    /// lines only the last stands there.
    package func ask(_ question: String, echo: Bool) {
        var lines = question.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let last = lines.popLast() ?? ""
        print(lines)
        fen_terminal_ask(style.shown(last), echo)
    }

    /// Lends the terminal to a program that `work` runs and waits for.
    package func lend(_ work: () -> Void) {
        withoutActuallyEscaping(work) { work in
            withUnsafePointer(to: work) { pointer in
                fen_terminal_lend(
                    { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
                    UnsafeMutableRawPointer(mutating: pointer)
                )
            }
        }
    }

    /// Reads the history file and adds to it from now on.
    package func openHistory(path: String) -> Bool { fen_terminal_history_open(path) }

    /// Remembers a line.
    package func remember(_ text: String) { fen_terminal_history_add(text) }

    private static func from(_ context: UnsafeMutableRawPointer?) -> LineEditor? {
        context.map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handle(_ event: Int32, _ text: UnsafePointer<CChar>?) -> Int32 {
        guard let delegate else { return 0 }
        let words = text.map { String(cString: $0) }
        switch fen_terminal_event(UInt32(event)) {
        case FEN_TERMINAL_LINE: delegate.editor(self, entered: words ?? "", kind: .typed)
        case FEN_TERMINAL_BLOCK: delegate.editor(self, entered: words ?? "", kind: .block)
        case FEN_TERMINAL_PASTE: delegate.editorPasted(self)
        case FEN_TERMINAL_END: delegate.editorEnded(self)
        case FEN_TERMINAL_INTERRUPT: return delegate.editorInterrupted(self) ? 1 : 0
        case FEN_TERMINAL_CHANNEL:
            if let key = words?.first { delegate.editor(self, channelKey: key) }
        case FEN_TERMINAL_WAKE: delegate.editorWoken(self)
        case FEN_TERMINAL_ANSWER: delegate.editor(self, answered: words)
        case FEN_TERMINAL_SIGNAL:
            delegate.editor(self, terminatedBy: words.flatMap { Int32($0) } ?? 15)
        default: break
        }
        return 0
    }

    /// The candidates as C wants them: each ended by a line feed, in memory that C frees.
    private func candidates(
        _ line: UnsafePointer<CChar>,
        _ cursor: Int32
    ) -> UnsafeMutablePointer<CChar>? {
        let found = delegate?.editor(self, complete: String(cString: line), cursor: Int(cursor))
        guard let found, !found.isEmpty else { return nil }
        return fen_terminal_copy(found.map { Neutraliser.line($0) + "\n" }.joined())
    }
}
