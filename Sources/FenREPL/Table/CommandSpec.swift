internal import FenEngine

/// The groups of `/help`, in its order.
package enum CommandGroup: String, Sendable, CaseIterable {
    case start
    case channels
    case joining
    case money
    case syncing
    case identity
    case inside
    case inAndOut = "in and out"
}

/// What a command does to the home.
package enum CommandAccess: Sendable {
    /// It only reads.
    case reads
    /// It writes.
    case writes
    /// Alone it shows what is, with words behind it it writes.
    case writesWithWords
}

/// What a command's argument is, for completion.
package enum ArgumentKind: Sendable {
    case command
    case group
    case member
    case reference
    case currency
    case category
    case file
    case invite
    /// One of these words.
    case words([String])
    /// A money line.
    case moneyLine
    /// Text nobody can complete.
    case free
}

/// A command: everything `/help`, `--help`, completion and the README need, and what it does.
package struct CommandSpec: Sendable {
    /// What the implementation looks like.
    package typealias Body =
        @Sendable (isolated ReplSession, Arguments) async throws -> CommandResult

    /// The word after the slash.
    package let name: String
    /// Other words for it, not listed.
    package var aliases: [String] = []
    /// Its group in `/help`.
    package let group: CommandGroup
    /// One sentence for `/help`.
    package let summary: String
    /// The forms it takes, without the slash and the name.
    package let usage: [String]
    /// The page of `/help COMMAND`, a paragraph a line.
    package let page: [String]
    /// Lines to type, on the page.
    package let examples: [String]
    /// Whether it writes the home. A command that only reads works beside an open prompt.
    package let access: CommandAccess
    /// Whether it needs a current group.
    package var needsGroup = true
    /// Whether its line may hold a secret, so that history forgets it.
    package var holdsSecret = false
    /// It asks for a secret, which in a script is the next line, unless one of these is its first
    /// word; nil where it asks for none.
    var asksSecretUnlessBehind: Set<String>?
    /// The `--options` it takes, beside `--json` and `--yes`, and whether a value follows.
    package var options: [String: Bool] = [:]
    /// The `key=value` words it takes.
    package var keys: [String] = []
    /// What its arguments are; the last one repeats.
    package var arguments: [ArgumentKind] = []
    /// Words of which one alone behind the command only shows what is.
    var readingWords: Set<String> = []
    /// The most plain words it takes; nil for as many as there are.
    package var mostWords: Int?
    /// What it does.
    package let body: Body

    /// Refuses words that the command would not look at: `/balances last month` is no answer for
    /// last month.
    package func checkWords(_ arguments: Arguments) throws(UsageError) {
        let takesNone = usage.allSatisfy { form in
            form.split(separator: " ").allSatisfy { $0.hasPrefix("[--") || $0.hasPrefix("--") }
        }
        guard let most = mostWords ?? (takesNone ? 0 : nil), arguments.words.count > most else {
            return
        }
        let extra = arguments.words[most].text
        throw UsageError(
            "/\(name) does not take “\(extra)”.",
            hint:
                "The form is \(usage.map { HelpText.usageLine(self, $0) }.joined(separator: ", "))."
        )
    }

    /// Whether the command, with these words behind it, writes the home; where it does not, it may
    /// run while another process has the home open.
    package func writes(_ words: [Token]) -> Bool {
        switch access {
        case .reads: false
        case .writes: true
        case .writesWithWords:
            switch words.filter({ $0.quoted || !$0.text.hasPrefix("--") }) {
            case let plain where plain.isEmpty: false
            case let plain where plain.count == 1: !isReading(plain[0])
            default: true
            }
        }
    }

    /// Whether a word alone behind the command asks it to show something.
    func isReading(_ word: Token) -> Bool {
        !word.quoted && readingWords.contains(word.text.lowercased())
    }
}
