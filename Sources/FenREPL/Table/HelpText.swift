/// Makes `/help`, the pages of `/help COMMAND`, `--help` and the README's reference.
package enum HelpText {
    /// One line for every command, by group.
    package static func overview() -> [TextBlock] {
        var blocks: [TextBlock] = [
            .line(
                "A line that starts with / is a command, with + an expense: + 21.60 EUR Guinness"),
            .line("Anything else is a message to the group; \\ in front makes any line a message."),
        ]
        for group in CommandGroup.allCases {
            let commands = CommandTable.commands(in: group)
            guard !commands.isEmpty else { continue }
            blocks.append(.blank)
            blocks.append(.line("\(own: group.rawValue)"))
            var table = TextTable([.left(), .left()], indent: "  ")
            for command in commands {
                table.add("/\(own: command.name)", "\(own: command.summary)")
            }
            blocks.append(.table(table))
        }
        blocks.append(.blank)
        blocks.append(
            .line("/help COMMAND shows how it is typed; /help TOPIC explains one of these:"))
        blocks.append(.line("\(own: topicList)"))
        return blocks
    }

    /// The page of one command.
    package static func page(_ command: CommandSpec) -> [TextBlock] {
        var blocks: [TextBlock] = [.line("/\(own: command.name): \(own: command.summary)"), .blank]
        for form in command.usage {
            blocks.append(.line("    \(own: usageLine(command, form))"))
        }
        if !command.page.isEmpty { blocks.append(.blank) }
        blocks += paragraphs(command.page).map { .paragraph("\(own: $0)") }
        blocks.append(.blank)
        blocks.append(.line(command.examples.count == 1 ? "Example:" : "Examples:"))
        blocks += command.examples.map { .line("    \(own: $0)") }
        switch command.access {
        case .reads:
            blocks += [.blank, .line("It only reads, so it works beside an open prompt.")]
        case .writesWithWords:
            blocks += [
                .blank, .line("Without words it only reads and works beside an open prompt."),
            ]
        case .writes:
            break
        }
        return blocks
    }

    /// The lines of a page as paragraphs, which every window breaks at its own width: a line goes
    /// on where the one before it ends within a sentence. Rows in columns stay rows.
    static func paragraphs(_ page: [String]) -> [String] {
        var paragraphs: [String] = []
        for line in page {
            if let last = paragraphs.last, let end = last.last, end.isLetter || end == ",",
                !last.contains("  "), !line.contains("  ")
            {
                paragraphs[paragraphs.count - 1] += " " + line
            } else {
                paragraphs.append(line)
            }
        }
        return paragraphs
    }

    /// One form of a command as it is typed.
    package static func usageLine(_ command: CommandSpec, _ form: String) -> String {
        if form.hasPrefix("+") { return form }
        return form.isEmpty ? "/" + command.name : "/\(command.name) \(form)"
    }

    /// What `fen --help` prints.
    package static func program() -> [TextBlock] {
        let forms: [Phrase] = [
            "fen                       opens the prompt",
            "fen COMMAND [ARGUMENTS]   runs one command without its slash and exits",
            "fen < FILE                runs a file of lines",
            "fen table FILE            plays a table script: fen table --help",
        ]
        let options: [Phrase] = [
            "--home DIR      where your data lives (FEN_HOME, else ~/.local/share/fen)",
            "--group NAME    the group this call is about",
            "--json          one JSON object a line instead of text",
            "--yes           answers every confirmation with yes",
            "--plain         fen's own words in ASCII, no colour, nothing redrawn; names stay as they are",
            "--help          this page; fen COMMAND --help for one command",
            "--version       the version",
        ]
        let heading: [Phrase] = [Sentences.name, Sentences.motto, ""]
        let statuses: [Phrase] = [
            "",
            "Exit status: 0 done, 1 failed, 2 usage, 3 network or storage, 4 trust,",
            "5 refused for incomplete history, 70 a defect of ours.",
            "",
        ]
        return (heading + forms + [""] + options + statuses).map(TextBlock.line) + overview()
    }

    /// What `fen table --help` prints.
    package static func table() -> [TextBlock] {
        let lines: [Phrase] = [
            "fen table: plays a script of several people, each with a home of their own", "",
            "    \(own: Invocation.tableForm)", "",
            "--step       shows each line and waits for Enter before it is sent",
            "--check      what a line should show is an assertion: exit 1 where it does not hold",
            "--with FILE  takes what names stand for from a file of `set NAME VALUE` lines",
            "--keep DIR   keeps everybody's homes there instead of in a folder that goes away", "",
            "Example:",
            "    fen table Examples/dublin4ever.table --check", "",
            "A script's lines: `alice> line` types it, `< words` answers what it asks, `= text`,",
            "`- text`, `! text`, `exit N` say what must come of it, `# words` are for the reader,",
            "`? words` asks for a prediction, `same alice bob` compares dumps, `kill bob` kills,",
            "`set NAME VALUE` says what $NAME stands for, `seed N` makes every run the same.",
        ]
        return lines.map(TextBlock.line)
    }

    /// The README's reference: a Markdown table a group.
    package static func markdown() -> String {
        var text = ""
        for group in CommandGroup.allCases {
            let commands = CommandTable.commands(in: group)
            guard !commands.isEmpty else { continue }
            text += "### \(group.rawValue)\n\n| command | what it does |\n|---|---|\n"
            for command in commands {
                let forms = command.usage.map { "`" + usageLine(command, $0) + "`" }
                text +=
                    "| \(forms.joined(separator: "<br>").replacingBars) | \(command.summary) |\n"
            }
            text += "\n"
        }
        return text
    }

    /// The topics of `/help TOPIC`.
    package static var topicList: String {
        Topics.all.map(\.name).joined(separator: ", ")
    }
}

extension String {
    fileprivate var replacingBars: String {
        split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
