/// What a typed line is, before any of it is understood.
package enum InputLine: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// A line that starts with `/`: the word after it and the words that follow.
    case command(name: String, words: [Token])
    /// A line that starts with `+`: an expense.
    case expense([Token])
    /// Anything else, and the rest of a line that starts with `\`, word for word.
    case message(String)

    /// Reads a line as it was typed or stands in a script.
    package static func read(_ typed: String) throws(UsageError) -> InputLine {
        let line = typed.drop { $0.isWhitespace }
        guard let first = line.first else { return .empty }
        let rest = line.dropFirst()
        switch first {
        case "/":
            var words = try Tokenizer.tokens(String(rest))
            guard let name = words.first, !name.quoted, rest.first?.isWhitespace == false else {
                throw UsageError(
                    "A command follows its / at once, such as /balances.",
                    hint: "/help lists what works."
                )
            }
            words.removeFirst()
            return .command(name: name.text, words: words)
        case "+":
            let tokens = try Tokenizer.tokens(String(rest))
            try refuseAgreement(line, tokens)
            return .expense(tokens)
        case "\\":
            return rest.allSatisfy(\.isWhitespace) ? .empty : .message(String(rest))
        default:
            guard !HistoryFilter.holdsLink(line) else {
                throw UsageError(
                    "This holds an invite link, and a message would hand it to the whole group.",
                    hint: "/join opens it. \\ in front sends the line as it is."
                )
            }
            guard !HistoryFilter.holdsBackMessage(line) else {
                throw UsageError(
                    "This is a message by which somebody gets back in, and it is for one device only.",
                    hint: "Whoever helps types /vouch before it, whoever asked /restore member. "
                        + "\\ in front sends the line as it is."
                )
            }
            return .message(String(trimmingEnd(line)))
        }
    }

    /// `+1 good idea` is what people write in chats: with nothing in it that only an expense has,
    /// it is never guessed to be one.
    private static func refuseAgreement(
        _ line: Substring, _ tokens: [Token]
    ) throws(UsageError) {
        guard line.hasPrefix("+1"), tokens.first == Token("1") else { return }
        if let read = try? MoneyLineParser.parse(tokens), !read.isBare { return }
        let words = tokens.dropFirst().map(\.text).joined(separator: " ")
        throw UsageError(
            "“\(trimmingEnd(line))” could be a message or an expense of 1.",
            hint: "\\\(trimmingEnd(line)) sends it as a message; "
                + "+ 1.00 \(words.isEmpty ? "Coffee" : words) logs an expense."
        )
    }

    private static func trimmingEnd(_ text: Substring) -> Substring {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
