internal import FenREPL

/// What did not hold, and where the script says so.
struct TableFailure: Error, Equatable {
    /// The line of the script, counted from one.
    var line: Int
    /// What was expected, in words.
    var expected: String
    /// What was shown instead.
    var shown: [String]
}

/// Shows a play: narration, who types what, what comes back. With a terminal each member has a
/// colour; names stand there anyway.
struct TableDisplay {
    private let style: TerminalStyle
    private let output: OutputPipe
    private var colours: [String: Int] = [:]
    /// Whether what was printed last were words for the reader.
    private var isInWords = true
    private var reader = LineReader(descriptor: 0)

    /// Cyan, yellow, magenta, green, blue, red.
    private static let palette = [36, 33, 35, 32, 34, 31]

    init(style: TerminalStyle) {
        self.style = style
        output = OutputPipe(style: style)
    }

    /// Words for the reader.
    mutating func narrate(_ text: String) {
        setApart()
        print([style.hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : "# " + text])
    }

    /// A member types a line.
    mutating func type(_ member: String, _ text: String) {
        isInWords = false
        print([coloured(member, member + ">") + " " + Neutraliser.line(text)])
    }

    /// What came back.
    func show(_ answer: TableAnswer) { print(answer.shown) }

    /// What arrived at a member by itself.
    mutating func notice(_ member: String, _ lines: [String]) {
        print(lines.map { coloured(member, member) + " " + $0 })
    }

    /// The player itself says something.
    func say(_ text: String) { print([text]) }

    /// What did not hold.
    func fail(_ failure: TableFailure) {
        var lines = ["line \(failure.line): expected \(failure.expected)"]
        lines.append(failure.shown.isEmpty ? "nothing was shown" : "shown instead:")
        lines += failure.shown.map { "    " + $0 }
        output.complain(lines)
    }

    /// Shows what the reader is to predict.
    mutating func ask(_ question: String) {
        setApart()
        print([style.hasColour ? "\u{1B}[1m? \(question)\u{1B}[0m" : "? " + question])
    }

    /// Leaves a line between what members did and the words that follow.
    private mutating func setApart() {
        if !isInWords { output.print([""]) }
        isInWords = true
    }

    /// Waits for Enter; what was typed before it, nil where a signal came instead, or Ctrl-D.
    mutating func pause(_ interruption: Interruption) -> String? {
        if style.isTerminal {
            let mark = style.drawsBlocks ? "\u{2026} " : "... "
            _ = OutputPipe.writeAll(Array(mark.utf8), to: 1)
            guard interruption.waitForInput(0) else { return nil }
        }
        switch reader.next() {
        case .line(let text): return text
        case .tooLong: return ""
        // Input that was piped in may end before the script does.
        case nil: return style.isTerminal ? nil : ""
        }
    }

    /// Prints lines, broken at words where a terminal shows them; a link stays whole.
    private func print(_ lines: [String]) {
        guard style.isTerminal else {
            output.print(lines)
            return
        }
        let width = style.size().columns
        output.print(
            lines.flatMap { $0.contains("://") ? [$0] : LineWrap.rows($0, width: width) })
    }

    private mutating func coloured(_ member: String, _ text: String) -> String {
        guard style.hasColour else { return text }
        let known = colours[member] ?? Self.palette[colours.count % Self.palette.count]
        colours[member] = known
        return "\u{1B}[\(known)m\(text)\u{1B}[0m"
    }

    /// The first place where two texts differ, for a reader.
    static func difference(
        _ one: String,
        _ ones: [String],
        _ other: String,
        _ others: [String]
    ) -> [String] {
        let left = Array(ones.joined(separator: "\n").utf8)
        let right = Array(others.joined(separator: "\n").utf8)
        var place = 0
        while place < min(left.count, right.count), left[place] == right[place] { place += 1 }
        func around(_ bytes: [UInt8]) -> String {
            let part = bytes[min(bytes.count, max(0, place - 60))..<min(bytes.count, place + 60)]
            return Neutraliser.line(String(decoding: part, as: UTF8.self))
        }
        return [
            "they differ at byte \(place):", "\(one): \(around(left))",
            "\(other): \(around(right))",
        ]
    }
}

extension TableAnswer {
    /// Everything the line printed.
    var shown: [String] { lines + errors }

    /// Whether a printed line contains this text, runs of white space counting as one space.
    func hasLine(containing text: String) -> Bool {
        let wanted = Self.squeezed(text)
        return shown.contains { Self.squeezed($0).contains(wanted) }
    }

    private static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension TableScript {
    /// How many assertions the script makes.
    var expectationCount: Int {
        steps.reduce(0) { count, step in
            switch step.value {
            case .command(let command): count + command.expectations.count
            case .same: count + 1
            case .narration, .prediction, .kill, .set: count
            }
        }
    }
}
