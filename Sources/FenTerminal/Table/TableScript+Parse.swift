extension TableScript {
    /// Reads a script.
    package init(parsing text: String) throws(SyntaxError) {
        var number = 0
        for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            try read(String(raw), number)
        }
    }

    private mutating func read(_ raw: String, _ number: Int) throws(SyntaxError) {
        let whole = Self.trimmed(raw[...])
        guard let first = whole.first else { return }
        if first == "#" {
            let words = whole.dropFirst()
            let text = words.first == " " ? words.dropFirst() : words
            steps.append(Numbered(line: number, value: .narration(String(text))))
            return
        }
        let line = Self.withoutComment(whole)
        if line.hasPrefix("? ") {
            ask(String(Self.trimmed(line.dropFirst())), number)
        } else if let expectation = try Self.expectation(line, number) {
            try attach(number) {
                $0.expectations.append(Numbered(line: number, value: expectation))
            }
        } else if line.first == "<" {
            let answer = String(Self.trimmed(line.dropFirst()))
            guard !answer.isEmpty else {
                throw SyntaxError(line: number, message: "nothing is answered")
            }
            try attach(number) { $0.answers.append(Numbered(line: number, value: answer)) }
        } else if let command = try Self.command(line, number) {
            steps.append(Numbered(line: number, value: .command(command)))
        } else if line.hasPrefix("set ") {
            try set(Self.trimmed(line.dropFirst(4)), number)
        } else {
            try directive(line.split(separator: " ").map(String.init), number)
        }
    }

    /// A question; a line of it that follows another belongs to it.
    private mutating func ask(_ question: String, _ number: Int) {
        if case .prediction(let before)? = steps.last?.value {
            steps[steps.count - 1].value = .prediction(before + " " + question)
        } else {
            steps.append(Numbered(line: number, value: .prediction(question)))
        }
    }

    /// Adds something to the command that stands before it.
    private mutating func attach(
        _ number: Int, _ add: (inout Command) -> Void
    ) throws(SyntaxError) {
        for index in steps.indices.reversed() {
            switch steps[index].value {
            case .narration, .prediction: continue
            case .command(var command):
                add(&command)
                steps[index].value = .command(command)
                return
            case .same, .kill, .set:
                throw SyntaxError(line: number, message: "no command stands before it")
            }
        }
        throw SyntaxError(line: number, message: "no command stands before it")
    }

    /// `set name words`; without words the name stands for nothing.
    private mutating func set(_ text: Substring, _ number: Int) throws(SyntaxError) {
        let name = text.prefix { !$0.isWhitespace }
        try Self.checkNotFolder(name, number)
        guard Self.isVariable(name) else {
            throw SyntaxError(line: number, message: "\(name) is not a name for a value")
        }
        let isThere = steps.contains {
            if case .set(String(name), _) = $0.value { true } else { false }
        }
        guard !isThere else {
            throw SyntaxError(line: number, message: "a script sets $\(name) once")
        }
        let words = String(Self.trimmed(text[name.endIndex...]))
        steps.append(Numbered(line: number, value: .set(name: String(name), words: words)))
    }

    private static func checkNotFolder(_ name: Substring, _ number: Int) throws(SyntaxError) {
        guard name != "dir" else {
            throw SyntaxError(line: number, message: "$dir is the folder of the play")
        }
    }

    private mutating func directive(_ words: [String], _ number: Int) throws(SyntaxError) {
        let step: Step
        switch (words.first, words.count) {
        case ("same", 3...): step = .same(Array(words.dropFirst()))
        case ("kill", 2): step = .kill(words[1])
        case ("seed", 2):
            guard let value = UInt64(words[1]) else {
                throw SyntaxError(line: number, message: "a seed is a whole number")
            }
            guard steps.allSatisfy({ if case .narration = $0.value { true } else { false } }) else {
                throw SyntaxError(line: number, message: "a seed stands before everything else")
            }
            guard seed == nil else {
                throw SyntaxError(line: number, message: "a script has one seed")
            }
            seed = value
            return
        case ("same", _):
            throw SyntaxError(line: number, message: "same needs at least two members")
        default:
            throw SyntaxError(
                line: number,
                message: "neither `member> line` nor ?, <, =, -, !, same, kill, exit, set, seed"
            )
        }
        for name in words.dropFirst() where !Self.isName(name[...]) {
            throw SyntaxError(line: number, message: "\(name) is not a member's name")
        }
        steps.append(Numbered(line: number, value: step))
    }

    private static func expectation(
        _ line: Substring,
        _ number: Int
    ) throws(SyntaxError) -> Expectation? {
        let rest = String(trimmed(line.dropFirst()))
        let isAlone = line.dropFirst().first.map { $0 == " " } ?? true
        switch line.first {
        case "=" where isAlone && !rest.isEmpty: return .shows(rest)
        case "-" where isAlone && !rest.isEmpty: return .hides(rest)
        case "!" where isAlone: return .fails(rest)
        default: break
        }
        let words = line.split(separator: " ")
        guard words.first == "exit" else { return nil }
        guard words.count == 2, let status = Int32(words[1]) else {
            throw SyntaxError(line: number, message: "exit needs a status")
        }
        return .exits(status)
    }

    /// `alice> text`, `alice*> text`, `alice> text => name`.
    private static func command(_ line: Substring, _ number: Int) throws(SyntaxError) -> Command? {
        guard let arrow = line.firstIndex(of: ">") else { return nil }
        var name = line[..<arrow]
        let repeats = name.last == "*"
        if repeats { name = name.dropLast() }
        guard isName(name) else { return nil }
        var text = trimmed(line[line.index(after: arrow)...])
        var binding: String?
        if text.hasSuffix(" =>") {
            throw SyntaxError(line: number, message: "a name follows =>")
        }
        if let mark = text.lastRange(of: " => ") {
            let bound = trimmed(text[mark.upperBound...])
            try checkNotFolder(bound, number)
            if isVariable(bound) {
                binding = String(bound)
                text = trimmed(text[..<mark.lowerBound])
            }
        }
        guard !text.isEmpty else { throw SyntaxError(line: number, message: "nothing is typed") }
        return Command(
            member: String(name),
            text: String(text),
            binding: binding,
            repeats: repeats
        )
    }

    /// A comment behind a line begins with two spaces, `#` and a space, so that `#3f9a` and a
    /// message with a single `#` stay what they are.
    private static func withoutComment(_ line: Substring) -> Substring {
        var index = line.startIndex
        var spaces = 0
        while index < line.endIndex {
            let next = line.index(after: index)
            if line[index] == "#", spaces >= 2, next == line.endIndex || line[next] == " " {
                return trimmed(line[..<index])
            }
            spaces = line[index] == " " || line[index] == "\t" ? spaces + 1 : 0
            index = next
        }
        return line
    }

    private static func isVariable(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first >= 0x61, first <= 0x7A else { return false }
        return text.utf8.allSatisfy {
            ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F || $0 == 0x2D
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension Substring {
    fileprivate func lastRange(of needle: String) -> Range<Index>? {
        var found: Range<Index>?
        var start = startIndex
        while let range = self[start...].firstRange(of: needle) {
            found = range
            start = index(after: range.lowerBound)
        }
        return found
    }
}
