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
            return .expense(try Tokenizer.tokens(String(rest)))
        case "\\":
            return rest.allSatisfy(\.isWhitespace) ? .empty : .message(String(rest))
        default:
            guard !HistoryFilter.holdsLink(line) else {
                throw UsageError(
                    "This holds an invite link, and a message would hand it to the whole group.",
                    hint: "/join opens it. \\ in front sends the line as it is."
                )
            }
            return .message(String(trimmingEnd(line)))
        }
    }

    private static func trimmingEnd(_ text: Substring) -> Substring {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
