/// The words after a command, sorted into plain words, `--options` and `key=value` pairs.
package struct Arguments: Sendable {
    /// The plain words, in order.
    package private(set) var words: [Token] = []
    /// The options given, with the value where one follows.
    package private(set) var options: [String: String] = [:]
    /// The `key=value` pairs.
    package private(set) var values: [String: String] = [:]
    /// `--json` stood in the line.
    package private(set) var wantsJSON = false
    /// `--yes` stood in the line.
    package private(set) var saysYes = false

    /// Words without options, such as those of a `+` line.
    package init(words: [Token]) {
        self.words = words
    }

    /// Sorts the words as `command` takes them; an option it does not know is a usage error.
    package init(_ tokens: [Token], for command: CommandSpec) throws(UsageError) {
        var rest = tokens[...]
        var optionsEnded = false
        while let token = rest.popFirst() {
            if optionsEnded || token.quoted || !token.text.hasPrefix("--") {
                if let (key, value) = Self.pair(token, keys: command.keys) {
                    values[key] = value
                } else {
                    words.append(token)
                }
                continue
            }
            let parts = token.text.dropFirst(2).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = String(parts.first ?? "")
            let attached = parts.count > 1 ? String(parts[1]) : nil
            switch name {
            case "": optionsEnded = true
            case "json": wantsJSON = true
            case "yes": saysYes = true
            default:
                guard let takesValue = command.options[name] else {
                    throw UsageError(
                        "/\(command.name) has no option --\(name).",
                        hint: "/help \(command.name) lists what it takes."
                    )
                }
                if !takesValue {
                    options[name] = ""
                } else if let value = attached ?? rest.popFirst()?.text {
                    options[name] = value
                } else {
                    throw UsageError(
                        "--\(name) needs a value.",
                        hint: "/help \(command.name) shows an example."
                    )
                }
            }
        }
    }

    /// The plain words as one text.
    package var text: String { words.map(\.text).joined(separator: " ") }

    /// The plain words from `index` on as one text; nil when there are none.
    package func text(from index: Int) -> String? {
        guard words.count > index else { return nil }
        return words[index...].map(\.text).joined(separator: " ")
    }

    /// The word at `index`, if there is one.
    package func word(_ index: Int) -> String? {
        words.indices.contains(index) ? words[index].text : nil
    }

    private static func pair(_ token: Token, keys: [String]) -> (String, String)? {
        guard !token.quoted, let equals = token.text.firstIndex(of: "=") else { return nil }
        let key = String(token.text[..<equals])
        guard keys.contains(key) else { return nil }
        return (key, String(token.text[token.text.index(after: equals)...]))
    }
}
