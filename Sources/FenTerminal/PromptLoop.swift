internal import FenREPL

/// The prompt at work: hands entered lines to the session one by one and prints what comes back,
/// while the draft stays usable. Lives on the thread that calls ``run()``.
package final class PromptLoop: LineEditorDelegate {
    private let session: any PromptSession
    private let mailbox: PromptMailbox
    private let style: TerminalStyle
    private let lessons: LessonProcess?
    private let historyPath: String?

    private var queue = LineQueue()
    private var running: Task<Void, Never>?
    /// What comes before the first line is at work: that is no command to be stopped.
    private var isBeginning = true
    private var isCancelled = false
    private var wantsToLeave = false
    private var isLeaving = false
    private var pasteDestination: Line.Destination?
    private var questions = PromptQuestions()
    private var bar: ProgressBar?
    private var barRow: String?
    private var status: Int32 = 0

    /// A prompt over a session; `mailbox` is the one that the session's questions and progress use.
    package init(
        session: any PromptSession,
        mailbox: PromptMailbox,
        style: TerminalStyle,
        lessons: LessonProcess? = nil,
        historyPath: String? = nil
    ) {
        self.session = session
        self.mailbox = mailbox
        self.style = style
        self.lessons = lessons
        self.historyPath = historyPath
    }

    /// Serves the terminal until the person leaves; the result is the exit status, nil where there
    /// is no terminal.
    package func run() -> Int32? {
        let editor = LineEditor(style: style, delegate: self)
        if let historyPath { _ = editor.openHistory(path: historyPath) }
        let (session, mailbox) = (session, mailbox)
        let listener = Task.detached {
            for await lines in session.notices { mailbox.post(.print(lines)) }
        }
        defer { listener.cancel() }
        running = Task.detached { mailbox.post(.finished(await session.begin())) }
        guard editor.run(prompt: prompt()) else { return nil }
        running?.cancel()
        dropQuestions()
        return status
    }

    // MARK: What the editor tells

    package func editor(_ editor: LineEditor, entered text: String, kind: Line.Kind) {
        let isBlank = text.allSatisfy(\.isWhitespace)
        if !isBlank {
            remember(text, kind, editor)
            queue.append(Line(text, kind: kind, destination: destination(of: kind)))
            if queue.isLong { sayThatItWaits(text) }
        }
        pasteDestination = nil
        startNext(editor)
        if style.isPlain { refresh(editor) }
    }

    /// Where a line goes that is entered now.
    private func destination(of kind: Line.Kind) -> Line.Destination {
        if isBeginning { return .current }
        if kind == .block { return pasteDestination ?? .fixed(session.destination()) }
        return running == nil ? .current : queue.destination(in: session)
    }

    /// Nothing of a waiting line shows until its turn comes, so it is said that it is not lost; when
    /// the editor has let go of that line, which it would draw again beneath.
    private func sayThatItWaits(_ text: String) {
        let shown = session.keepsInHistory(text) ? Neutraliser.line(text) : "What you typed"
        mailbox.post(
            .print(["\(shown): waits until what was begun is done; Ctrl-C stops that."]))
    }

    /// A block of one line that looks like a command comes back from the history as a message.
    private func remember(_ text: String, _ kind: Line.Kind, _ editor: LineEditor) {
        guard session.keepsInHistory(text) else { return }
        let looksTyped = kind == .typed || text.contains("\n")
        let isMarked = text.first.map { "/+\\".contains($0) } ?? false
        editor.remember(!looksTyped && isMarked ? "\\" + text : text)
    }

    package func editorPasted(_ editor: LineEditor) {
        if pasteDestination == nil {
            pasteDestination = isBeginning ? .current : .fixed(session.destination())
        }
    }

    package func editorEnded(_ editor: LineEditor) {
        wantsToLeave = true
        if running != nil { editor.print(["Leaving when this command is done; Ctrl-C stops it."]) }
        startNext(editor)
    }

    package func editorInterrupted(_ editor: LineEditor) -> Bool {
        guard let running, !isBeginning else {
            pasteDestination = nil
            return false
        }
        let dropped = queue.drop()
        if isCancelled { editor.print(["Still stopping what was begun."]) }
        let lines = dropped == 1 ? "line" : "lines"
        if dropped > 0 { editor.print(["Dropped what was waiting: \(dropped) \(lines)."]) }
        isCancelled = true
        running.cancel()
        return true
    }

    package func editor(_ editor: LineEditor, channelKey key: Character) {
        guard let line = session.line(forChannelKey: key) else { return }
        queue.append(line)
        startNext(editor)
    }

    package func editorWoken(_ editor: LineEditor) {
        for message in mailbox.take() { receive(message, editor) }
        refresh(editor)
    }

    package func editor(_ editor: LineEditor, answered answer: String?) {
        questions.answer(answer)
        askNext(editor)
    }

    package func editor(_ editor: LineEditor, terminatedBy signal: Int32) {
        status = 128 + signal
        running?.cancel()
        editor.close()
    }

    package func editor(_ editor: LineEditor, complete text: String, cursor: Int) -> [String] {
        session.complete(text, cursor: cursor)
    }

    // MARK: What the other threads tell

    private func receive(_ message: PromptMessage, _ editor: LineEditor) {
        switch message {
        case .print(let lines): editor.print(lines)
        case .finished(let outcome): finish(outcome, editor)
        case .leave(let lines):
            editor.print(lines)
            editor.close()
        case .ask(let text, let isSecret, let answer):
            questions.append(.init(text: text, isSecret: isSecret, answer: answer))
            askNext(editor)
        case .progress(let state): progress(state)
        case .tick: startNext(editor)
        }
    }

    private func finish(_ outcome: PromptOutcome, _ editor: LineEditor) {
        running = nil
        queue.finish()
        isBeginning = false
        isCancelled = false
        progress(nil)
        editor.print(outcome.lines + outcome.errorLines)
        if let text = outcome.prefill { editor.prefill(text) }
        if let text = outcome.nextLine {
            remember(text, .typed, editor)
            queue.prepend(Line(text))
        }
        if let lesson = outcome.lesson, let lessons {
            var status: Int32?
            editor.lend { status = lessons.play(lesson, input: 0) }
            if status == nil { editor.print([LessonProcess.refusal]) }
        }
        if outcome.leaves {
            // `/quit` said what is unsent; a Ctrl-D typed meanwhile does not say it again.
            isLeaving = true
            editor.close()
            return
        }
        startNext(editor)
    }

    private func startNext(_ editor: LineEditor) {
        guard running == nil, !isLeaving else { return }
        let (session, mailbox) = (session, mailbox)
        if let line = queue.next() {
            running = Task.detached { mailbox.post(.finished(await session.execute(line))) }
        } else if wantsToLeave {
            isLeaving = true
            Task.detached { mailbox.post(.leave(await session.farewell())) }
        }
    }

    private func progress(_ state: ProgressState?) {
        guard let state else {
            bar = nil
            barRow = nil
            return
        }
        if bar != nil {
            bar?.update(state)
            return
        }
        bar = ProgressBar(state)
        let mailbox = mailbox
        Task.detached {
            try? await Task.sleep(for: ProgressBar.delay + .milliseconds(10))
            mailbox.post(.tick)
        }
    }

    private func refresh(_ editor: LineEditor) {
        let width = style.size().columns
        if let row = bar?.row(width: width, unicode: style.drawsBlocks) { barRow = row }
        editor.show(prompt: prompt(), status: barRow)
    }

    /// Where nothing is redrawn the prompt waits for the answer of the line before, so that whoever
    /// hears the screen hears them in order.
    private func prompt() -> String {
        style.isPlain && running != nil ? "" : session.prompt()
    }

    private func askNext(_ editor: LineEditor) {
        guard let next = questions.next() else { return }
        editor.ask(next.text, echo: !next.isSecret)
    }

    /// Whoever still waits for an answer when the prompt is gone gets none.
    private func dropQuestions() {
        questions.drop()
        for case .ask(_, _, let answer) in mailbox.take() { answer(nil) }
    }
}
