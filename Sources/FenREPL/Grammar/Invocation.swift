/// How `fen table` plays a script.
package struct TablePlay: Sendable, Equatable {
    /// The script.
    package var file: String
    /// `--step`: waits for Enter before each line.
    package var steps = false
    /// `--check`: what a line should show is an assertion.
    package var checks = false
    /// `--keep DIR`: the folder of the play, which stays.
    package var keep: String?
    /// `--with FILE`: what names stand for, in a file of its own.
    package var with: String?

    /// Plays this script as it is.
    package init(file: String) { self.file = file }
}

/// What the arguments of one call of `fen` ask for.
package struct Invocation: Sendable {
    /// What to do.
    package enum Action: Sendable, Equatable {
        /// No command: the prompt, or the lines of standard input where that is no terminal.
        case prompt
        /// One command, given as words, the first one its name.
        case command([String])
        /// Plays a table script.
        case table(TablePlay)
        /// Prints the general help.
        case help
        /// Prints how tables are played, which is no command of the prompt.
        case tableHelp
        /// Prints the version.
        case version
    }

    /// What to do.
    package var action = Action.prompt
    /// `--home DIR`.
    package var home: String?
    /// `--group NAME`.
    package var group: String?
    /// `--json`.
    package var wantsJSON = false
    /// `--yes`.
    package var saysYes = false
    /// `--plain`.
    package var isPlain = false

    /// Nothing asked for but the prompt.
    package init() {}

    /// Reads the arguments, the program's own name left out.
    ///
    /// Options may stand before or behind the command. What they do not know is the command's.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var invocation = Invocation()
        var words: [String] = []
        var rest = arguments[...]
        var wantsHelp = false
        var optionsEnded = false
        while let argument = rest.popFirst() {
            guard !optionsEnded, argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let attached = parts.count > 1 ? String(parts[1]) : nil
            switch parts[0] {
            case "--": optionsEnded = true
            case "--home": invocation.home = try value("--home", attached, &rest)
            case "--group": invocation.group = try value("--group", attached, &rest)
            case "--json": invocation.wantsJSON = true
            case "--yes": invocation.saysYes = true
            case "--plain": invocation.isPlain = true
            case "--help": wantsHelp = true
            case "--version": invocation.action = .version
            default:
                guard !words.isEmpty else {
                    throw UsageError(
                        "fen has no option \(parts[0]).",
                        hint: "fen --help lists what there is."
                    )
                }
                words.append(argument)
            }
        }
        if invocation.action == .version { return invocation }
        if wantsHelp {
            let isTable = words.first == "table"
            invocation.action =
                words.isEmpty ? .help : isTable ? .tableHelp : .command(["help", bare(words[0])])
        } else if words == ["help", "table"] {
            invocation.action = .tableHelp
        } else if words.count == 1, words[0].hasPrefix("+"), words[0].utf8.count > 1 {
            // A whole expense in one argument, as the prompt takes it.
            let tokens = try Tokenizer.tokens(String(words[0].dropFirst()))
            invocation.action = .command(["paid"] + tokens.map(\.text))
        } else if let name = words.first {
            invocation.action =
                name == "table"
                ? try table(Array(words.dropFirst())) : .command([bare(name)] + words.dropFirst())
        }
        return invocation
    }

    /// Whether a home opened for reading is enough, which works beside an open prompt.
    package var onlyReads: Bool {
        guard case .command(let words) = action, let name = words.first,
            let command = try? CommandTable.find(name)
        else { return false }
        return !command.writes(words.dropFirst().map { Token($0) })
    }

    /// `fen /balances` and `fen + 3 Tea` are understood too.
    private static func bare(_ name: String) -> String {
        if name == "+" { return "paid" }
        return name.hasPrefix("/") ? String(name.dropFirst()) : name
    }

    private static func value(
        _ option: String,
        _ attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        if let value = attached ?? rest.popFirst(), !value.isEmpty { return value }
        throw UsageError("\(option) needs a value.", hint: "fen --help shows the forms.")
    }

    /// How a table is played.
    static let tableForm = "fen table FILE [--step] [--check] [--with FILE] [--keep DIR]"

    private static func table(_ words: [String]) throws(UsageError) -> Action {
        var play = TablePlay(file: "")
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--step": play.steps = true
            case "--check": play.checks = true
            case "--keep": play.keep = try value("--keep", nil, &rest)
            case "--with": play.with = try value("--with", nil, &rest)
            case _ where word.hasPrefix("--keep="): play.keep = String(word.dropFirst(7))
            case _ where word.hasPrefix("--with="): play.with = String(word.dropFirst(7))
            case _ where word.hasPrefix("--"), _ where !play.file.isEmpty:
                throw UsageError(
                    "fen table does not understand \(word).",
                    hint: tableForm
                )
            default: play.file = word
            }
        }
        guard !play.file.isEmpty else {
            throw UsageError(
                "fen table needs a file.",
                hint: tableForm
            )
        }
        return .table(play)
    }
}
