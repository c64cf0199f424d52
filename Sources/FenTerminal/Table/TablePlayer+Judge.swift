extension TablePlayer {
    /// What does not hold after a command; a failure that nobody expected is one too.
    func failure(
        of command: TableScript.Command,
        _ answer: TableAnswer,
        _ line: Int
    ) throws(TableFailure) -> TableFailure? {
        var isExpectedToFail = false
        for expectation in command.expectations {
            let (holds, words) = try judge(expectation, answer)
            if !holds {
                return TableFailure(line: expectation.line, expected: words, shown: answer.shown)
            }
            switch expectation.value {
            case .fails, .exits: isExpectedToFail = true
            case .shows, .hides: break
            }
        }
        if let unasked = answer.unasked {
            let words = "a question that this answers"
            return TableFailure(line: unasked, expected: words, shown: answer.shown)
        }
        if answer.status == 0 || isExpectedToFail { return nil }
        let words = "the command is done, but it ended with status \(answer.status)"
        return TableFailure(line: line, expected: words, shown: answer.shown)
    }

    private func judge(
        _ expectation: TableScript.Numbered<TableScript.Expectation>,
        _ answer: TableAnswer
    ) throws(TableFailure) -> (Bool, String) {
        switch expectation.value {
        case .shows(let raw):
            let text = try substitute(raw, expectation.line)
            return (answer.hasLine(containing: text), "a line with: \(text)")
        case .hides(let raw):
            let text = try substitute(raw, expectation.line)
            return (!answer.hasLine(containing: text), "no line with: \(raw)")
        case .fails(let raw):
            let text = try substitute(raw, expectation.line)
            let said = text.isEmpty || answer.hasLine(containing: text)
            return (answer.status != 0 && said, "a failure" + (text.isEmpty ? "" : ": \(text)"))
        case .exits(let status):
            return (answer.status == status, "status \(status), it was \(answer.status)")
        }
    }

    /// Puts what was bound in the place of `$name`; `$$` is a dollar sign.
    func substitute(_ text: String, _ line: Int) throws(TableFailure) -> String {
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[rest.index(after: dollar)...]
            if rest.first == "$" {
                result += "$"
                rest.removeFirst()
                continue
            }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard let first = name.first, first.isLetter else {
                result += "$"
                continue
            }
            guard let value = names[String(name)] else {
                throw TableFailure(line: line, expected: "$\(name) to be bound", shown: [])
            }
            result += value
            rest = rest[name.endIndex...]
        }
        return result + rest
    }
}
